import { type Exact, isExactObject, isSame, within } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn, queryTexts, withHeader, withJson, withQuery } from '../../http/message-changes.ts';
import { listParametersOf } from '../../openapi/list-parameters.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { type Resource, sharedProperties } from '../../openapi/resources.ts';
import { enumOf, numberAt, viewSchema } from '../../openapi/schema-view.ts';
import { type FaultDraft, faultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import { type Listed, listing, passes } from './list-changes.ts';
import { otherValue, type RelationSubject } from './relation-faults.ts';

/** Lists that do not have what they should, or what they should not. */
export function listFaults(
  context: MessageContext,
  resource: Resource,
  { aspect, property = '', other }: RelationSubject,
): FaultDraft[] {
  const { list, idProperty = '' } = resource;
  if (list === undefined) return [];
  const change = (
    what: string,
    alter: (items: Exact[], listed: Listed) => Exact[],
    before?: (request: HttpRequest) => HttpRequest,
  ): FaultDraft => faultDraft(what, listing(context, resource, alter, before));
  const parameter = list.operation.parameters.find(({ name }) => name === property);
  const idOf = (item: Exact) => within(item, [idProperty]) ?? null;
  switch (aspect) {
    case 'lists':
      return [
        change('not the newest', (items, { known }) =>
          items.filter((item) => !isSame(idOf(item), known.at(-1)?.id ?? null)),
        ),
        change('not the oldest', (items, { known }) =>
          items.filter((item) => !isSame(idOf(item), known[0]?.id ?? null)),
        ),
        ...changedItems(context, resource, other, change),
      ];
    case 'agrees':
      return changedItems(context, resource, other, change);
    case 'once':
      return [
        change('the last one twice', (items) =>
          items.length > 2 ? [...items.slice(0, -2), ...items.slice(-1), ...items.slice(-1)] : items,
        ),
        change('the first one twice', (items) =>
          items.length > 2 ? [...items.slice(0, 1), ...items.slice(0, 1), ...items.slice(2)] : items,
        ),
      ];
    case 'atMost':
      return parameter === undefined ? [] : sizeFaults(context, parameter, change).atMost;
    case 'asMany':
      return parameter === undefined ? [] : sizeFaults(context, parameter, change).asMany;
    case 'default':
      return parameter === undefined ? [] : presetFaults(context, parameter, change);
    case 'only':
    case 'every':
      return parameter === undefined ? [] : filterFaults(context, resource, parameter, aspect, change);
    case 'total':
      return [
        faultDraft('one too many', (send) => async (request) => {
          const response = await send(request);
          const body = context.isTo(list.operation)(request) ? jsonIn(response.body) : undefined;
          if (isExactObject(body) && body[property] !== undefined)
            return withJson(response, { ...body, [property]: Number(body[property]) + 1 });
          return context.isTo(list.operation)(request) && response.status < 300
            ? withHeader(response, property, '999999')
            : response;
        }),
      ];
    case 'pages':
      return [
        change(
          'always the first page',
          (items) => items,
          (request) => withQuery(request, property, []),
        ),
        change('without the last item of a page', (items, { request }) =>
          queryTexts(request, property).length > 0 ? items.slice(0, -1) : items,
        ),
      ];
    default:
      return [];
  }
}

type Change = (
  what: string,
  alter: (items: Exact[], listed: Listed) => Exact[],
  before?: (request: HttpRequest) => HttpRequest,
) => FaultDraft;

/** One property of the first item, of the last or of all is another one, or missing. */
function changedItems(
  context: MessageContext,
  { list, create, read }: Resource,
  other: string,
  change: Change,
): FaultDraft[] {
  if (list === undefined) return [];
  const from = context.operation(other);
  const schema =
    from === undefined ? undefined : (context.requestSchemaOf(from) ?? context.requestSchemaOf(create ?? read ?? from));
  const properties = schema === undefined ? [] : sharedProperties(context.description.contract, schema, list.item);
  const altered = (item: Exact, property: string): Exact => {
    const own = within(item, [property]);
    return isExactObject(item)
      ? { ...item, [property]: otherValue(context, list.item, property, own) ?? own ?? null }
      : item;
  };
  const optional = properties.filter((property) => !context.requiredIn(list.item).includes(property));
  return [
    ...properties.flatMap((property) => [
      change(`another ${property} in the last`, (items) =>
        items.map((item, index) => (index === items.length - 1 ? altered(item, property) : item)),
      ),
      change(`another ${property} in the first`, (items) =>
        items.map((item, index) => (index === 0 ? altered(item, property) : item)),
      ),
    ]),
    ...optional.map((property) =>
      change(`no ${property}`, (items) =>
        items.map((item) =>
          Object.fromEntries(Object.entries(isExactObject(item) ? item : {}).filter(([name]) => name !== property)),
        ),
      ),
    ),
  ];
}

function sizeFaults(
  { description: { contract } }: MessageContext,
  parameter: Parameter,
  change: Change,
): { atMost: FaultDraft[]; asMany: FaultDraft[] } {
  const most = numberAt(viewSchema(contract, `${parameter.pointer}/schema`), 'maximum') ?? Number.POSITIVE_INFINITY;
  const asked = (request: HttpRequest) => queryTexts(request, parameter.name)[0] ?? '';
  const resized = (sizeFor: (size: number) => number | undefined) => (request: HttpRequest) => {
    const text = asked(request);
    const size = /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= most ? sizeFor(Number(text)) : Number.NaN;
    return Number.isNaN(size) ? request : withQuery(request, parameter.name, size === undefined ? [] : [String(size)]);
  };
  const same = (items: Exact[]) => items;
  return {
    atMost: [
      change(
        'ignored',
        same,
        resized(() => undefined),
      ),
      change(
        'one too many',
        same,
        resized((size) => Math.min(most, size + 1)),
      ),
      change(
        'always the most',
        same,
        resized(() => most),
      ),
    ],
    asMany: [
      change('one too few', (items, { size }) => (items.length === size && size > 1 ? items.slice(0, -1) : items)),
      change('no more than ten', (items) => items.slice(0, 10)),
      change('one too few on the largest page', (items) => (items.length === most ? items.slice(0, -1) : items)),
      change('no more than the default', (items) =>
        items.slice(0, typeof parameter.default === 'number' ? parameter.default : 20),
      ),
    ],
  };
}

function presetFaults(
  { description: { contract } }: MessageContext,
  parameter: Parameter,
  change: Change,
): FaultDraft[] {
  const most = numberAt(viewSchema(contract, `${parameter.pointer}/schema`), 'maximum') ?? 1000;
  const preset = Number(parameter.default);
  const as = (size: number) => (request: HttpRequest) =>
    queryTexts(request, parameter.name).length === 0 ? withQuery(request, parameter.name, [String(size)]) : request;
  const same = (items: Exact[]) => items;
  return [...new Set([Math.max(1, Math.floor(preset / 2)), preset + 1, Math.max(1, preset - 1), most])]
    .filter((size) => size !== preset)
    .map((size) => change(`it is ${size}`, same, as(size)));
}

function filterFaults(
  context: MessageContext,
  { list }: Resource,
  parameter: Parameter,
  aspect: string,
  change: Change,
): FaultDraft[] {
  if (list === undefined) return [];
  const { contract } = context.description;
  const { size, filters } = listParametersOf(context.description, list);
  const property = filters.find((filter) => filter.parameter === parameter)?.property ?? parameter.name;
  const most = size === undefined ? undefined : numberAt(viewSchema(contract, `${size.pointer}/schema`), 'maximum');
  const values = enumOf(viewSchema(contract, `${parameter.pointer}/schema`)) ?? [];
  const isAsked = (request: HttpRequest) =>
    queryTexts(request, parameter.name).length === 1 &&
    context.parameterViolations(parameter, queryTexts(request, parameter.name)[0] ?? '').length === 0;
  const without = (request: HttpRequest) => (isAsked(request) ? withQuery(request, parameter.name, []) : request);
  const widest = (request: HttpRequest) =>
    isAsked(request) && size !== undefined && most !== undefined
      ? withQuery(without(request), size.name, [String(most)])
      : without(request);
  const [first] = values;
  if (aspect === 'only') {
    return [
      change('ignored', (items) => items, without),
      change(
        'inverted',
        (items, listed) =>
          isAsked(listed.request) ? items.filter((item) => !passes(item, listed)).slice(0, listed.size) : items,
        widest,
      ),
      change(
        'what has none passes, too',
        (items, listed) =>
          isAsked(listed.request)
            ? items
                .filter((item) => passes(item, listed) || within(item, [property]) === undefined)
                .slice(0, listed.size)
            : items,
        widest,
      ),
      change('with the newest at the end', (items, listed) => {
        const stray = listed.known.findLast(({ item }) => !passes(item, listed))?.item;
        return isAsked(listed.request) && items.length > 0 && stray !== undefined
          ? [...items.slice(0, -1), stray]
          : items;
      }),
    ];
  }
  return [
    change('without the last match', (items, { request }) => (isAsked(request) ? items.slice(0, -1) : items)),
    change(
      'applied after the limit',
      (items, listed) => (isAsked(listed.request) ? items.filter((item) => passes(item, listed)) : items),
      without,
    ),
    change('none for one value', (items, { filters: asked }) =>
      first !== undefined && asked.some(([, text]) => text === textOf(first)) ? [] : items,
    ),
    change('without the oldest match', (items, listed) => {
      const oldest = listed.known.find(({ item }) => passes(item, listed))?.item;
      return isAsked(listed.request) && oldest !== undefined ? items.filter((item) => !isSame(item, oldest)) : items;
    }),
  ];
}
