import { type Exact, type ExactObject, isExactObject, isSame, within, writeExact } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { type Contract, partAt } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { itemIn, itemPlaceIn } from '../../openapi/resources/item-place.ts';
import { joinedWords } from '../../openapi/resources/joined-words.ts';
import { makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema, parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, isReadOnly, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { placeValue } from '../parameter/place-value.ts';
import { listedByBody } from '../request/referenced-resource.ts';
import { encodeBody, pathValue, type RequestParts, sentBody } from '../request/request-parts.ts';
import { settled } from '../settled.ts';
import { isRefused } from './bulk-results.ts';
import { covers } from './item/item-difference.ts';
import { keptBetween } from './item/item-properties.ts';
import { listIn, severalIn } from './several-items.ts';

const id = '{operationId}.changesEach.{other}';

// Enough to tell the first one and the last one from all.
const mostChanged = 3;

/** Items that one request changes, each of which is so then: `PATCH /devices` with a list of devices. */
export const bulkChanges = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    changedTogether(context, operation).map(({ operation: change, read }) => ({
      subject: { operationId: change.id, other: read.id },
      pointer: partAt(context.description.contract, change.pointer).pointer,
      statement: `Each item that ${change.id} names must be returned by ${read.id} as it was changed.`,
    })),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: { by: 'probes', probe: probeEach },
    faults: (context, { subject: { operationId } }) => [
      faultDraft(
        'the first alone',
        changed(context, operationId, (all) => all.slice(0, 1)),
      ),
      faultDraft(
        'the last alone',
        changed(context, operationId, (all) => all.slice(-1)),
      ),
    ],
    advice: ({ other }) => `Change each item that the request names, so that ${other} returns it so.`,
  },
  client: null,
});

/** A request that changes several items of a resource, and how its body names them. */
export interface BulkChange {
  operation: Operation;
  resource: Resource;
  read: Operation;
  /** The property of the body that has the list; undefined where the body is the list. */
  list: string | undefined;
  /** The property of an entry that names its item; undefined for a list of identifiers alone. */
  idProperty: string | undefined;
  /** The property of the body that has the changes for all; undefined where they stand beside the list, or in it. */
  changes: string | undefined;
  /** The parameter of the path that has the change for all, as of `PUT /items/state/{state}`. */
  inPath?: Parameter;
  /** The properties that are changed, and returned. */
  names: string[];
}

