import { ContractError } from '../cli/problem.ts';
import { paths } from '../cli/project.ts';
import { loadTypeGenerator } from '../generate/types.ts';
import type { Contract } from '../openapi/contract.ts';
import { compileContract, openSource } from '../openapi/read-contract.ts';
import { hasHints, isPassed, type Stage } from '../report/check-verdict.ts';
import type { PublicVerification } from '../report/redact.ts';
import type { Side } from '../requirements/side.ts';
import { runTests } from '../runner/run-tests.ts';
import type { VerifiedContract } from './check-report.ts';
import { type ContractParts, contractParts } from './contract-parts.ts';
import { editsOfContract } from './edits.ts';
import { EndedStages, type Found } from './ended-stages.ts';
import { generateStage, upToDate } from './generate-stage.ts';
import { type Inputs, keyOfAll, keyOfLint, keysOfStages, readInputs } from './inputs.ts';
import { keepResult, keptResult } from './kept-results.ts';
import { lintStage } from './lint-stage.ts';
import { isUnchanged, type KeptVerification } from './partial-verification.ts';
import { keepPassedContract, passedContract } from './passed-contract.ts';
import { readinessStage } from './readiness-stage.ts';
import { releasedStage } from './released-stage.ts';
import { stage } from './stage.ts';
import { sideStage, testsOf } from './test-stage.ts';
import { typesStage } from './types-stage.ts';
import { verificationStage } from './verification-stage.ts';

/** Sides whose quick tests are a stage each. */
export const sides = ['server', 'client'];

/** Sides of the project whose tests only `npm test` runs. */
const otherSides = ['spec', 'toolchain'];

/** The stages, in the order of the way from the contract to both sides; with `all` those of `npm test`. */
export function stageNames(all: boolean): string[] {
  const tests = all ? [...sides, ...otherSides] : sides;
  return ['lint', 'generate', 'readiness', 'types', ...tests, 'verify server', 'verify client', 'released'];
}

export interface CheckOptions {
  /** Runs every test of the project, and rewrites nothing. */
  all: boolean;
  /** The stages that are run, in their order. */
  only: readonly string[];
  /** Runs each of them, also what has passed with the same contract and the same code. */
  isFresh: boolean;
  /** Called with each stage when it ends. */
  onStage: (stage: Stage) => void;
  /** What runs the tests; by default this process does. */
  runTests?: typeof runTests;
}

/** What a check found. */
export interface Checked {
  stages: Stage[];
  /** What is known of both sides; `unchanged` since the last check; undefined for a contract that cannot be read. */
  verified: VerifiedContract | 'unchanged' | undefined;
}

/** Runs the stages, at the same time where one does not need another. */
export async function runCheck(options: CheckOptions): Promise<Checked> {
  return new CheckRun(options).run();
}

/** A side that was verified, as it is kept. */
type KeptSide = Stage & Found & KeptVerification;

class CheckRun {
  readonly #options: CheckOptions;
  readonly #ended: EndedStages;
  /** The contract that a whole check has passed with, where the code is the same as then. */
  #passed: string | undefined;
  /** What each stage depends on whose results are kept. */
  #keys: Readonly<Record<string, string>> = {};

