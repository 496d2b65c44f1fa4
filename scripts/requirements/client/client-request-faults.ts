import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { joinTarget, jsonIn, type Pair, splitTarget, withHeader, withJson } from '../../http/message-changes.ts';
import { decode } from '../../http/percent-encoding.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor, withTexts } from '../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { enumOf, numberAt, viewSchema } from '../../openapi/schema-view.ts';
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

/** Parameters that arrive otherwise than they were given. */
export function parameterFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  { in: place, name, keyword }: Extract<RequirementSubject, { kind: 'parameter' }>,
): ClientChange[] {
  const operation = context.operation(requirement.operationId);
  if (operation === undefined) return [];
  const change = (what: string, own: Change) => sending(context, operation, what, own);
  const query =
    (add: (pairs: Pair[]) => Pair[]): Change =>
    (request) => {
      const { path, pairs } = splitTarget(request.target);
      return { ...request, target: joinTarget(path, add(pairs)) };
    };
  const parameter = operation.parameters.find((one) => one.in === place && one.name === name);
  if (parameter === undefined) {
    const capitals = change(
      'the parameters in capitals',
      query((pairs) => pairs.map(([own, value]) => [own.toUpperCase(), value])),
    );
    const hasQuery = operation.parameters.some((one) => one.in === 'query');
    if (keyword === 'unknown')
      return [
        change(
          'adds a parameter of its own',
          query((pairs) => [...pairs, ['undescribed', '1']]),
        ),
        ...(hasQuery ? [capitals] : []),
      ];
    return operation.parameters
      .filter((one) => one.in === place)
      .map((one) => change(`drops ${one.name}`, (request) => withTexts(request, operation, one, [])));
  }
  const given = (request: HttpRequest) => textsFor(request, operation, parameter);
  const altered = (what: string, alter: (text: string) => string) =>
    change(what, (request) => {
      const texts = given(request);
      return texts.length === 0 ? request : withTexts(request, operation, parameter, texts.map(alter));
    });
  if (keyword === 'repeated')
    return place === 'query'
      ? [
          change(
            'sends it twice',
            query((pairs) => pairs.flatMap((pair): Pair[] => (decode(pair[0]) === name ? [pair, pair] : [pair]))),
          ),
        ]
      : [];
  const dropped =
    place === 'path' ? [] : [change('drops it', (request) => withTexts(request, operation, parameter, []))];
  const renamed =
    place === 'query'
      ? [
          change(
            'under another name',
            query((pairs) => pairs.map(([own, value]) => (decode(own) === name ? [`${own}s`, value] : [own, value]))),
          ),
        ]
      : [];
  return [
    ...dropped,
    ...renamed,
    ...otherValues(context, parameter, keyword).map(({ what, alter }) => altered(what, alter)),
  ];
}

interface OtherText {
  what: string;
  alter(text: string): string;
}

/** Values next to those that a keyword is about. */
function otherValues(context: MessageContext, { pointer, mediaType }: Parameter, keyword: string): OtherText[] {
  if (mediaType !== null) return [{ what: 'cut short', alter: (text) => text.slice(0, -1) }];
  const view = viewSchema(context.description.contract, `${pointer}/schema`);
  const [bound, listed] = [numberAt(view, keyword), enumOf(view)];
  if (listed !== undefined && keyword === 'enum')
    return [
      {
        what: 'another value of the list',
        alter: (text) => textOf(listed.find((value) => textOf(value) !== text) ?? text),
      },
      { what: 'in capitals', alter: (text) => text.toUpperCase() },
    ];
  if (bound !== undefined && /minimum|maximum/i.test(keyword))
    return [
      {
        what: 'beyond the bound',
        alter: (text) => (Number(text) === bound ? String(bound + (/max/i.test(keyword) ? 1 : -1)) : text),
      },
      {
        what: 'one off',
        alter: (text) => (Number(text) === bound ? String(bound + (/max/i.test(keyword) ? -1 : 1)) : text),
      },
    ];
  return [{ what: 'another value', alter: (text) => (/^-?\d+$/.test(text) ? String(BigInt(text) + 1n) : `${text}x`) }];
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
