import { createHash } from 'node:crypto';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import type { ResponseSet } from '../requirements/response/response-sets.ts';
import { documentedResponses } from './responses/documented-responses.ts';
import type { ResponseSource } from './responses/response.ts';
import { undocumentedResponses } from './responses/undocumented-responses.ts';

/** A response and what it is, for people. */
export interface TitledResponse {
  title: string;
  /** Under which the contract documents it, or that of the response it was made from. */
  statusKey: string;
  response: ScriptedResponse;
}

/** How responses follow each other. `isFaulty`: those that the contract does not allow are among them. */
export interface TurnOptions {
  order: 'turn' | 'seed';
  isFaulty: boolean;
}

// Longer than an answer usually takes, and shorter than clients usually wait.
const pause = 3000;

/** Gives the responses of each operation, one after the other and then from the beginning. */
export class Turns {
  readonly #source: ResponseSource;
  readonly #options: TurnOptions;
  readonly #sequences = new Map<string, { responses: readonly TitledResponse[]; given: number }>();

  constructor(source: ResponseSource, options: TurnOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Undefined where there is none. */
  next(set: ResponseSet): TitledResponse | undefined {
    const sequence = this.#sequences.get(set.name) ?? { responses: this.#sequenceOf(set), given: 0 };
    this.#sequences.set(set.name, sequence);
    sequence.given += 1;
    return sequence.responses[(sequence.given - 1) % sequence.responses.length];
  }

  #sequenceOf(set: ResponseSet): TitledResponse[] {
    // One of each status, then the next of each: who sends a few requests sees them all.
    const documented = inTurns(documentedResponses(this.#source, set), ({ statusKey }) => statusKey);
    const undocumented = this.#options.isFaulty
      ? inTurns(
          [
            ...undocumentedResponses(this.#source.description, set, documented).map(
              ({ kind, title, of, response }) => ({
                kind,
                title,
                statusKey: of.statusKey,
                response,
              }),
            ),
            ...documented.slice(0, 1).map(late),
          ],
          ({ kind }) => kind,
        )
      : [];
    const all = inTurns(
      [
        ...documented.map((one) => ({ ...one, isFaulty: false })),
        ...undocumented.map((one) => ({ ...one, isFaulty: true })),
      ],
      ({ isFaulty }) => isFaulty,
    );
    return this.#options.order === 'turn'
      ? all
      : all.toSorted((a, b) => this.#lot(set, a).localeCompare(this.#lot(set, b)));
  }

  #lot({ name }: ResponseSet, { title }: TitledResponse): string {
    return createHash('sha256').update(`${this.#source.seed} ${name} ${title}`).digest('hex');
  }
}

function late({ title, statusKey, response }: TitledResponse): TitledResponse & { kind: string } {
  return {
    kind: 'late',
    title: `${title}, ${pause / 1000} seconds later`,
    statusKey,
    response: { ...response, delivery: { kind: 'late', milliseconds: pause } },
  };
}

/** The first of each group, then the second of each, and so on. */
function inTurns<Item>(items: readonly Item[], groupOf: (item: Item) => unknown): Item[] {
  const groups = [...Map.groupBy(items, groupOf).values()];
  const rounds = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: rounds }, (_, round) => groups.flatMap((group) => group.slice(round, round + 1))).flat();
}
