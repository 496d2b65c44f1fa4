import { type Exact, within } from '../../../http/exact-json.ts';
import type { HttpRequest, HttpResponse } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { soughtValue } from '../../../openapi/resources/list-filters.ts';
import { type ListParameters, listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { type FaultDraft, faultDraft, type Wrap } from '../../fault.ts';
import type { MessageContext } from '../../message-context.ts';
import { KnownItems } from '../known-items.ts';
import { askedTexts } from './asked-texts.ts';

/** A list as it was asked for, and what is known of its items. */
export interface ListRequest {
  request: HttpRequest;
  known: readonly { id: Exact; item: Exact }[];
  /** The number of items that was asked for. */
  asked: number | undefined;
  /** Bounds the list: what was asked for, else the default. */
  size: number;
  /** Filters of the request, by property. */
  filters: [property: string, text: string][];
}

/** A fault of the list of a resource: in its items, in what is asked of the server for them, or in both. */
export function listFault(
  context: MessageContext,
  resource: Resource,
  what: string,
  alter: (items: Exact[], listed: ListRequest) => Exact[],
  before?: (request: HttpRequest) => HttpRequest,
): FaultDraft {
  return faultDraft(what, listing(context, resource, alter, before));
}

/** Changes the items of every list of a resource. */
export function listing(
  context: MessageContext,
  resource: Resource,
  change: (items: Exact[], listed: ListRequest) => Exact[],
  before: (request: HttpRequest, parameters: ListParameters) => HttpRequest = (request) => request,
): Wrap {
  const { list } = resource;
  return (send) => {
    const known = new KnownItems(context);
    return async (request) => {
      const isList = list !== undefined && context.operationOf(request) === list.operation;
      if (!isList) {
        const response = await send(request);
        known.note(request, response, jsonIn(response.body));
        return response;
      }
      const parameters = listParametersOf(context.description, list);
      const response = await send(before(request, parameters));
      return withItems(response, list.segments, (items) =>
        change(items, listedBy(context, request, parameters, known.of(resource))),
      );
    };
  };
}

function listedBy(
  { description: { contract } }: MessageContext,
  request: HttpRequest,
  { size, filters }: ListParameters,
  known: ListRequest['known'],
): ListRequest {
  const [text] = size === undefined ? [] : askedTexts(request, size);
  const asked = text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
  const most = size === undefined ? undefined : numberAt(viewSchema(contract, parameterSchema(size)), 'maximum');
  const preset = typeof size?.default === 'number' ? size.default : most;
  return {
    request,
    known,
    asked,
    size: asked ?? preset ?? Number.POSITIVE_INFINITY,
    filters: filters.flatMap(({ parameter, property, pointer }) =>
      askedTexts(request, parameter).map((own): [string, string] => [
        property,
        textOf(soughtValue(contract, pointer, own)),
      ]),
    ),
  };
}

/** The response with other items in its list. */
export function withItems(
  response: HttpResponse,
  segments: readonly string[],
  change: (items: Exact[]) => Exact[],
): HttpResponse {
  const body = jsonIn(response.body);
  const items = within(body, segments);
  if (response.status >= 300 || body === undefined || !Array.isArray(items)) return response;
  return withJson(response, withPart(body, segments, change(items)));
}

/** Whether an item has what every filter of a list asks for. */
export function passes(item: Exact, { filters }: Pick<ListRequest, 'filters'>): boolean {
  return filters.every(([property, text]) => {
    const own = valueIn(item, property);
    return own !== undefined && [own].flat().some((value) => textOf(value) === text);
  });
}

/** The response with another value of a property beside its items. */
export function withBeside(response: HttpResponse, path: readonly string[], value: Exact): HttpResponse {
  const body = jsonIn(response.body);
  return body === undefined ? response : withJson(response, withPart(body, path, value));
}
