import type { Exact } from '../../http/exact-json.ts';
import { type HttpRequest, isSuccess } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor } from '../../openapi/parameters/request-parameters.ts';
import type { Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import { KnownItems } from '../resource/known-items.ts';

/**
 * Changes requests to an operation, with a value of a path parameter at hand that names something: the identifier of
 * what was created last, else what the operation was last served with.
 */
export function withExisting(
  context: MessageContext,
  operation: Operation,
  parameter: Parameter,
  change: (request: HttpRequest, existing: Exact | undefined) => HttpRequest,
): Wrap {
  const resource = context.resources.find(
    ({ read, replace, merge, remove, parameter: own }) =>
      own?.name === parameter.name && [read, replace, merge, remove].includes(operation),
  );
  return (send) => {
    const known = new KnownItems(context);
    let served: string | undefined;
    return async (request) => {
      const created = resource === undefined ? undefined : known.of(resource).at(-1)?.id;
      const response = await send(change(request, created ?? served));
      known.note(request, response, jsonIn(response.body));
      if (isSuccess(response) && context.isTo(operation)(request)) [served] = textsFor(request, operation, parameter);
      return response;
    };
  };
}