/** What an operation changes at the path of a collection, or behind it. */
export function changedTogether(
  { description, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): BulkChange[] {
  const { contract } = description;
  const schema = operation === null ? undefined : jsonBodySchema(contract, operation);
  if (operation === null || schema === undefined || !['POST', 'PUT', 'PATCH'].includes(operation.method)) return [];
  const place = listIn(contract, schema);
  const items = place && viewSchema(contract, place.pointer).items;
  if (place === undefined || items === undefined) return [];
  return resources.flatMap((resource): BulkChange[] => {
    const { read, create, collectionPath, itemsPath } = resource;
    const shown = read && successSchema(contract, read);
    const after = operation.path.startsWith(collectionPath) ? operation.path.slice(collectionPath.length) : '{';
    const isHere = /^(?:[:/][^{}/]+)?$/.test(after) && collectionPath === itemsPath && operation !== create;
    if (read === undefined || shown === undefined || makerOf(resource) === undefined) return [];
    const inPath =
      listedByBody({ description, resources }, operation) === resource ? changeInPath(operation, after) : undefined;
    if (!isHere && inPath === undefined) return [];
    const item = itemPlaceIn(contract, shown, resource)?.pointer ?? shown;
    const found = { operation, resource, read, list: place.segments[0] };
    const keptIn = (pointer: string) =>
      keptBetween(contract, resource, pointer, item).flatMap(({ name }) => (isName(resource, name) ? [] : [name]));
    if (inPath !== undefined) {
      const isShown = viewSchema(contract, item).properties.has(inPath.name) && !isName(resource, inPath.name);
      const change = { ...found, idProperty: undefined, changes: undefined, inPath };
      return isShown ? withNames({ ...change, names: [inPath.name] }) : [];
    }
    const { types, properties, required } = viewSchema(contract, items);
    const isSent = (at: string) => !isReadOnly(viewSchema(contract, at));
    const idProperty = [...properties].find(
      ([name, at]) => isName(resource, name) && required.has(name) && isSent(at),
    )?.[0];
    if (idProperty !== undefined) return withNames({ ...found, idProperty, changes: undefined, names: keptIn(items) });
    if (types.some((type) => type === 'object' || type === 'array') || !namesMany(resource, place.segments[0]))
      return [];
    const held = [...viewSchema(contract, schema).properties].filter(([, at]) => keptIn(at).length > 0);
    const [changes] = held;
    return changes !== undefined && held.length === 1
      ? withNames({ ...found, idProperty, changes: changes[0], names: keptIn(changes[1]) })
      : withNames({ ...found, idProperty, changes: undefined, names: keptIn(schema) });
  });
}

/** What the end of a path sets of things, as `/state/{state}`. */
function changeInPath({ parameters }: Operation, after: string): Parameter | undefined {
  const [, name] = /^\/[^/{}]+\/\{([^/{}]+)\}$/.exec(after) ?? [];
  return parameters.find((one) => one.in === 'path' && one.name === name);
}

const withNames = (change: BulkChange): BulkChange[] => (change.names.length === 0 ? [] : [change]);

/** True for the property of an entry that has the identifier of its item. */
function isName({ idProperty, parameter }: Resource, name: string): boolean {
  return [idProperty, parameter?.name].some((one) => one !== undefined && joinedWords(one) === joinedWords(name));
}

/** True for the name of a list of identifiers: `ids`, or that of one with an `s`. */
function namesMany(resource: Resource, name = ''): boolean {
  return joinedWords(name) === 'ids' || (/s$/i.test(name) && isName(resource, name.slice(0, -1)));
}

async function* probeEach(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const own of changedTogether(context, operation)) {
    const { resource, read } = own;
    const several = await requestToSeveral(context, own);
    const ids = several === undefined ? [] : namedIn(own, sentBody(several) ?? null);
    if (ids.length < 2 || several === undefined) continue;
    const above = own.inPath === undefined ? {} : several.path;
    const look = async (one: Exact) => call(await context.source.at(read, resource, one, above));
    const before = await Promise.all(ids.map(look));
    const parts = withOtherValue(context, own, several, before);
    const answer = await call(parts);
    const subject = { operationId: operation.id, other: read.id };
    if (!isSuccess(answer.response) || answer.response.status === 202) {
      yield { subject, answer, judgement: { outOfReach: 'No several items were changed at once.' } };
      continue;
    }
    const { contract } = context.description;
    for (const [index, one] of ids.entries()) {
      const judged = (after: Answer) => judge(contract, own, { parts, index, before: before[index], after, answer });
      const seen = await settled(
        run,
        () => look(one),
        (after) => judged(after) === 'kept',
      );
      yield { subject, answer: seen, judgement: judged(seen) };
    }
  }
}

/** A request that changes several new items. */
async function requestToSeveral(context: ProbeRun['context'], own: BulkChange): Promise<RequestParts | undefined> {
  // Those that are beneath the same thing come with the body.
  if (own.inPath !== undefined) return severalIn(context, own.operation);
  const ids: Exact[] = [];
  for (let count = 0; count < mostChanged; count += 1) {
    const made = await context.source.newItems.newId(own.resource);
    if (made !== undefined && !ids.some((one) => isSame(one, made))) ids.push(made);
  }
  return requestFor(context, own, ids);
}

/** The same request, with a value in its path that none of the items has had. */
function withOtherValue(
  { description: { contract } }: ProbeRun['context'],
  { inPath, resource }: BulkChange,
  parts: RequestParts,
  before: readonly Answer[],
): RequestParts {
  const values = inPath === undefined ? [] : (enumOf(viewSchema(contract, parameterSchema(inPath))) ?? []);
  const had = before.map(({ body }) => within(itemIn(contract, resource, body ?? null), [inPath?.name ?? '']));
  const other = values.find((value) => !had.some((one) => one !== undefined && isSame(one, value)));
  return inPath === undefined || other === undefined ? parts : placeValue(parts, inPath, other);
}

