import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotRun } from '../cli/problem.ts';
import { hasMembers } from '../harness/guards.ts';
import { isObject } from '../openapi/json.ts';
import { isMutantResult, type MutantResult } from './results.ts';

/** What a run must have in common with an interrupted one to go on with it. */
export interface RunKey {
  fingerprint: string;
  seed: number;
  sample: number | null;
  isFull: boolean;
  kinds: readonly string[];
}

/** Another seed was not asked for: then that of the interrupted run is as good. */
export type AskedKey = Omit<RunKey, 'seed'> & { seed: number | undefined };

/** The results of a run that is not over, in a file: an interrupted run goes on where it stopped. */
export class Journal {
  readonly #file: string | undefined;
  readonly #results: MutantResult[];
  readonly key: RunKey;
  /** How many results an interrupted run has left, and how long it had taken, in seconds. */
  readonly knownBefore: number;
  readonly secondsBefore: number;

  /**
   * Reads the file. Begins again when there is none, or it is of another run; without a file nothing is kept.
   * Throws CannotRun when it cannot be written.
   */
  constructor(file: string | undefined, asked: AskedKey, newSeed: () => number) {
    this.#file = file;
    const [head, ...entries] = file === undefined ? [] : linesOf(file);
    const key = keyIn(head, asked);
    this.key = key ?? { ...asked, seed: asked.seed ?? newSeed() };
    const known = key === undefined ? [] : entries.filter(isEntry);
    this.#results = known.map(({ result }) => result);
    this.knownBefore = known.length;
    this.secondsBefore = known.at(-1)?.seconds ?? 0;
    // Again as a whole: the last line of a run that was killed may be half of one.
    this.#write((own) => writeFileSync(own, [this.key, ...known].map((line) => `${JSON.stringify(line)}\n`).join('')));
  }

  get isKept(): boolean {
    return this.#file !== undefined;
  }

  results(): readonly MutantResult[] {
    return this.#results;
  }

  /** `seconds` since this process began. */
  add(result: MutantResult, seconds: number): void {
    this.#results.push(result);
    this.#write((own) => appendFileSync(own, `${JSON.stringify({ seconds: this.secondsBefore + seconds, result })}\n`));
  }

  /** The run is over. */
  remove(): void {
    if (this.#file !== undefined) rmSync(this.#file, { force: true });
  }

  #write(work: (file: string) => void): void {
    if (this.#file === undefined) return;
    try {
      if (!existsSync(dirname(this.#file))) mkdirSync(dirname(this.#file));
      work(this.#file);
    } catch (cause) {
      throw new CannotRun(`Cannot write ${this.#file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    }
  }
}

interface Entry {
  seconds: number;
  result: MutantResult;
}

function linesOf(file: string): unknown[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
}

/** The key of an interrupted run, when it is the one that is asked for. */
function keyIn(line: unknown, asked: AskedKey): RunKey | undefined {
  const seed = isObject(line) ? line['seed'] : undefined;
  if (typeof seed !== 'number') return undefined;
  const key = { ...asked, seed: asked.seed ?? seed };
  return JSON.stringify(sorted(key)) === JSON.stringify(sorted(line)) ? key : undefined;
}

function sorted(value: unknown): unknown {
  return isObject(value) ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : value;
}

const isEntry = hasMembers<Entry>({ seconds: (value) => typeof value === 'number', result: isMutantResult });
