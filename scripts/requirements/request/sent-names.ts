import { type Exact, within } from '../../http/exact-json.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { chosenParameters } from '../../openapi/resources/said-choices.ts';
import { type RequestParts, sentBody } from './request-parts.ts';

/**
 * What bodies have made known by names with which something is looked for in a query: the `email` of who was added.
 */
export class SentNames {
  readonly #names: ReadonlySet<string>;
  readonly #known = new Map<string, Exact>();

  constructor({ contract, operations }: Description) {
    this.#names = new Set(operations.flatMap((operation) => [...chosenParameters(contract, operation)]));
  }

  /** Takes note of a request that was served. What documents 404 is about what is there, and may remove it. */
  note(parts: RequestParts): void {
    if (this.#names.size === 0 || parts.operation.method === 'GET') return;
    const isAbout = Object.hasOwn(parts.operation.responses, '404');
    const sent = sentBody(parts);
    for (const name of this.#names) {
      const value = within(sent, [name]);
      if (typeof value !== 'string') continue;
      if (!isAbout) this.#known.set(name, value);
      else if (this.#known.get(name) === value) this.#known.delete(name);
    }
  }

  /** The value that was made known last. */
  of({ method }: Operation, name: string): Exact | undefined {
    return method === 'GET' ? this.#known.get(name) : undefined;
  }
}