/** A request that changes these items alike. */
async function requestFor(
  context: ProbeRun['context'],
  { operation, list, idProperty }: BulkChange,
  ids: readonly Exact[],
): Promise<RequestParts | undefined> {
  const base = await context.source.base(operation);
  const mediaType = operation.requestBody?.mediaTypes.find(isJson);
  const body = sentBody(base) ?? null;
  const listed = list === undefined ? body : within(body, [list]);
  const [entry = {}] = Array.isArray(listed) ? listed : [];
  const entries = ids.map((one) =>
    idProperty === undefined ? one : { ...(isExactObject(entry) ? entry : {}), [idProperty]: one },
  );
  const sent = list === undefined ? entries : isExactObject(body) ? { ...body, [list]: entries } : undefined;
  const schema = jsonBodySchema(context.description.contract, operation);
  if (sent === undefined || mediaType === undefined || schema === undefined) return undefined;
  return context.isValid('request', schema, sent) ? { ...base, body: encodeBody(mediaType, sent) } : undefined;
}

/** What a request changes of the item with this place in the list of its body. */
export function changesIn(
  { list, idProperty, changes, inPath, names }: BulkChange,
  body: Exact,
  index: number,
  path: ExactObject,
): ExactObject {
  const value = inPath && path[inPath.name];
  if (inPath !== undefined) return value === undefined ? {} : { [inPath.name]: value };
  const listed = list === undefined ? body : within(body, [list]);
  const entry = Array.isArray(listed) ? (listed[index] ?? null) : null;
  const all = idProperty !== undefined ? entry : changes === undefined ? body : (within(body, [changes]) ?? null);
  return Object.fromEntries(Object.entries(isExactObject(all) ? all : {}).filter(([name]) => names.includes(name)));
}

/** The identifiers of the items that a body names. */
export function namedIn({ list, idProperty }: BulkChange, body: Exact): Exact[] {
  const listed = list === undefined ? body : within(body, [list]);
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((entry) => (idProperty === undefined ? entry : (within(entry, [idProperty]) ?? [])));
}

interface SeenChange {
  parts: RequestParts;
  /** The place of the item in the request. */
  index: number;
  before: Answer | undefined;
  after: Answer;
  answer: Answer;
}

function judge(
  contract: Contract,
  own: BulkChange,
  { parts, index, before, after, answer }: SeenChange,
): 'kept' | Violation | OutOfReach {
  const itemOf = (one: Answer | undefined) => itemIn(contract, own.resource, one?.body ?? null);
  const [was, now] = [itemOf(before), itemOf(after)];
  const set = own.inPath && pathValue(contract, parts, own.inPath);
  const path = own.inPath === undefined || set === undefined ? {} : { [own.inPath.name]: set };
  const wanted = Object.entries(changesIn(own, sentBody(parts) ?? null, index, path)).filter(
    ([name, value]) => !isChangedTo(within(was, [name]) ?? null, value),
  );
  if (!isSuccess(after.response) || wanted.length === 0) return { outOfReach: 'Nothing that is shown was changed.' };
  const schema = successSchema(contract, own.operation);
  const place = schema === undefined ? undefined : listIn(contract, schema);
  const results = place && within(answer.body, place.segments);
  if (Array.isArray(results) && results.some(isRefused)) return { outOfReach: 'Some of the items were refused.' };
  const lost = wanted.find(([name, value]) => !isChangedTo(within(now, [name]) ?? null, value));
  if (lost === undefined) return 'kept';
  return { documented: `${lost[0]}: ${writeExact(lost[1])}, as for each.`, received: excerpt(after) };
}

/** The server may give each part of a list an identifier. */
function isChangedTo(now: Exact, sent: Exact): boolean {
  return Array.isArray(sent) ? covers(now, sent) : isSame(now, sent);
}

/** Changes some of the items that are named alone. */
function changed(context: MessageContext, operationId: string, some: (all: Exact[]) => Exact[]): Wrap {
  const operation = context.operation(operationId);
  const [own] = changedTogether(context, operation ?? null);
  const isChange = context.isTo(operation);
  const read = context.isTo(own?.read);
  return (send) => {
    const stale = new Set<string>();
    const known = new Map<string, Answer['response']>();
    return async (request) => {
      const response = await send(request);
      const [, asked = ''] = /([^/?]+)(?:\?.*)?$/.exec(request.target) ?? [];
      if (isChange(request) && response.status < 300 && own !== undefined && request.body !== null) {
        const all = namedIn(own, jsonIn(request.body) ?? null);
        const kept = some(all);
        for (const one of all) if (!kept.includes(one)) stale.add(textOf(one));
      }
      const first = known.get(asked);
      if (read(request) && stale.has(asked) && first !== undefined) return first;
      if (read(request) && response.status < 300) known.set(asked, response);
      return response;
    };
  };
}
