import type { Operation } from '../../contract/operation-table.ts';
import { type Exact, isExactObject, isSame, within, writeExact } from '../../verify/exact-json.ts';
import type { HttpRequest, HttpResponse } from '../../verify/exchange.ts';
import type { FactDraft, FactSubject } from '../../verify/facts.ts';
import { sharedProperties, type Resource, successSchema } from '../../verify/resources.ts';
import { enumOf, viewSchema } from '../../verify/schema-view.ts';
import { type Departing, departing, type Wrap } from './fault.ts';
import { KnownItems } from './known-items.ts';
import { listFaults } from './list-faults.ts';
import { jsonIn, withJson } from '../../verify/message-changes.ts';
import { repair } from './request-body-faults.ts';
import type { Wire } from './wire.ts';

export type RelationSubject = Extract<FactSubject, { kind: 'relation' }>;

/** Things that are not kept, read or listed as they were sent. */
export function relationFaults(wire: Wire, fact: FactDraft, subject: RelationSubject): Departing[] {
  const operation = wire.operation(fact.operationId);
  const resource = wire.resources.find((own) => [own.create, own.read, own.replace, own.merge, own.remove, own.list?.operation].includes(operation));
  if (operation === undefined || resource === undefined) return [];
  switch (subject.aspect) {
    case 'kept':
      return keptFaults(wire, operation, subject.property ?? '');
    case 'unique':
      return [departing('an identifier once more', repeatedId(wire, resource, operation, 5)), departing('always the same identifier', repeatedId(wire, resource, operation, 1))];
    case 'returns':
      return readFaults(wire, resource, operation, wire.operation(subject.other));
    case 'removed':
      return [departing('is still there', stillThere(wire, resource))];
    case 'refused':
      return [departing('stored all the same', storedAllTheSame(wire, wire.operation(subject.other)))];
    default:
      return listFaults(wire, resource, subject);
  }
}

/** Another value of the same kind. */
export function otherValue(wire: Wire, schema: string, property: string, value: Exact | undefined): Exact | undefined {
  const { contract } = wire.description;
  const at = viewSchema(contract, schema).properties.get(property);
  const view = at === undefined ? undefined : viewSchema(contract, at);
  const other = view === undefined ? undefined : enumOf(view)?.find((one) => one !== value);
  if (other !== undefined) return other;
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return value;
}

function keptFaults(wire: Wire, operation: Operation, property: string): Departing[] {
  const schema = wire.requestSchemaOf(operation);
  if (schema === undefined) return [];
  const isTo = wire.isTo(operation);
  const answered = (what: string, change: (item: { [key: string]: Exact }) => Exact): Departing => departing(what, (send) => async (request) => {
    const response = await send(request);
    const body = isTo(request) && response.status < 300 ? jsonIn(response.body) : undefined;
    return isExactObject(body) && body[property] !== undefined ? withJson(response, change(body)) : response;
  });
  const stored = (what: string, change: (value: Exact) => Exact | undefined): Departing => departing(what, (send) => (request) => {
    const body = isTo(request) ? jsonIn(request.body) : undefined;
    if (!isExactObject(body) || body[property] === undefined || wire.departures('request', schema, body).length > 0) return send(request);
    const value = change(body[property]);
    const { [property]: _, ...others } = body;
    const made = value === undefined ? others : { ...body, [property]: value };
    return send(wire.departures('request', schema, made).length > 0 ? request : withJson(request, made));
  });
  const other = (value: Exact) => otherValue(wire, schema, property, value);
  const isText = typeof within(wire.sampleBody(operation), [property]) === 'string';
  const isOptional = !wire.requiredIn(schema).includes(property);
  return [
    answered('answered with another value', (item) => ({ ...item, [property]: other(item[property] ?? null) ?? null })),
    stored('stored with another value', other),
    ...(isOptional ? [stored('not stored', () => undefined), answered('not answered', ({ [property]: _, ...others }) => others)] : []),
    ...(isText && enumOf(viewSchema(wire.description.contract, wire.schemaAt(schema, [property]))) === undefined ? [stored('stored in lower case', (value) => String(value).toLowerCase()), stored('stored without blanks at its ends', (value) => String(value).trim()), stored('cut', (value) => String(value).slice(0, 60))] : []),
  ];
}

