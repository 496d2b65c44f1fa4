import { type Exact, within } from '../../http/exact-json.ts';
import { type HttpRequest, type HttpResponse, isSuccess, type Send } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { textsFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import type { Resource } from '../../openapi/resources.ts';
import { type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';

/**
 * Servers that take two like items for one. No requirement that is derived says that they are two, as names may have to
 * be unique: a workflow that creates the same item twice does.
 */
export function likeItemFaults(context: MessageContext, repeatedIds: readonly string[]): FaultDraft[] {
  return context.resources.flatMap((resource) => {
    const { create } = resource;
    if (create === undefined || !repeatedIds.includes(create.id)) return [];
    return [
      faultDraft(
        `${create.id} refuses a like item`,
        onceMore(context, create, (request, _, send) => context.refused(send, request, create)),
      ),
      faultDraft(
        `${create.id} answers with the like item that it has`,
        onceMore(context, create, async (request, { status, body }, send) => ({
          ...(await context.refused(send, request, create)),
          status,
          body,
        })),
      ),
      faultDraft(`${create.id} replaces a like item`, replacing(context, resource)),
    ];
  });
}

/** Answers a creation otherwise that is, to the letter, one that has succeeded. */
function onceMore(
  context: MessageContext,
  create: Operation,
  answer: (request: HttpRequest, first: HttpResponse, send: Send) => Promise<HttpResponse>,
): Wrap {
  return (send) => {
    const created = new Map<string, HttpResponse>();
    return async (request) => {
      if (!context.isTo(create)(request)) return send(request);
      const first = created.get(String(request.body));
      if (first !== undefined) return answer(request, first, send);
      const response = await send(request);
      if (isSuccess(response)) created.set(String(request.body), response);
      return response;
    };
  };
}

/** What is read under the identifier of the first of two like items is the second. */
function replacing(context: MessageContext, { create, read, parameter, idProperty = '' }: Resource): Wrap {
  return (send) => {
    const idOf = new Map<string, Exact>();
    const replaced = new Map<string, Exact>();
    return async (request) => {
      const [asked = ''] = read && parameter && context.isTo(read)(request) ? textsFor(request, read, parameter) : [];
      const other = replaced.get(asked);
      if (read !== undefined && parameter !== undefined && other !== undefined)
        return send(withTexts(request, read, parameter, [textOf(other)]));
      const response = await send(request);
      const isCreated = context.isTo(create)(request) && isSuccess(response);
      const id = isCreated ? within(jsonIn(response.body), [idProperty]) : undefined;
      if (id === undefined) return response;
      const before = idOf.get(String(request.body));
      if (before !== undefined) replaced.set(textOf(before), id);
      idOf.set(String(request.body), id);
      return response;
    };
  };
}
