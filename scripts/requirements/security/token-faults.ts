import { type HttpRequest, isSuccess } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import { tokenIn } from '../request/accounts.ts';
import { carriedBy } from './carried-credential.ts';

/** A server that knows none of the tokens that an operation answers with. */
export function refusesTokensOf(context: MessageContext, operation: Operation): Wrap {
  const isTo = context.isTo(operation);
  return (send, { key }) => {
    const given = new Set<string>();
    return async (request) => {
      const carried = carriedBy(context, request, key).key;
      if (carried !== undefined && given.has(carried)) return send(context.withoutKey(request));
      const response = await send(request);
      const token = isTo(request) && isSuccess(response) ? tokenIn(jsonIn(response.body)) : undefined;
      if (token !== undefined) given.add(token);
      return response;
    };
  };
}

/** A server that serves everybody whose session one request has ended, as the key. */
export function takesEndedTokens(context: MessageContext, operation: Operation): Wrap {
  const isTo = context.isTo(operation);
  return (send, { key }) => {
    const ended = new Set<string>();
    return async (request) => {
      const carried = carriedBy(context, request, key).key;
      const asked = context.operationOf(request);
      if (carried !== undefined && ended.has(carried)) return send(context.withKey(request, asked, key));
      const response = await send(request);
      if (carried !== undefined && carried !== key && isTo(request) && isSuccess(response)) ended.add(carried);
      return response;
    };
  };
}

/** A server that shows the first account that asks to all others. */
export function showsFirst(context: MessageContext, operation: Operation): Wrap {
  const isTo = context.isTo(operation);
  return (send, { key }) => {
    const isOfOther = (request: HttpRequest) => ![undefined, key].includes(carriedBy(context, request, key).key);
    let first: HttpRequest['headers'] | undefined;
    return async (request) => {
      if (!isTo(request) || !isOfOther(request)) return send(request);
      const response = await send(first === undefined ? request : { ...request, headers: first });
      if (isSuccess(response)) first ??= request.headers;
      return response;
    };
  };
}