  constructor(options: CheckOptions) {
    this.#options = options;
    // What was edited since the contract was kept.
    const edits = () => editsOfContract(this.#passed);
    this.#ended = new EndedStages({ names: options.only, onStage: options.onStage, edits });
  }

  async run(): Promise<Checked> {
    const { isFresh } = this.#options;
    const before = readInputs();
    if (!isFresh && (await this.#reuseAll(before))) return { stages: this.#ended.inOrder(), verified: 'unchanged' };
    try {
      if (!isFresh) this.#keys = { lint: keyOfLint(before) };
      const contract = await this.#compile(before);
      await this.#ended.run('generate', () => generateStage(contract, this.#options.all));
      const inputs = readInputs();
      const parts = contractParts(contract);
      if (!isFresh) this.#keys = keysOfStages(inputs, contract, parts);
      await this.#checkSides(contract, parts);
      await this.#keepAll(inputs);
      const verifiedOf = (name: string) => this.#ended.find(name)?.verified;
      const verified = { contract, server: verifiedOf('verify server'), client: verifiedOf('verify client') };
      return { stages: this.#ended.inOrder(), verified };
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      this.#ended.addProblems(error.problems);
      return { stages: this.#ended.inOrder(), verified: undefined };
    }
  }

  /** The contract, bundled; meanwhile it is linted. What is found is led by what has passed. */
  async #compile(before: Inputs): Promise<Contract> {
    await this.#reuse('lint');
    // The linter, a process of its own, is at work before this one is.
    const linting = this.#openStage('lint', async () => {
      const found = await lintStage();
      if (found.findings.length > 0) await passed;
      return found;
    });
    const passed = passedContract(before).then((contract) => {
      this.#passed = contract;
    });
    const compile = async () => compileContract(openSource(paths.contract), true);
    const [linted, compiled] = await Promise.allSettled([
      linting,
      compile(),
      this.#ended.isAsked('generate') ? loadTypeGenerator() : undefined,
      passed,
    ]);
    if (linted.status === 'rejected') throw linted.reason;
    if (compiled.status === 'rejected') throw compiled.reason;
    return compiled.value;
  }

  /** The contract itself, the code of both sides and the released contract against it. */
  async #checkSides(contract: Contract, { operations }: ContractParts): Promise<void> {
    const keptOf = (side: Side) => this.#kept<KeptSide>(`verify ${side}`);
    const [server, client] = await Promise.all([keptOf('server'), keptOf('client')]);
    // The processes of both sides start while this one does the rest.
    const verified = Promise.all([
      this.#verification(contract, 'server', operations, server),
      this.#verification(contract, 'client', operations, client),
    ]);
    await Promise.all([
      verified,
      this.#keptStage('readiness', () => readinessStage(contract)),
      this.#keptStage('types', () => typesStage(contract, this.#options.isFresh), verified),
      this.#tests(contract, verified),
      this.#ended.run('released', () => releasedStage(contract)),
    ]);
  }

  /** The tests of all sides are one run, and a stage each. What is verified is known first: tests give hints of it. */
  async #tests(contract: Contract, verified: Promise<unknown>): Promise<void> {
    const asked = [...sides, ...otherSides].filter((side) => this.#ended.isAsked(side));
    for (const side of asked) await this.#reuse(side);
    const open = asked.filter((side) => !this.#ended.hasEnded(side));
    if (open.length === 0) return;
    await verified;
    const { all, runTests: run = runTests } = this.#options;
    const files = await run(testsOf(all ? undefined : open));
    const ended = open.map((side) => sideStage(contract, side, files));
    for (const one of ended.toSorted((a, b) => a.findings.length - b.findings.length))
      await this.#keep(this.#ended.add(one));
  }

  /** The same, unless it has passed with all that it depends on. Hints wait for what is `verified`. */
  async #keptStage(name: string, run: () => Promise<Found>, verified?: Promise<unknown>): Promise<void> {
    await this.#reuse(name);
    await this.#openStage(name, run, verified);
  }

  /** The same, unless it has ended. */
  async #openStage(name: string, run: () => Promise<Found>, verified?: Promise<unknown>): Promise<void> {
    if (!this.#ended.isAsked(name) || this.#ended.hasEnded(name)) return;
    const ended = await stage(name, run);
    if (hasHints(ended)) await verified;
    await this.#keep(this.#ended.add(ended));
  }

  /** Verifies a side: where it was verified before, the operations that have changed since. */
  async #verification(
    contract: Contract,
    side: Side,
    operations: ContractParts['operations'],
    kept: KeptSide | undefined,
  ): Promise<void> {
    const name = `verify ${side}`;
    if (!this.#ended.isAsked(name)) return;
    if (kept !== undefined && Object.keys(operations).every((id) => isUnchanged(kept.operations[id], operations[id]))) {
      this.#ended.add({ ...unchanged(kept), verified: relocated(kept.verified, contract) });
      return;
    }
    const before = kept && { kept, operations };
    const ended = await stage(name, () => verificationStage(contract, side, { before }));
    const { summary, unchanged: others = [] } = ended;
    const isPart = summary !== '' && others.length > 0;
    this.#ended.add({ ...ended, summary: isPart ? `${summary}; unchanged: ${others.join(', ')}` : summary });
    await this.#keep({ ...ended, operations });
  }

  async #reuse(name: string): Promise<void> {
    if (!this.#ended.isAsked(name)) return;
    const kept = await this.#kept<Stage & Found>(name);
    if (kept !== undefined) this.#ended.add(unchanged(kept));
  }

  async #kept<Result>(name: string): Promise<Result | undefined> {
    const key = this.#keys[name];
    return key === undefined ? undefined : keptResult<Result>(name, key);
  }

  async #keep(ended: Stage & Found & { operations?: KeptVerification['operations'] }): Promise<void> {
    const key = this.#keys[ended.name];
    if (key !== undefined && isPassed(ended)) await keepResult(ended.name, key, ended);
  }

  /** True where nothing at all has changed since all of these stages passed. */
  async #reuseAll(inputs: Inputs): Promise<boolean> {
    const kept = await keptResult<Stage[]>('all', keyOfAll(inputs, this.#options.only));
    for (const ended of kept ?? []) this.#ended.add(unchanged(ended));
    return kept !== undefined;
  }

  async #keepAll(inputs: Inputs): Promise<void> {
    const key = keyOfAll(inputs, this.#options.only);
    // What has changed meanwhile was not looked at as a whole.
    const stages = this.#ended.inOrder();
    if (!stages.every(isPassed) || keyOfAll(readInputs(), this.#options.only) !== key) return;
    if (stageNames(false).every((name) => this.#ended.hasEnded(name))) await keepPassedContract(inputs);
    await keepResult(
      'all',
      key,
      stages.map(({ name, seconds, summary, findings }): Stage => {
        // What was written then is not written when this is read again.
        const kept = name === 'generate' ? upToDate(paths.generated) : summary;
        return { name, seconds, summary: kept, findings };
      }),
    );
  }
}

function unchanged<Ended extends Stage>(ended: Ended): Ended {
  return { ...ended, seconds: 0, summary: `unchanged: ${ended.summary.replace(/^unchanged: /, '')}` };
}

/** The same result of a contract whose lines have moved. */
function relocated(verification: PublicVerification, contract: Contract): PublicVerification {
  const requirements = verification.requirements.map((result) => {
    const { requirement } = result;
    const isOwn = requirement.location.file === contract.file;
    return isOwn
      ? { ...result, requirement: { ...requirement, location: contract.locate(requirement.pointer) } }
      : result;
  });
  return { ...verification, requirements };
}
