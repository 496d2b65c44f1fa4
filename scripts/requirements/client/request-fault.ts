import type { HttpRequest } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { MessageContext } from '../message-context.ts';
import type { ClientChange } from './client-fault.ts';

/** A client whose requests to an operation are changed on their way. */
export function requestFault(
  context: MessageContext,
  operation: Operation,
  what: string,
  change: (request: HttpRequest, key: string) => HttpRequest,
): ClientChange {
  const isTo = context.isTo(operation);
  return {
    what,
    between:
      (respond, { key }) =>
      (request) =>
        respond(isTo(request) ? change(request, key) : request),
  };
}
