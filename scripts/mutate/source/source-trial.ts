import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun } from '../../cli/problem.ts';
import { quickTests } from '../../runner/side-tests.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import type { Trial } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { type RecordedStep, readCoverage, recordCoverage, type Step, writeCoverage } from './coverage.ts';
import { ProjectCopies } from './project-copies.ts';
import { violationIn } from './side-verification.ts';
import { type SourceMutant, sides } from './source-mutants.ts';
import { TestRunner } from './test-runner.ts';

/** What detected a mutant: `npm run check`, or of `npm test` what that has beside it. */
interface Detection {
  by: 'check' | 'test';
  message: string;
}

export interface SourceTrialOptions {
  specification: RunnableSpecification;
  mutants: readonly SourceMutant[];
  /** Of all sources: what is recorded of them is recorded once. */
  fingerprint: string;
}

/** Copies the project, and tries each mutant in a copy as `npm run check` and `npm test` would, at less cost. */
export async function openSourceTrial(options: SourceTrialOptions): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  const trial = new SourceTrial(options, folder);
  try {
    await trial.open();
  } catch (error) {
    await trial.close();
    throw error;
  }
  return trial;
}

/** More than any machine needs. */
const mostSeconds = 7200;

class SourceTrial implements Trial {
  readonly #options: SourceTrialOptions;
  readonly #mutants: ReadonlyMap<string, SourceMutant>;
  readonly #folder: string;
  readonly #copies: ProjectCopies;
  readonly #tests = new TestRunner();
  #steps: readonly RecordedStep[] = [];

  constructor(options: SourceTrialOptions, folder: string) {
    this.#options = options;
    this.#mutants = new Map(options.mutants.map((mutant) => [mutant.id, mutant]));
    this.#folder = folder;
    this.#copies = new ProjectCopies(folder);
  }

  /** Whatever is done to code that is reported already would seem to be detected: throws CannotRun. */
  async open(): Promise<void> {
    const { fingerprint } = this.#options;
    this.#steps = readCoverage(fingerprint) ?? (await this.#record());
    await writeCoverage({ fingerprint, steps: [...this.#steps] });
  }

  async #record(): Promise<RecordedStep[]> {
    const copies = { unchanged: this.#copies.unchanged(0), recording: this.#copies.recording(1) };
    const [typeError] = await this.#copies.typeErrors([copies.unchanged]);
    if (typeError !== undefined) throw new CannotRun(`Without any change, ${typeError}`);
    return recordCoverage(copies, (step, folder) => this.#failureOf([step], folder, mostSeconds));
  }

  async *run(ids: readonly string[]): AsyncGenerator<MutantResult> {
    const mutants = ids.map((id) => {
      const mutant = this.#mutants.get(id);
      if (mutant === undefined) throw new CannotRun(`There is no source mutant ${id}.`);
      return mutant;
    });
    const copies = this.#copies.write(mutants);
    const typeErrors = await this.#copies.typeErrors(copies);
    for (const [index, mutant] of mutants.entries()) {
      const typeError = typeErrors[index];
      const detection: Detection | undefined =
        typeError === undefined
          ? await this.#detectionOf(mutant, copies[index] ?? '')
          : { by: 'check', message: typeError };
      yield resultOf(mutant, detection);
    }
  }

  /** First what takes the least time, and only what executes the function. */
  async #detectionOf({ executedWith }: SourceMutant, copy: string): Promise<Detection | undefined> {
    const steps = this.#steps
      .filter(({ executed }) => executed === null || executed.includes(executedWith))
      .toSorted((one, other) => one.seconds - other.seconds);
    const groups: [by: Detection['by'], kind: Step['kind']][] = [
      ['check', 'quick'],
      ['check', 'verification'],
      ['test', 'slow'],
    ];
    for (const [by, kind] of groups) {
      const own = steps.filter((step) => step.kind === kind);
      // No time that a machine under load needs, and an end for a mutant that has none.
      const most = 30 + 10 * own.reduce((sum, { seconds }) => sum + seconds, 0);
      const message = own.length === 0 ? undefined : await this.#failureOf(own, copy, most).catch(messageOf);
      if (message !== undefined) return { by, message };
    }
    return undefined;
  }

  /** The first failure of steps of one kind. */
  async #failureOf(steps: readonly Step[], folder: string, seconds: number): Promise<string | undefined> {
    const kind = steps[0]?.kind;
    if (kind === 'verification') {
      for (const side of sides.filter((one) => steps.some(({ name }) => name === one))) {
        const violation = await violationIn(this.#options.specification, folder, side, seconds);
        if (violation !== undefined) return violation;
      }
      return undefined;
    }
    const { isolate, deadline } = quickTests(sides);
    // Some of the slow ones let real time pass, which a machine under load takes from them: they are tried again.
    const how = kind === 'slow' ? { isolate: true, retry: 2 } : { isolate, deadline, retry: 0 };
    return this.#tests.run({ folder, files: steps.map(({ name }) => name), ...how }, seconds);
  }

  async close(): Promise<void> {
    await this.#tests.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A side that ends, or does not end in time, is reported. */
function messageOf(error: unknown): string {
  if (!(error instanceof CannotRun)) throw error;
  return error.message;
}

function resultOf({ id, what, location }: SourceMutant, detection: Detection | undefined): MutantResult {
  return {
    kind: 'source',
    id,
    requirementIds: [],
    what,
    location,
    verdict: detection === undefined ? 'survived' : 'detected',
    detectedBy: detection === undefined ? [] : [detection.by],
    message: detection?.message,
    distances: {},
  };
}
