import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun, ContractError } from '../../cli/problem.ts';
import { type Contract, configurationOf } from '../../openapi/contract.ts';
import { lintEach } from '../../openapi/redocly.ts';
import { changesBetween, WorkflowText } from '../../release/workflow-changes.ts';
import type { Specification } from '../../verify/server/run.ts';
import type { Subject, Trial, TrialOptions } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { ContractCopies, type ContractCopy } from './contract-copies.ts';
import { resultOf, type Told, toldByProblems } from './contract-detection.ts';
import type { ContractMutant } from './contract-mutants.ts';
import { toldByChanges, toldByComparison, toldByLeaves } from './contract-release.ts';
import { type HeldSide, openClientSide, openServerSide } from './contract-sides.ts';
import { CodeTypes } from './contract-types.ts';

/** A mutant that is being tried, and what the checks have said of it so far. */
interface Tried extends ContractCopy {
  contract: Contract | ContractError;
  told: Told[];
}

/**
 * Tries mutants of a contract by what `npm run check` does with a contract, against the code as it is: lint, then the types of
 * what lint has not told, then the server and at last the client for what is still untold; the comparison with the release for
 * all of them. With `isFull` each check is made for each mutant.
 */
export class ContractTrial implements Trial {
  readonly #subject: Subject;
  readonly #mutants: ReadonlyMap<string, ContractMutant>;
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'contract-mutants-')));
  readonly #copies: ContractCopies;
  readonly #types: CodeTypes;
  readonly #sides = new Map<HeldSide['name'], Promise<HeldSide>>();
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
    await this.#lint(options.isFull ? tried : ofContract);
    await this.#checkTypes(options.isFull ? ofContract : ofContract.filter(({ told }) => told.length === 0));
    for (const one of tried) {
      const { mutant, changed, told } = one;
      const failure = await this.#check(one, options).catch((error: unknown) =>
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      );
      const result = resultOf(mutant, changed, told);
      yield failure === undefined ? result : { ...result, verdict: 'failed', told: failure };
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sides.values()].map(async (side) => (await side).close()));
    await rm(this.#folder, { recursive: true });
  }

  async #read(id: string): Promise<Tried> {
    const mutant = this.#mutants.get(id);
    if (mutant === undefined) throw new CannotRun(`There is no contract mutant ${id}.`);
    this.#written += 1;
    const copy = this.#copies.write(mutant, join(this.#folder, String(this.#written)));
    const contract = await this.#copies.read(copy).catch(contractErrorOf);
    return { ...copy, contract, told: contract instanceof ContractError ? [toldByProblems('lint', contract)] : [] };
  }

  async #lint(tried: readonly Tried[]): Promise<void> {
    if (tried.length === 0) return;
    const { contract, specification } = this.#subject;
    const originals = [contract.file, ...(specification.workflows === undefined ? [] : [specification.workflows.file])];
    const reports = await lintEach(
      [...originals, ...tried.map(({ root, changed, isOfWorkflows }) => (isOfWorkflows ? changed : root))],
      configurationOf(contract.file),
    );
    const [before] = reports.slice(0, originals.length).flat();
    if (before !== undefined) throw notSound('The contract does not keep the lint rules', before.message);
    for (const [index, problems] of reports.slice(originals.length).entries()) {
      const told = tried[index]?.told ?? [];
      // What cannot be read has been told.
      if (problems.length > 0 && told.length === 0) told.push(toldByProblems('lint', new ContractError(problems)));
    }
  }

  async #checkTypes(tried: readonly Tried[]): Promise<void> {
    const read = tried.flatMap(({ contract, told }) => (contract instanceof ContractError ? [] : [{ contract, told }]));
    const found = await this.#types.check(read.map(({ contract }) => contract));
    for (const [index, { contract, told }] of read.entries()) {
      const problems = found[index] ?? [];
      const places = problems.flatMap(({ pointer }) => (pointer === undefined ? [] : [contract.locate(pointer)]));
      if (problems[0] !== undefined) told.push({ check: 'types', message: problems[0].message, places });
    }
  }

  async #check(one: Tried, options: TrialOptions): Promise<undefined> {
    const { changed, isOfWorkflows, contract, told } = one;
    if (contract instanceof ContractError) return;
    // A weakened workflow changes nothing that a server does: for it the comparison with the release is made.
    if (options.isFull || (told.length === 0 && !isOfWorkflows))
      told.push(...(await this.#toldBySides(one, contract, options)));
    if (isOfWorkflows)
      add(told, this.#workflows && toldByChanges(changesBetween(this.#workflows, new WorkflowText(changed))));
    else
      add(
        told,
        options.isFull
          ? await toldByComparison(this.#subject.contract, contract)
          : toldByLeaves(this.#subject.contract, contract),
      );
  }

  /** By the server, else by the client. */
  async #toldBySides(one: Tried, contract: Contract, options: TrialOptions): Promise<Told[]> {
    const told: Told[] = [];
    try {
      const specification = this.#copies.specificationOf(contract, one);
      for (const name of ['server', 'client'] as const)
        if (options.isFull || told.length === 0) add(told, await this.#toldBySide(name, one, specification, options));
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      told.push(toldByProblems('server', error));
    }
    return told;
  }

  async #toldBySide(
    name: HeldSide['name'],
    { mutant, isOfWorkflows }: Tried,
    specification: Specification,
    options: TrialOptions,
  ): Promise<Told | undefined> {
    const side = await this.#side(name);
    try {
      return await (isOfWorkflows
        ? side.toldOfWorkflows?.(specification, mutant.requirementIds)
        : side.told(specification, options, mutant.requirementIds));
    } catch (error) {
      // The side does not go on with this contract; that it goes on with its own has been seen.
      if (error instanceof CannotRun) return { check: name, message: error.message, places: [] };
      throw error;
    }
  }

  /** A side, when it is first needed. */
  #side(name: HeldSide['name']): Promise<HeldSide> {
    const opened = this.#sides.get(name) ?? this.#open(name);
    this.#sides.set(name, opened);
    return opened;
  }

  /** A side that does not keep its own contract would say nothing of others. */
  async #open(name: HeldSide['name']): Promise<HeldSide> {
    const side = await (name === 'server' ? openServerSide() : openClientSide());
    const told = await side.told(this.#subject.specification, { seed: 2 ** 30, isFull: true }, []);
    if (told === undefined) return side;
    await side.close();
    throw notSound(`The ${name} does not keep the contract`, told.message);
  }
}

function notSound(what: string, message: string): CannotRun {
  return new CannotRun(`${what} as it is: ${message} Run \`npm run check\` first.`);
}

function contractErrorOf(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  throw error;
}

function add(told: Told[], one: Told | undefined): void {
  if (one !== undefined) told.push(one);
}
