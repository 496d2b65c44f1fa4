import { type Exact, type ExactObject, isExactObject, writeExact } from '../../http/exact-json.ts';
import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import { textsFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import type { Wrap } from '../../requirements/fault.ts';
import type { MessageContext } from '../../requirements/message-context.ts';
import { type ListRequest, listing, passes, withItems } from '../../requirements/resource/list/list-changes.ts';

/** Lists everything that was created, in an order of one's own; for a server that is empty at first. */
export function inOrder(context: MessageContext, order: (items: Exact[]) => Exact[]): Wrap {
  return (send, harness) =>
    context.resources
      .filter(({ list, create }) => list !== undefined && create !== undefined)
      .reduce((inner, resource) => {
        const arrange = (items: Exact[], listed: ListRequest): Exact[] => {
          // Something that was created before this wrapper saw it is in no order.
          if (items.length > listed.known.length) return items;
          return order(listed.known.map(({ item }) => item).filter((item) => passes(item, listed))).slice(
            0,
            listed.size,
          );
        };
        return listing(context, resource, arrange)(inner, harness);
      }, send);
}

/** Puts items into the server before the first request of a run. */
export function filled(context: MessageContext, count: number): Wrap {
  return (send, harness) => {
    const fill = async (): Promise<void> => {
      for (const { create } of context.resources) {
        if (create === undefined) continue;
        const path = create.path.replaceAll(/\{[^}]+\}/g, '1');
        const mediaType = context.mediaTypeOf(create.requestBody?.mediaTypes ?? []) ?? 'application/json';
        for (let made = 0; made < count; made += 1) {
          await send(
            context.withKey(
              {
                method: create.method,
                target: path,
                headers: [['Content-Type', mediaType]],
                body: Buffer.from(writeExact(context.sampleBody(create))),
              },
              create,
              harness.key,
            ),
          );
        }
      }
    };
    let isFilled: Promise<void> | undefined;
    return async (request) => {
      await (isFilled ??= fill());
      return send(request);
    };
  };
}

/** Gives items other identifiers outwards than the server has for them. */
export function renamed(
  context: MessageContext,
  outwards: (id: number) => number,
  inwards: (id: number) => number,
): Wrap {
  return (send) => async (request) =>
    context.resources.reduce(
      (response, resource) =>
        mapItems(context, resource, request, response, (item) => withId(resource, item, outwards)),
      await send(inside(context, request, inwards)),
    );
}

function withId({ idProperty = '' }: Resource, item: ExactObject, change: (id: number) => number): ExactObject {
  const id = item[idProperty];
  return typeof id === 'number' ? { ...item, [idProperty]: change(id) } : item;
}

function inside(context: MessageContext, request: HttpRequest, inwards: (id: number) => number): HttpRequest {
  const operation = context.operationOf(request);
  const resource = context.resources.find(
    ({ read, replace, merge, remove }) => operation !== undefined && [read, replace, merge, remove].includes(operation),
  );
  if (operation === undefined || resource?.parameter === undefined) return request;
  const [text = ''] = textsFor(request, operation, resource.parameter);
  // A text that is no such number names nothing, here as there.
  if (!/^-?\d{1,16}$/.test(text) || !Number.isSafeInteger(Number(text)) || String(Number(text)) !== text)
    return request;
  return withTexts(request, operation, resource.parameter, [String(inwards(Number(text)))]);
}

/** Changes every item of a resource in a successful response, by itself or in a list. */
export function mapItems(
  context: MessageContext,
  { create, read, replace, merge, list }: Resource,
  request: HttpRequest,
  response: HttpResponse,
  change: (item: ExactObject) => ExactObject,
): HttpResponse {
  const operation = context.operationOf(request);
  const body = jsonIn(response.body);
  if (operation === undefined || response.status >= 300 || body === undefined) return response;
  if ([create, read, replace, merge].includes(operation))
    return isExactObject(body) ? withJson(response, change(body)) : response;
  if (list?.operation !== operation) return response;
  return withItems(response, list.segments, (items) =>
    items.map((item) => (isExactObject(item) ? change(item) : item)),
  );
}
