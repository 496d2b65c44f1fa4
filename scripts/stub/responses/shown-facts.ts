import type { DocumentedResponse } from '../../contract/operation-table.ts';
import { type Exact, parseExact } from '../../verify/exact-json.ts';
import { headerOf } from '../../verify/exchange.ts';
import type { FactDraft } from '../../verify/facts.ts';
import { isReached } from '../../verify/laws.ts';
import { isJson, type ResponseSet } from '../../verify/response-facts.ts';
import type { StubResponse } from './response.ts';

/** The facts of one documented status, and which of them a response shows. */
export class ShownFacts {
  readonly #prefix: string;
  readonly #documented: DocumentedResponse;
  readonly #facts: readonly FactDraft[];

  /** `facts`: those of the whole set. */
  constructor(set: ResponseSet, statusKey: string, documented: DocumentedResponse, facts: readonly FactDraft[]) {
    this.#prefix = `${set.name}.responses.${statusKey}`;
    this.#documented = documented;
    this.#facts = facts.filter(({ subject }) => 'status' in subject && subject.status === statusKey);
  }

  /** Names of the properties that repeat the status of the response. */
  statusProperties(): string[] {
    return this.#facts.flatMap(({ subject }) => (subject.kind === 'responseBody' && subject.keyword === 'meaning' ? [subject.path.slice(1)] : []));
  }

  /** The ids of what a response shows, and the first of the given ends of ids that is one of them. */
  of(response: StubResponse, ends: readonly string[]): { factIds: string[]; factId: string } {
    const body = isJson(headerOf(response, 'Content-Type') ?? '') && response.body.length > 0 ? parseExact(response.body) : undefined;
    const factIds = this.#facts.filter((fact) => this.#isShown(fact, response, body)).map(({ id }) => id);
    const factId = ends.map((end) => this.#prefix + end).find((id) => factIds.includes(id)) ?? this.#prefix;
    return { factIds, factId };
  }

  #isShown({ subject }: FactDraft, response: StubResponse, body: Exact | undefined): boolean {
    switch (subject.kind) {
      case 'status':
        return true;
      case 'content':
        return (this.#documented.mediaTypes.length === 0) === (headerOf(response, 'Content-Type') === undefined);
      case 'header':
        return subject.aspect !== 'meaning' && headerOf(response, subject.name) !== undefined;
      case 'responseBody':
        return subject.keyword !== 'meaning' && body !== undefined && isReached(body, subject.path);
      default:
        return false;
    }
  }
}

/** Ends of the ids of facts for a keyword of a part of a body, the nearest first. */
export function endsFor(path: string, keyword: string): string[] {
  const steps = path.match(/\[\]|\.[^.[]+/g) ?? [];
  const above = steps.map((_, index) => `.body${steps.slice(0, steps.length - index).join('')}.schema`);
  return [`.body${path}.${keyword}`, ...above, '.body.schema', '.content'];
}
