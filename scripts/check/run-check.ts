import { ContractError, describeLocation, type Problem } from '../cli/problem.ts';
import { paths } from '../cli/project.ts';
import { loadTypeGenerator } from '../generate/types.ts';
import type { Contract } from '../openapi/contract.ts';
import { compileContract, openSource } from '../openapi/read-contract.ts';
import type { Outcome, Stage } from '../report/check-verdict.ts';
import type { VerifiedContract } from './check-report.ts';
import { generateStage } from './generate-stage.ts';
import { lintStage } from './lint-stage.ts';
import { findingOf } from './problem-finding.ts';
import { releasedStage } from './released-stage.ts';
import { stage } from './stage.ts';
import { runTestFiles, sideStage } from './test-stage.ts';
import { explainTypesStage, typesStage } from './types-stage.ts';
import { verificationStage } from './verification-stage.ts';

const sides = ['server', 'client'];

/** Sides of the project whose tests only `npm test` runs. */
const otherSides = ['spec', 'toolchain'];

/** The stages, in the order of the way from the contract to both sides; with `all` those of `npm test`. */
export function stageNames(all: boolean): string[] {
  const tests = all ? [...sides, ...otherSides] : sides;
  return ['lint', 'generate', 'types', ...tests, 'verify server', 'verify client', 'released'];
}

export interface CheckOptions {
  /** Runs every test of the project, and rewrites nothing. */
  all: boolean;
  /** The stages that are run, in their order. */
  only: ReadonlySet<string>;
  /** Called with each stage when it ends. */
  onStage: (stage: Stage) => void;
}

/** What a check found; without a contract that could be read, no side was verified. */
export interface Checked {
  stages: Stage[];
  verified: VerifiedContract | undefined;
}

/** Runs the stages, at the same time where one does not need another. */
export async function runCheck(options: CheckOptions): Promise<Checked> {
  return new CheckRun(options).run();
}

class CheckRun {
  readonly #options: CheckOptions;
  readonly #stages: Stage[] = [];

  constructor(options: CheckOptions) {
    this.#options = options;
  }

  async run(): Promise<Checked> {
    try {
      const source = openSource(paths.contract);
      const [linted, compiled] = await Promise.allSettled([
        this.#stage('lint', lintStage),
        compileContract(source),
        this.#isAsked('generate') ? loadTypeGenerator() : undefined,
      ]);
      if (linted.status === 'rejected') throw linted.reason;
      if (compiled.status === 'rejected') throw compiled.reason;
      await this.#stage('generate', () => generateStage(compiled.value, this.#options.all));
      return { verified: await this.#checkSides(compiled.value), stages: this.#inOrder() };
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      this.#reportProblems(error.problems);
      return { stages: this.#inOrder(), verified: undefined };
    }
  }

  /** The code of both sides and the released contract against this one. */
  async #checkSides(contract: Contract): Promise<VerifiedContract> {
    const [, , server, client] = await Promise.all([
      this.#stage('types', () => this.#types(contract)),
      this.#tests(contract),
      this.#stage('verify server', () => verificationStage(contract, 'server')),
      this.#stage('verify client', () => verificationStage(contract, 'client')),
      this.#stage('released', () => releasedStage(contract)),
    ]);
    return { contract, server: server?.verified, client: client?.verified };
  }

  async #types(contract: Contract): Promise<Outcome> {
    const { problems, ...outcome } = await typesStage();
    return problems.length === 0 ? outcome : explainTypesStage(contract, problems);
  }

  /** The tests of all sides are one run, and a stage each. */
  async #tests(contract: Contract): Promise<void> {
    const asked = [...sides, ...otherSides].filter((side) => this.#isAsked(side));
    if (asked.length === 0) return;
    const files = await runTestFiles(this.#options.all);
    for (const side of asked) this.#add(sideStage(contract, side, files));
  }

  /** Runs a stage, if it is one of those that are asked for. */
  async #stage<Found extends Outcome>(name: string, run: () => Promise<Found>): Promise<(Found & Stage) | undefined> {
    if (!this.#isAsked(name)) return undefined;
    const ended = await stage(name, run);
    this.#add(ended);
    return ended;
  }

  #isAsked(name: string): boolean {
    return this.#options.only.has(name);
  }

  #add(ended: Stage): void {
    this.#stages.push(ended);
    this.#options.onStage(ended);
  }

  /** Problems of the contract itself belong to the first stage that needs it; no other one can run. */
  #reportProblems(problems: readonly Problem[]): void {
    const known = new Set(
      this.#stages.flatMap(({ findings }) => findings.map(({ location }) => describeLocation(location))),
    );
    let findings = problems.filter(({ location }) => !known.has(describeLocation(location))).map(findingOf);
    const ended = new Set(this.#stages.map(({ name }) => name));
    for (const name of this.#options.only) {
      if (ended.has(name)) continue;
      this.#add(
        findings.length > 0
          ? { name, seconds: 0, summary: '', findings }
          : {
              name,
              seconds: 0,
              summary: 'not run: no code follows from this contract',
              findings,
              notRun: 'skipped' as const,
            },
      );
      findings = [];
    }
  }

  #inOrder(): Stage[] {
    const names = stageNames(true);
    return this.#stages.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  }
}
