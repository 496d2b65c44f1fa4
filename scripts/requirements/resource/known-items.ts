import { type Exact, within } from '../../http/exact-json.ts';
import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import { itemIn } from '../../openapi/resources/item-place.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import type { MessageContext } from '../message-context.ts';

/** What was created in a run, in the order in which the server has said so. */
export class KnownItems {
  readonly #context: MessageContext;
  readonly #items = new Map<string, { id: Exact; item: Exact }[]>();

  constructor(context: MessageContext) {
    this.#context = context;
  }

  note(request: HttpRequest, response: HttpResponse, body: Exact | undefined): void {
    if (response.status >= 300) return;
    const operation = this.#context.operationOf(request);
    const resource = this.#context.resources.find(({ create }) => create !== undefined && create === operation);
    if (resource?.idProperty === undefined || body === undefined) return;
    const item = itemIn(this.#context.description.contract, resource, body);
    const id = within(item, [resource.idProperty]);
    if (id !== undefined) this.of(resource).push({ id, item });
  }

  of({ collectionPath }: Resource): { id: Exact; item: Exact }[] {
    const known = this.#items.get(collectionPath) ?? [];
    this.#items.set(collectionPath, known);
    return known;
  }
}
