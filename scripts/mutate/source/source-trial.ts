import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun } from '../../cli/problem.ts';
import { quickTests, slowTests } from '../../runner/side-tests.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import type { Trial } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { ProjectCopies } from './project-copies.ts';
import { sides, violationIn } from './side-verification.ts';
import type { SourceMutant } from './source-mutants.ts';
import { TestRunner } from './test-runner.ts';

/** What detected a mutant: `npm run check`, or of `npm test` what that has beside it. */
interface Detection {
  by: 'check' | 'test';
  message: string;
}

type Speed = 'quick' | 'slow';

/** Copies the project, and tries each mutant in a copy as `npm run check` and `npm test` would, at less cost. */
export async function openSourceTrial(
  specification: RunnableSpecification,
  mutants: readonly SourceMutant[],
): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  const trial = new SourceTrial(specification, mutants, folder);
  try {
    await trial.checkUnchanged();
  } catch (error) {
    await trial.close();
    throw error;
  }
  return trial;
}

class SourceTrial implements Trial {
  readonly #specification: RunnableSpecification;
  readonly #mutants: ReadonlyMap<string, SourceMutant>;
  readonly #folder: string;
  readonly #copies: ProjectCopies;
  readonly #tests = new TestRunner();
  /** What the longest step takes without a change, in seconds; until that is known, more than any machine needs. */
  #longest = 7200;

  constructor(specification: RunnableSpecification, mutants: readonly SourceMutant[], folder: string) {
    this.#specification = specification;
    this.#mutants = new Map(mutants.map((mutant) => [mutant.id, mutant]));
    this.#folder = folder;
    this.#copies = new ProjectCopies(folder);
  }

  /** Whatever is done to code that is reported already would seem to be detected: throws CannotRun. */
  async checkUnchanged(): Promise<void> {
    const copy = this.#copies.unchanged(0);
    const [typeError] = await this.#copies.typeErrors([copy]);
    const times: number[] = [];
    let failure = typeError;
    for (const side of sides) {
      for (const step of [
        () => this.#failureOf(copy, side, 'quick'),
        () => violationIn(this.#specification, copy, side, this.#longest),
        () => this.#failureOf(copy, side, 'slow'),
      ]) {
        const started = performance.now();
        failure ??= await step();
        times.push((performance.now() - started) / 1000);
      }
    }
    if (failure !== undefined) throw new CannotRun(`Without any change, ${failure} \`npm test\` says more.`);
    this.#longest = Math.max(...times);
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

  /** First what takes the least time. */
  async #detectionOf({ side }: SourceMutant, copy: string): Promise<Detection | undefined> {
    // No time that a machine under load needs, and an end for a mutant that has none.
    const most = 60 + 10 * this.#longest;
    const steps: [by: Detection['by'], step: () => Promise<string | undefined>][] = [
      ['check', () => this.#failureOf(copy, side, 'quick', most)],
      ['check', () => violationIn(this.#specification, copy, side, most)],
      ['test', () => this.#failureOf(copy, side, 'slow', most)],
    ];
    for (const [by, step] of steps) {
      const message = await step().catch(messageOf);
      if (message !== undefined) return { by, message };
    }
    return undefined;
  }

  #failureOf(folder: string, side: SourceMutant['side'], speed: Speed, seconds = this.#longest) {
    // Some of the slow ones let real time pass, which a machine under load takes from them: they are tried again.
    const slow = slowTests.filter((glob) => glob.startsWith(`${side}/`));
    const tests = speed === 'slow' ? { include: slow, exclude: [], isolate: true, retry: 2 } : quickOf(side);
    return this.#tests.run({ folder, ...tests }, seconds);
  }

  async close(): Promise<void> {
    await this.#tests.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const quickOf = (side: SourceMutant['side']) => ({ ...quickTests([side]), retry: 0 });

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
