import type { HttpRequest } from '../../http/exchange.ts';
import { joinTarget, type Pair, splitTarget } from '../../http/message-changes.ts';
import { decodeQuery } from '../../http/percent-encoding.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import type { ClientChange } from '../client/client-fault.ts';
import { requestFault } from '../client/request-fault.ts';
import type { MessageContext } from '../message-context.ts';

/** A client that does not send a parameter. A path without one is another path. */
export function dropped(context: MessageContext, operation: Operation, parameter: Parameter): ClientChange[] {
  if (parameter.in === 'path') return [];
  return [requestFault(context, operation, 'drops it', (request) => withTexts(request, operation, parameter, []))];
}

/** A client that sends a query parameter under another name. */
export function renamed(context: MessageContext, operation: Operation, { in: place, name }: Parameter): ClientChange[] {
  if (place !== 'query') return [];
  const rename = changedQuery((pairs) =>
    pairs.map(([own, value]) => (decodeQuery(own) === name ? [`${own}s`, value] : [own, value])),
  );
  return [requestFault(context, operation, 'under another name', rename)];
}

/** A client that sends other texts for a parameter, where it sends it. */
export function altered(
  context: MessageContext,
  operation: Operation,
  parameter: Parameter,
  what: string,
  alter: (text: string) => string,
): ClientChange {
  return requestFault(context, operation, what, (request) => {
    const texts = textsFor(request, operation, parameter);
    return texts.length === 0 ? request : withTexts(request, operation, parameter, texts.map(alter));
  });
}

/** The request with another query. */
export function changedQuery(change: (pairs: Pair[]) => Pair[]): (request: HttpRequest) => HttpRequest {
  return (request) => {
    const { path, pairs } = splitTarget(request.target);
    return { ...request, target: joinTarget(path, change(pairs)) };
  };
}
