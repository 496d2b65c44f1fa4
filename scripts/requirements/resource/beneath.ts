import { type Exact, isSame, within, writeExact } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, type HttpRequest, isSuccess } from '../../http/exchange.ts';
import { joinTarget, jsonIn, splitTarget } from '../../http/message-changes.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { viewItem } from '../../openapi/resources/item-view.ts';
import {
  firstPageNumber,
  type ListParameters,
  listParametersOf,
  nextCursor,
} from '../../openapi/resources/list-parameters.ts';
import { makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { textAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { documentsMissing } from '../../openapi/success-responses.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { placeValue } from '../parameter/place-value.ts';
import type { PlanningContext } from '../planning-context.ts';
import { madeElsewhere } from '../request/made-elsewhere.ts';
import { pathTo, resourceOfPath } from '../request/referenced-resource.ts';
import type { Named, RequestExtent } from '../request/request-material.ts';
import { itemAsked, type RequestParts } from '../request/request-parts.ts';
import { fullestPage } from './list/fullest-page.ts';
import { pageSizes } from './list/page-sizes.ts';
import { probeSingleton, singletonOfTheLast, singletonsBeneath } from './singleton-beneath.ts';

const id = '{operationId}.beneath.{parameter}';

// More pages than these are not looked at.
const mostPages = 20;

/** What is created beneath one thing, and is not beneath another: `/orders/{id}/lines`. */
export const itemBeneath = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    [...beneath(context, operation), ...singletonsBeneath(context, operation)].map(({ operation: own, parameter }) => ({
      subject: { operationId: own.id, parameter: parameter.name },
      pointer: parameter.pointer,
      statement: `${own.id} must give what belongs to its ${parameter.name}, and nothing of another one.`,
    })),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: { by: 'probes', probe: probeOther },
    faults: (context, { subject: { operationId } }) => [faultDraft('ignored', ofTheLast(context, operationId))],
    advice: ({ parameter }) => `Look only for what belongs to the ${parameter} of the path.`,
  },
  client: null,
});

interface Beneath {
  operation: Operation;
  create: Operation;
  resource: Resource;
  /** What the creation makes: that resource, or one that is elsewhere. */
  maker: Resource;
  /** Property of what is made elsewhere that says what it is beneath. */
  reference: string | undefined;
  /** What the items are beneath, and the parameter that names it. */
  above: Resource;
  parameter: Parameter;
}

/** Things that an operation lists or reads beneath others, where more than one of both can be made. */
function beneath(context: Pick<MessageContext, 'description' | 'resources'>, operation: Operation | null): Beneath[] {
  if (operation === null) return [];
  return context.resources.flatMap((resource) => {
    const { list, read, idProperty, collectionPath } = resource;
    const isOwn = list?.operation === operation || (read === operation && documentsMissing(operation));
    const [, name] = /\{([^}/]+)\}(?:\/[^{}]+)?$/.exec(collectionPath) ?? [];
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    const isThere = operation.path.startsWith(collectionPath);
    if (!isOwn || !isThere || idProperty === undefined || parameter === undefined) return [];
    const above = resourceOfPath(context, operation, parameter.name);
    if (above === undefined || makerOf(above) === undefined) return [];
    const create = makerOf(resource);
    const made =
      create === undefined
        ? madeElsewhere(context, resource, above)
        : { create, maker: resource, reference: undefined };
    return made === undefined ? [] : [{ ...made, operation, resource, above, parameter }];
  });
}

