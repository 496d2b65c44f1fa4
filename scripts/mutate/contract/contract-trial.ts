import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun, ContractError, contractErrorOf, type Problem } from '../../cli/problem.ts';
import type { Contract } from '../../openapi/contract.ts';
import { configurationOf, isOwn } from '../../openapi/read-contract.ts';
import { lintEach } from '../../openapi/source/redocly.ts';
import { changesBetween, WorkflowText } from '../../release/workflow-changes.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import type { Subject, Trial, TrialOptions } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { ContractCopies, type ContractCopy } from './contract-copies.ts';
import { type Detection, detectionByProblems, resultOf } from './contract-detection.ts';
import type { ContractMutant } from './contract-mutants.ts';
import { detectionByChanges, detectionByComparison } from './contract-release.ts';
import { openClientSide, openServerSide, type VerifiedSide } from './contract-sides.ts';
import { CodeTypes } from './contract-types.ts';
import { WorkflowTrial } from './workflow-trial.ts';

/** The problems of a copy that the original has not as often. */
function newAmong(problems: readonly Problem[], before: readonly Problem[]): Problem[] {
  const left = new Map<string, number>();
  for (const { message } of before) left.set(message, (left.get(message) ?? 0) + 1);
  return problems.filter(({ message }) => {
    const count = left.get(message) ?? 0;
    left.set(message, count - 1);
    return count <= 0;
  });
}

/** A mutant that is being tried, and what the checks have said of it so far. */
interface Tried extends ContractCopy {
  contract: Contract | ContractError;
  detections: Detection[];
}

/**
 * Tries mutants of a contract by what `npm run check` does with a contract, against the code as it is: lint, then the
 * types of what lint has not detected, then the server and at last the client for what is still undetected. A changed
 * workflow is linted and run. The comparison with the release is made for all of them. With `isFull` each check is made
 * for each mutant.
 */
