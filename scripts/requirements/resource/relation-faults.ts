import { type Exact, isExactObject, isSame, within, writeExact } from '../../http/exact-json.ts';
import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { type Resource, sharedProperties } from '../../openapi/resources.ts';
import { enumOf, viewSchema } from '../../openapi/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import { repair } from '../request-body/request-body-faults.ts';
import type { RequirementDraft, RequirementSubject } from '../requirement.ts';
import { KnownItems } from './known-items.ts';
import { listFaults } from './list-faults.ts';

export type RelationSubject = Extract<RequirementSubject, { kind: 'relation' }>;

/** Things that are not kept, read or listed as they were sent. */
export function relationFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  subject: RelationSubject,
): FaultDraft[] {
  const operation = context.operation(requirement.operationId);
  const resource = context.resources.find((own) =>
    [own.create, own.read, own.replace, own.merge, own.remove, own.list?.operation].includes(operation),
  );
  if (operation === undefined || resource === undefined) return [];
  switch (subject.aspect) {
    case 'kept':
      return keptFaults(context, operation, subject.property ?? '');
    case 'unique':
      return [
        faultDraft('an identifier once more', repeatedId(context, resource, operation, 5)),
        faultDraft('always the same identifier', repeatedId(context, resource, operation, 1)),
      ];
    case 'returns':
      return readFaults(context, resource, operation, context.operation(subject.other));
    case 'removed':
      return [faultDraft('is still there', stillThere(context, resource))];
    case 'refused':
      return [faultDraft('stored all the same', storedAllTheSame(context, context.operation(subject.other)))];
    default:
      return listFaults(context, resource, subject);
  }
}

/** Another value of the same kind. */
export function otherValue(
  context: MessageContext,
  schema: string,
  property: string,
  value: Exact | undefined,
): Exact | undefined {
  const { contract } = context.description;
  const at = viewSchema(contract, schema).properties.get(property);
  const view = at === undefined ? undefined : viewSchema(contract, at);
  const other = view === undefined ? undefined : enumOf(view)?.find((one) => one !== value);
  if (other !== undefined) return other;
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return value;
}

function keptFaults(context: MessageContext, operation: Operation, property: string): FaultDraft[] {
  const schema = context.requestSchemaOf(operation);
  if (schema === undefined) return [];
  const isTo = context.isTo(operation);
  const answered = (what: string, change: (item: { [key: string]: Exact }) => Exact): FaultDraft =>
    faultDraft(what, (send) => async (request) => {
      const response = await send(request);
      const body = isTo(request) && response.status < 300 ? jsonIn(response.body) : undefined;
      return isExactObject(body) && body[property] !== undefined ? withJson(response, change(body)) : response;
    });
  const stored = (what: string, change: (value: Exact) => Exact | undefined): FaultDraft =>
    faultDraft(what, (send) => (request) => {
      const body = isTo(request) ? jsonIn(request.body) : undefined;
      if (
        !isExactObject(body) ||
        body[property] === undefined ||
        context.violations('request', schema, body).length > 0
      )
        return send(request);
      const value = change(body[property]);
      const { [property]: _, ...others } = body;
      const made = value === undefined ? others : { ...body, [property]: value };
      return send(context.violations('request', schema, made).length > 0 ? request : withJson(request, made));
    });
  const other = (value: Exact) => otherValue(context, schema, property, value);
  const isText = typeof within(context.sampleBody(operation), [property]) === 'string';
  const isOptional = !context.requiredIn(schema).includes(property);
  return [
    answered('answered with another value', (item) => ({ ...item, [property]: other(item[property] ?? null) ?? null })),
    stored('stored with another value', other),
    ...(isOptional
      ? [stored('not stored', () => undefined), answered('not answered', ({ [property]: _, ...others }) => others)]
      : []),
    ...(isText && enumOf(viewSchema(context.description.contract, context.schemaAt(schema, [property]))) === undefined
      ? [
          stored('stored in lower case', (value) => String(value).toLowerCase()),
          stored('stored without blanks at its ends', (value) => String(value).trim()),
          stored('cut', (value) => String(value).slice(0, 60)),
        ]
      : []),
  ];
}