async function* probeOther(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context } = run;
  for (const own of singletonsBeneath(context, operation)) {
    const probed = await probeSingleton(run, own);
    const subject = { operationId: operation.id, parameter: own.parameter.name };
    if (probed !== undefined) yield { subject, ...probed };
  }
  for (const own of beneath(context, operation)) {
    const { parameter, above, maker, create, reference } = own;
    const { items, newItems } = context.source;
    const [first, second] = [await items.newAbove(create, above), await newItems.newId(above)];
    if (first === undefined || second === undefined || textOf(first) === textOf(second)) continue;
    const beneathOf = (one: Exact) => ({ [parameter.name]: writePath(parameter, one) });
    const { making, created } = await makeBeneath(run, create, { resource: above, id: first });
    const item =
      create === maker.create ? context.idIn(maker, created) : itemAsked(context.description.contract, maker, making);
    if (item === undefined || !isSuccess(created.response)) continue;
    const look = async (one: Exact) => shownTo(run, own, await asked(context, own, item, beneathOf(one)), item);
    const there = await look(first);
    const elsewhere = await look(second);
    const subject = { operationId: operation.id, parameter: parameter.name };
    const stray =
      reference !== undefined && isSame(within(created.body, [reference]) ?? null, first)
        ? strayIn(own, reference, second, elsewhere)
        : undefined;
    yield { subject, answer: elsewhere.answer, judgement: stray ?? judge(context, own, first, item, there, elsewhere) };
  }
}

/** Makes a thing beneath another one: of little, where there is no more of what it is made of. */
async function makeBeneath(
  { context, call }: ProbeRun,
  create: Operation,
  named: Named,
): Promise<{ making: RequestParts; created: Answer }> {
  const path = pathTo(context, create, named.resource, named.id);
  const makeWith = async (extent: RequestExtent) => {
    const making = await context.source.base(create, extent, true, path, undefined, named);
    return { making, created: await call(making) };
  };
  const usual = await makeWith('all');
  return [400, 409, 422].includes(usual.created.response.status) ? makeWith('small') : usual;
}

/** The request for an item, or for as many of such as can be listed at once, beneath a thing. */
function asked(
  context: PlanningContext,
  { operation, resource }: Beneath,
  item: Exact,
  given: Record<string, string>,
): Promise<RequestParts> {
  const { parameter, read, list } = resource;
  if (list?.operation === operation) return fullestPage(context, list, given);
  const own = operation === read && parameter !== undefined ? { [parameter.name]: writePath(parameter, item) } : {};
  return context.source.base(operation, 'all', false, { ...given, ...own });
}

/** An answer, and the items that it and those on the pages before it have. */
interface Shown {
  answer: Answer;
  items: readonly Exact[] | undefined;
}

/** What is shown beneath a thing: from page to page until one has the item. */
async function shownTo({ context, call }: ProbeRun, own: Beneath, parts: RequestParts, item: Exact): Promise<Shown> {
  const { operation, resource } = own;
  const { list } = resource;
  let answer = await call(parts);
  let found = itemsIn(resource, operation, answer);
  const parameters = list?.operation === operation ? listParametersOf(context.description, list) : undefined;
  if (parameters === undefined) return { answer, items: found };
  const all = [...(found ?? [])];
  for (let index = 1; index < mostPages && found !== undefined && !hasItem(resource, found, item); index += 1) {
    const next = nextPage(context.description.contract, parameters, { answer, items: found }, index);
    if (next === undefined) break;
    answer = await call(placeValue(parts, ...next));
    found = itemsIn(resource, operation, answer);
    all.push(...(found ?? []));
  }
  return { answer, items: found && all };
}

/** What leads to the page with this index behind another one: its cursor, or a place where it is full. */
function nextPage(
  contract: Contract,
  parameters: ListParameters,
  { answer, items = [] }: Shown,
  index: number,
): [Parameter, Exact] | undefined {
  const { cursor, offset, page, size } = parameters;
  if (cursor !== undefined) {
    const next = nextCursor(cursor, answer.body);
    return next === undefined ? undefined : [cursor.parameter, next];
  }
  const { most } = pageSizes(contract, parameters);
  if (size === undefined || items.length !== most) return undefined;
  if (offset !== undefined) return [offset, index * most];
  return page === undefined ? undefined : [page, firstPageNumber(contract, parameters) + index];
}

function hasItem({ idProperty = '' }: Resource, items: readonly Exact[], id: Exact): boolean {
  return items.some((one) => isSame(within(one, [idProperty]) ?? null, id));
}

