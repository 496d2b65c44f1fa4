import type { Exact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import { KnownItems } from '../resource/known-items.ts';

/** Changes requests to an operation, with the identifier of what was created last at hand. */
export function withExisting(
  context: MessageContext,
  operation: Operation,
  change: (request: HttpRequest, existing: Exact | undefined) => HttpRequest,
): Wrap {
  const resource = context.resources.find((own) => [own.read, own.replace, own.merge, own.remove].includes(operation));
  return (send) => {
    const known = new KnownItems(context);
    return async (request) => {
      const id = resource === undefined ? undefined : known.of(resource).at(-1)?.id;
      const response = await send(change(request, id));
      known.note(request, response, jsonIn(response.body));
      return response;
    };
  };
}