export class ContractTrial implements Trial {
  readonly #subject: Subject;
  readonly #mutants: ReadonlyMap<string, ContractMutant>;
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'contract-mutants-')));
  readonly #copies: ContractCopies;
  readonly #types: CodeTypes;
  readonly #sides = new Map<VerifiedSide['name'], Promise<VerifiedSide>>();
  #workflowTrial: Promise<WorkflowTrial> | undefined;
  readonly #workflows: WorkflowText | undefined;
  #written = 0;

  constructor(subject: Subject, mutants: readonly ContractMutant[]) {
    const { contract, specification } = subject;
    this.#subject = subject;
    this.#mutants = new Map(mutants.map((mutant) => [mutant.id, mutant]));
    this.#copies = new ContractCopies(specification);
    this.#workflows =
      specification.workflows === undefined ? undefined : new WorkflowText(specification.workflows.file);
    mkdirSync(join(this.#folder, 'code'));
    this.#types = new CodeTypes(join(this.#folder, 'code'), contract);
  }

  async *run(ids: readonly string[], options: TrialOptions): AsyncGenerator<MutantResult> {
    const tried = await Promise.all(ids.map((id) => this.#read(id)));
    const ofContract = tried.filter(({ isOfWorkflows }) => !isOfWorkflows);
    await this.#lint(tried);
    await this.#checkTypes(
      options.isFull ? ofContract : ofContract.filter(({ detections }) => detections.length === 0),
    );
    for (const one of tried) {
      const { mutant, changed, detections } = one;
      const failure = await this.#check(one, options).catch((error: unknown) =>
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      );
      const result = resultOf(mutant, changed, detections);
      yield failure === undefined ? result : { ...result, verdict: 'failed', message: failure };
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sides.values(), this.#workflowTrial].map(async (opened) => (await opened)?.close()));
    await rm(this.#folder, { recursive: true });
  }

  async #read(id: string): Promise<Tried> {
    const mutant = this.#mutants.get(id);
    if (mutant === undefined) throw new CannotRun(`There is no contract mutant ${id}.`);
    this.#written += 1;
    const copy = this.#copies.write(mutant, join(this.#folder, String(this.#written)));
    const contract = await this.#copies.read(copy).catch(contractErrorOf);
    return {
      ...copy,
      contract,
      detections: contract instanceof ContractError ? [detectionByProblems('lint', contract)] : [],
    };
  }

  async #lint(tried: readonly Tried[]): Promise<void> {
    if (tried.length === 0) return;
    const { contract, specification } = this.#subject;
    const originals = [contract.file, ...(specification.workflows === undefined ? [] : [specification.workflows.file])];
    const reports = await lintEach(
      [...originals, ...tried.map(({ root, changed, isOfWorkflows }) => (isOfWorkflows ? changed : root))],
      configurationOf(contract.file),
    );
    const before = reports.slice(0, originals.length).flat();
    // What the linter finds in the document of somebody else is no reason not to use it.
    if (before[0] !== undefined && isOwn(contract.file))
      throw notSound('The contract does not keep the lint rules', before[0].message);
    for (const [index, all] of reports.slice(originals.length).entries()) {
      const detections = tried[index]?.detections ?? [];
      const problems = newAmong(all, before);
      // What cannot be read is reported already.
      if (problems.length > 0 && detections.length === 0)
        detections.push(detectionByProblems('lint', new ContractError(problems)));
    }
  }

  async #checkTypes(tried: readonly Tried[]): Promise<void> {
    const read = tried.flatMap(({ contract, detections }) =>
      contract instanceof ContractError ? [] : [{ contract, detections }],
    );
    const found = await this.#types.check(read.map(({ contract }) => contract));
    for (const [index, { contract, detections }] of read.entries()) {
      const problems = found[index] ?? [];
      const places = problems.flatMap(({ pointer }) => (pointer === undefined ? [] : [contract.locate(pointer)]));
      if (problems[0] !== undefined) detections.push({ check: 'types', message: problems[0].message, places });
    }
  }

  async #check(one: Tried, options: TrialOptions): Promise<undefined> {
    const { changed, isOfWorkflows, contract, detections } = one;
    if (contract instanceof ContractError) return;
    if (options.isFull || detections.length === 0)
      detections.push(...(await this.#detectByRuns(one, contract, options)));
    if (isOfWorkflows)
      add(
        detections,
        this.#workflows && detectionByChanges(changesBetween(this.#workflows, new WorkflowText(changed))),
      );
    else add(detections, detectionByComparison(this.#subject.contract, contract));
  }

  /** By the workflows where they are changed; else by the server, else by the client. */
  async #detectByRuns(one: Tried, contract: Contract, options: TrialOptions): Promise<Detection[]> {
    const detections: Detection[] = [];
    try {
      const specification = this.#copies.specificationOf(contract, one);
      if (one.isOfWorkflows) {
        this.#workflowTrial ??= WorkflowTrial.open(this.#subject.specification);
        const trial = await this.#workflowTrial;
        add(detections, await trial.detect(specification, one.mutant.requirementIds));
        return detections;
      }
      for (const name of ['server', 'client'] as const)
        if (options.isFull || detections.length === 0)
          add(detections, await this.#detectBySide(name, one, specification, options));
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      detections.push(detectionByProblems(one.isOfWorkflows ? 'workflows' : 'server', error));
    }
    return detections;
  }

  async #detectBySide(
    name: VerifiedSide['name'],
    { mutant }: Tried,
    specification: RunnableSpecification,
    options: TrialOptions,
  ): Promise<Detection | undefined> {
    const side = await this.#side(name);
    try {
      return await side.detect(specification, options, mutant.requirementIds);
    } catch (error) {
      // The side does not go on with this contract; that it goes on with its own has been seen.
      if (error instanceof CannotRun) return { check: name, message: error.message, places: [] };
      throw error;
    }
  }

  /** A side, when it is first needed. */
  #side(name: VerifiedSide['name']): Promise<VerifiedSide> {
    const opened = this.#sides.get(name) ?? this.#open(name);
    this.#sides.set(name, opened);
    return opened;
  }

  /** A side that does not keep its own contract would say nothing of others. */
  async #open(name: VerifiedSide['name']): Promise<VerifiedSide> {
    const { specification } = this.#subject;
    const side = await (name === 'server' ? openServerSide() : openClientSide(specification));
    const detections = await side.detect(specification, { seed: 2 ** 30, isFull: true }, []);
    if (detections === undefined) return side;
    await side.close();
    throw notSound(`The ${name} does not keep the contract`, detections.message);
  }
}

function notSound(what: string, message: string): CannotRun {
  return new CannotRun(`${what} as it is: ${message} Run \`npm run check\` first.`);
}

function add(detections: Detection[], one: Detection | undefined): void {
  if (one !== undefined) detections.push(one);
}