function judge(
  context: PlanningContext,
  { operation, resource, parameter }: Beneath,
  above: Exact,
  item: Exact,
  { items: own }: Shown,
  { items: others, answer: elsewhere }: Shown,
): 'kept' | Violation | OutOfReach {
  const created = own?.find((one) => hasItem(resource, [one], item));
  if (created === undefined) return { outOfReach: 'The created item is not shown where it was created.' };
  const isRefusedList = operation !== resource.read && !isSuccess(elsewhere.response);
  if (others === undefined || isRefusedList) return { outOfReach: 'The other answer has no item.' };
  // Without one of these, two things may have the same identifier, and be alike.
  const isThereAlone = resource.itemsPath !== resource.collectionPath && !resource.itemsPath.includes('{');
  const saysAbove = isSame(within(created, [parameter.name]) ?? null, above);
  const isOfOne =
    saysAbove || isUuid(context, resource) || isDrawn(item) || writeExact(created).includes(context.values.mark);
  if (!isThereAlone && !isOfOne)
    return { outOfReach: 'Nothing distinguishes the items of the one from those of the other.' };
  // What the server itself puts beneath each may be the same.
  if (!others.some((one) => isSame(one, created))) return 'kept';
  return {
    documented: `Nothing that belongs to another ${parameter.name}.`,
    received: `${writeExact(item)}, which is of another one: ${excerpt(elsewhere)}`,
  };
}

/** An item that says that it is beneath another thing. */
function strayIn(
  { parameter }: Beneath,
  reference: string,
  asked: Exact,
  { items, answer }: Shown,
): Violation | undefined {
  const ofItem = (item: Exact) => within(item, [reference]) ?? asked;
  const stray = items?.find((item) => textOf(ofItem(item)) !== textOf(asked));
  return stray === undefined
    ? undefined
    : {
        documented: `Nothing that belongs to another ${parameter.name} than ${textOf(asked)}.`,
        received: `${reference} ${textOf(ofItem(stray))}: ${excerpt(answer)}`,
      };
}

/** The items that an answer has; none where it is a refusal, undefined where it shows none. */
function itemsIn({ list }: Resource, operation: Operation, { response, body }: Answer): readonly Exact[] | undefined {
  if (!isSuccess(response)) return response.status < 500 && response.status !== 429 ? [] : undefined;
  const items = list?.operation === operation ? within(body, list.segments) : body === undefined ? undefined : [body];
  return Array.isArray(items) ? items : undefined;
}

/** True for an identifier that is too long to be counted up, as a ULID behind a prefix. */
function isDrawn(id: Exact): boolean {
  return typeof id === 'string' && /[\dA-Z]{20}/i.test(id) && !/0{8}|\d{20}/.test(id);
}

function isUuid({ description: { contract } }: PlanningContext, { parameter, list, idProperty }: Resource): boolean {
  const inPath = parameter && parameterSchema(parameter);
  const listed = list && viewItem(contract, list.item).properties.get(idProperty ?? '');
  return [inPath, listed].some((one) => one !== undefined && textAt(viewSchema(contract, one), 'format') === 'uuid');
}

/** Answers as beneath what something was created beneath at last. */
function ofTheLast(context: MessageContext, operationId: string): Wrap {
  const operation = context.operation(operationId);
  const [single] = singletonsBeneath(context, operation ?? null);
  if (single !== undefined) return singletonOfTheLast(context, single);
  const [own] = beneath(context, operation ?? null);
  if (operation === undefined || own === undefined) return (send) => send;
  const [isCreation, isAsked] = [context.isTo(own.create), context.isTo(operation)];
  const { reference } = own;
  return (send) => {
    let last: string | undefined;
    return (request) => {
      const { path, pairs } = splitTarget(request.target);
      const above = own.create === own.maker.create ? path : path.slice(0, path.lastIndexOf('/'));
      if (isCreation(request)) last = reference === undefined ? above : (pathBeneath(own, request, reference) ?? last);
      if (last === undefined || !isAsked(request)) return send(request);
      const rest = operation === own.resource.read ? path.slice(path.lastIndexOf('/')) : '';
      return send({ ...request, target: joinTarget(`${last}${rest}`, pairs) });
    };
  };
}

/** The path of the list beneath what the body of a creation names. */
function pathBeneath({ operation, parameter }: Beneath, { body }: HttpRequest, property: string): string | undefined {
  const id = body === null ? undefined : within(jsonIn(body), [property]);
  return id === undefined ? undefined : operation.path.replace(`{${parameter.name}}`, writePath(parameter, id));
}
