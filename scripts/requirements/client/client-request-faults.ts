import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn, withHeader, withJson } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft, RequirementSubject } from '../requirement.ts';
import type { ClientChange } from './client-fault.ts';

type Change = (request: HttpRequest) => HttpRequest;

/** A client whose requests are changed on their way: those to the operation of a requirement alone. */
function sending(
  context: MessageContext,
  operation: Operation | undefined,
  what: string,
  change: Change,
): ClientChange {
  return {
    what,
    between: (respond) => (request) =>
      respond(operation === undefined || context.isTo(operation)(request) ? change(request) : request),
  };
}

/** Bodies that arrive otherwise than they were given. */
export function bodyFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  { path, keyword }: Extract<RequirementSubject, { kind: 'requestBody' }>,
): ClientChange[] {
  const operation = context.operation(requirement.operationId);
  if (operation === undefined) return [];
  const change = (what: string, own: Change) => sending(context, operation, what, own);
  const ofJson = (what: string, alter: (body: Exact) => Exact) =>
    change(what, (request) => {
      const body = jsonIn(request.body);
      return body === undefined ? request : withJson(request, alter(body));
    });
  const [name] = path.split('.').filter((step) => step !== '' && !step.startsWith('['));
  switch (keyword) {
    case 'none':
      return [
        change('sends a body', (request) =>
          withHeader({ ...request, body: Buffer.from('{}') }, 'Content-Type', 'application/json'),
        ),
      ];
    case 'given':
      return [change('drops it', (request) => withHeader({ ...request, body: null }, 'Content-Length', undefined))];
    case 'wellFormed':
      return [
        change('cut short', (request) => ({ ...request, body: request.body?.subarray(0, -1) ?? null })),
        change('no UTF-8', (request) => ({
          ...request,
          body:
            request.body === null
              ? null
              : Buffer.concat([request.body.subarray(0, -1), Buffer.from([0xff]), request.body.subarray(-1)]),
        })),
      ];
    case 'contentType':
      return [
        change('as text', (request) => withHeader(request, 'Content-Type', 'text/plain')),
        change('without its type', (request) => withHeader(request, 'Content-Type', undefined)),
        change('as a form', (request) => withHeader(request, 'Content-Type', 'application/x-www-form-urlencoded')),
      ];
    case 'shape':
      return [ofJson('in a list', (body) => [body])];
    case 'surplus':
      return [
        ofJson('adds a property of its own', (body) => (isExactObject(body) ? { ...body, undescribed: 1 } : [body])),
      ];
    default:
      return name === undefined
        ? [ofJson('without its first property', withoutFirst), ofJson('with another first value', withOtherFirst)]
        : propertyFaults(ofJson, name, keyword);
  }
}

function propertyFaults(
  ofJson: (what: string, alter: (body: Exact) => Exact) => ClientChange,
  name: string,
  keyword: string,
): ClientChange[] {
  const at =
    (alter: (value: Exact) => Exact | undefined) =>
    (body: Exact): Exact => {
      if (!isExactObject(body) || !Object.hasOwn(body, name)) return body;
      const { [name]: own = null, ...others } = body;
      const made = alter(own);
      return made === undefined ? others : { ...others, [name]: made };
    };
  if (keyword === 'optional')
    return [
      ofJson('sends null where the caller gives nothing', (body) =>
        isExactObject(body) && within(body, [name]) === undefined ? { ...body, [name]: null } : body,
      ),
    ];
  const retyped = (value: Exact): Exact =>
    typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : typeof value === 'string'
        ? [value]
        : String(value);
  return [
    ofJson(
      'drops it',
      at(() => undefined),
    ),
    ofJson('another value', at(otherThan)),
    ...(keyword === 'type'
      ? [
          ofJson('as another type', at(retyped)),
          ofJson(
            'as null',
            at(() => null),
          ),
        ]
      : []),
    ...(keyword === 'required'
      ? [
          ofJson('under another name', (body) =>
            isExactObject(body) && Object.hasOwn(body, name)
              ? { ...(at(() => undefined)(body) as typeof body), [`${name}s`]: body[name] ?? null }
              : body,
          ),
        ]
      : []),
  ];
}

function otherThan(value: Exact): Exact {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Number(value) + (Math.abs(Number(value)) < 2 ** 52 ? 1 : -4096);
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value)
    ? [...value, ...value.slice(-1), ...(value.length === 0 ? ['x'] : [])]
    : value === null
      ? 'x'
      : { ...value, undescribed: 1 };
}

function withoutFirst(body: Exact): Exact {
  return isExactObject(body) ? Object.fromEntries(Object.entries(body).slice(1)) : [];
}

function withOtherFirst(body: Exact): Exact {
  return isExactObject(body)
    ? Object.fromEntries(
        Object.entries(body).map(([name, value], index) => [name, index === 0 ? otherThan(value) : value]),
      )
    : otherThan(body);
}
