import { type Exact, isExactObject } from '../../verify/exact-json.ts';
import type { HttpRequest, HttpResponse } from '../../verify/exchange.ts';
import type { Resource } from '../../verify/resources.ts';
import type { Wire } from './wire.ts';

/** What was created in a run, in the order in which the server has said so. */
export class KnownItems {
  readonly #wire: Wire;
  readonly #items = new Map<Resource, { id: Exact; item: Exact }[]>();

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  note(request: HttpRequest, response: HttpResponse, body: Exact | undefined): void {
    if (response.status >= 300) return;
    const operation = this.#wire.operationOf(request);
    const resource = this.#wire.resources.find(({ create }) => create !== undefined && create === operation);
    const id = resource?.idProperty === undefined || !isExactObject(body) ? undefined : body[resource.idProperty];
    if (resource !== undefined && id !== undefined) this.of(resource).push({ id, item: body ?? null });
  }

  of(resource: Resource): { id: Exact; item: Exact }[] {
    const known = this.#items.get(resource) ?? [];
    this.#items.set(resource, known);
    return known;
  }
}