/** Every so often, what is created gets the identifier of what was created before. */
function repeatedId(wire: Wire, { idProperty = '' }: Resource, create: Operation, every: number): Wrap {
  return (send) => {
    const ids: Exact[] = [];
    return async (request) => {
      const response = await send(request);
      const body = wire.isTo(create)(request) && response.status < 300 ? jsonIn(response.body) : undefined;
      if (!isExactObject(body)) return response;
      ids.push(body[idProperty] ?? null);
      const [first = null] = ids;
      return ids.length > 1 && ids.length % every === 0 ? withJson(response, { ...body, [idProperty]: first }) : response;
    };
  };
}

function readFaults(wire: Wire, resource: Resource, read: Operation, after: Operation | undefined): Departing[] {
  const { contract } = wire.description;
  const schema = successSchema(contract, read);
  const sent = after === undefined ? undefined : wire.requestSchemaOf(after);
  if (schema === undefined || sent === undefined) return [];
  const reading = (what: string, change: (item: Exact, known: readonly { id: Exact; item: Exact }[], response: HttpResponse, request: HttpRequest) => HttpResponse): Departing => departing(what, (send) => {
    const known = new KnownItems(wire);
    return async (request) => {
      const response = await send(request);
      const body = jsonIn(response.body);
      known.note(request, response, body);
      return wire.isTo(read)(request) && response.status < 300 && body !== undefined ? change(body, known.of(resource), response, request) : response;
    };
  });
  const idOf = (item: Exact) => within(item, [resource.idProperty ?? '']) ?? null;
  const properties = sharedProperties(contract, sent, schema).map((property) => reading(`another ${property}`, (item, _, response) => {
    const own = within(item, [property]);
    return withJson(response, { ...(isExactObject(item) ? item : {}), [property]: otherValue(wire, schema, property, own) ?? own ?? null });
  }));
  const dropped = sharedProperties(contract, sent, schema).filter((property) => !wire.requiredIn(schema).includes(property)).map((property) => reading(`no ${property}`, (item, _, response) => {
    const { [property]: __, ...others } = isExactObject(item) ? item : {};
    return withJson(response, others);
  }));
  return [
    reading('another thing', (item, known, response) => withJson(response, known.find(({ id }) => !isSame(id, idOf(item)))?.item ?? item)),
    reading('another thing under the right identifier', (item, known, response) => {
      const other = known.find(({ id }) => !isSame(id, idOf(item)))?.item;
      return isExactObject(other) ? withJson(response, { ...other, [resource.idProperty ?? '']: idOf(item) }) : response;
    }),
    reading('not found for the newest', (item, known, response, request) => (known.length > 2 && isSame(known.at(-1)?.id ?? null, idOf(item)) ? wire.madeUp(request, 404, response) : response)),
    ...properties,
    ...dropped,
  ];
}

function stillThere(wire: Wire, { read }: Resource): Wrap {
  return (send) => {
    const served = new Map<string, HttpResponse>();
    return async (request) => {
      const response = await send(request);
      if (read === undefined || !wire.isTo(read)(request)) return response;
      if (response.status < 300) served.set(request.target, response);
      return response.status === 404 || response.status === 410 ? (served.get(request.target) ?? response) : response;
    };
  };
}

/** What a creation refuses is put into the store with valid values for what is wrong. */
function storedAllTheSame(wire: Wire, create: Operation | undefined): Wrap {
  const schema = create === undefined ? undefined : wire.requestSchemaOf(create);
  return (send, world) => async (request) => {
    const response = await send(request);
    const body = create !== undefined && wire.isTo(create)(request) && response.status >= 400 && response.status !== 401 && response.status !== 429 ? jsonIn(request.body) : undefined;
    if (create === undefined || schema === undefined || body === undefined || wire.departures('request', schema, body).length === 0) return response;
    const stored = { ...wire.withKey(request, create, world.key), body: Buffer.from(writeExact(repair(wire, create, schema, body))) };
    await send(stored);
    return response;
  };
}