/** Every so often, what is created gets the identifier of what was created before. */
function repeatedId(context: MessageContext, { idProperty = '' }: Resource, create: Operation, every: number): Wrap {
  return (send) => {
    const ids: Exact[] = [];
    return async (request) => {
      const response = await send(request);
      const body = context.isTo(create)(request) && response.status < 300 ? jsonIn(response.body) : undefined;
      if (!isExactObject(body)) return response;
      ids.push(body[idProperty] ?? null);
      const [first = null] = ids;
      return ids.length > 1 && ids.length % every === 0
        ? withJson(response, { ...body, [idProperty]: first })
        : response;
    };
  };
}

function readFaults(
  context: MessageContext,
  resource: Resource,
  read: Operation,
  after: Operation | undefined,
): FaultDraft[] {
  const { contract } = context.description;
  const schema = successSchema(contract, read);
  const sent = after === undefined ? undefined : context.requestSchemaOf(after);
  if (schema === undefined || sent === undefined) return [];
  const reading = (
    what: string,
    change: (
      item: Exact,
      known: readonly { id: Exact; item: Exact }[],
      response: HttpResponse,
      request: HttpRequest,
    ) => HttpResponse,
  ): FaultDraft =>
    faultDraft(what, (send) => {
      const known = new KnownItems(context);
      return async (request) => {
        const response = await send(request);
        const body = jsonIn(response.body);
        known.note(request, response, body);
        return context.isTo(read)(request) && response.status < 300 && body !== undefined
          ? change(body, known.of(resource), response, request)
          : response;
      };
    });
  const idOf = (item: Exact) => within(item, [resource.idProperty ?? '']) ?? null;
  const properties = sharedProperties(contract, sent, schema).map((property) =>
    reading(`another ${property}`, (item, _, response) => {
      const own = within(item, [property]);
      return withJson(response, {
        ...(isExactObject(item) ? item : {}),
        [property]: otherValue(context, schema, property, own) ?? own ?? null,
      });
    }),
  );
  const dropped = sharedProperties(contract, sent, schema)
    .filter((property) => !context.requiredIn(schema).includes(property))
    .map((property) =>
      reading(`no ${property}`, (item, _, response) => {
        const { [property]: __, ...others } = isExactObject(item) ? item : {};
        return withJson(response, others);
      }),
    );
  return [
    reading('another thing', (item, known, response) =>
      withJson(response, known.find(({ id }) => !isSame(id, idOf(item)))?.item ?? item),
    ),
    reading('another thing under the right identifier', (item, known, response) => {
      const other = known.find(({ id }) => !isSame(id, idOf(item)))?.item;
      return isExactObject(other)
        ? withJson(response, { ...other, [resource.idProperty ?? '']: idOf(item) })
        : response;
    }),
    reading('not found for the newest', (item, known, response, request) =>
      known.length > 2 && isSame(known.at(-1)?.id ?? null, idOf(item))
        ? context.madeUp(request, 404, response)
        : response,
    ),
    ...properties,
    ...dropped,
  ];
}

function stillThere(context: MessageContext, { read }: Resource): Wrap {
  return (send) => {
    const served = new Map<string, HttpResponse>();
    return async (request) => {
      const response = await send(request);
      if (read === undefined || !context.isTo(read)(request)) return response;
      if (response.status < 300) served.set(request.target, response);
      return response.status === 404 || response.status === 410 ? (served.get(request.target) ?? response) : response;
    };
  };
}

/** What a creation refuses is put into the store with valid values for what is wrong. */
function storedAllTheSame(context: MessageContext, create: Operation | undefined): Wrap {
  const schema = create === undefined ? undefined : context.requestSchemaOf(create);
  return (send, harness) => async (request) => {
    const response = await send(request);
    const body =
      create !== undefined &&
      context.isTo(create)(request) &&
      response.status >= 400 &&
      response.status !== 401 &&
      response.status !== 429
        ? jsonIn(request.body)
        : undefined;
    if (
      create === undefined ||
      schema === undefined ||
      body === undefined ||
      context.violations('request', schema, body).length === 0
    )
      return response;
    const stored = {
      ...context.withKey(request, create, harness.key),
      body: Buffer.from(writeExact(repair(context, create, schema, body))),
    };
    await send(stored);
    return response;
  };
}
