import { type Exact, within } from '../../http/exact-json.ts';
import { isSuccess } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { textsFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';

/**
 * Servers that have no room for two like items. No requirement that is derived says that there are two, as names may
 * have to be unique: a workflow that creates the same item twice does.
 */
export function likeItemFaults(context: MessageContext, repeatedIds: readonly string[]): FaultDraft[] {
  return context.resources.flatMap((resource) => {
    const { create } = resource;
    if (create === undefined || !repeatedIds.includes(create.id)) return [];
    return [
      faultDraft(`${create.id} refuses a like item`, refusing(context, create)),
      faultDraft(`${create.id} replaces a like item`, replacing(context, resource)),
    ];
  });
}

/** Refuses a creation that is, to the letter, one that has succeeded. */
function refusing(context: MessageContext, create: Operation): Wrap {
  return (send) => {
    const created = new Set<string>();
    return async (request) => {
      if (!context.isTo(create)(request)) return send(request);
      if (created.has(String(request.body))) return context.refused(send, request, create);
      const response = await send(request);
      if (isSuccess(response)) created.add(String(request.body));
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
