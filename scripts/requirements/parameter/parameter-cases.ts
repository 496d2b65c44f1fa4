import type { Exact } from '../../http/exact-json.ts';
import { decode, encode } from '../../http/percent-encoding.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writeCookie, writeHeader, writePath, writeQuery } from '../../openapi/parameters/parameter-codec.ts';
import { scalarOf, textOf } from '../../openapi/parameters/scalar-text.ts';
import { parameterSchema } from '../../openapi/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import { anyOf, type Case, type Expectation, invalid, refusals, type Statuses } from '../cases.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { RequestParts } from '../request-parts.ts';
import type { RequirementDraft } from '../requirement.ts';
import type { Candidate } from '../schema/candidate.ts';
import { candidatesFor } from '../schema/candidates.ts';
import { unsafeIntegers } from '../schema/number-candidates.ts';

/** Cases for every parameter of an operation. */
export function parameterCases(context: PlanningContext, operation: Operation): Case[] {
  return [
    ...operation.parameters.flatMap((parameter) => casesFor(context, operation, parameter)),
    ...unknownQuery(operation),
  ];
}

/** One text that stands for a value outside of JSON; `undefined` where it is left out. */
interface Spelling {
  keyword: string;
  /** Decides whether it is allowed. */
  value: Exact;
  title: string;
  place(parts: RequestParts): RequestParts;
}

function casesFor(context: PlanningContext, operation: Operation, parameter: Parameter): Case[] {
  const { contract } = context.description;
  const { pointer } = parameter;
  const schema = parameterSchema(parameter);
  const view = viewSchema(contract, schema);
  const refused = refusedWith(context, operation, parameter);
  const cases = spellings(context, parameter, view).flatMap(({ keyword, value, title, place }, index): Case[] => {
    const expectation = expectationFor(context, parameter, schema, value, keyword, refused);
    if (expectation === undefined) return [];
    const requirement = requirementFor(
      operation,
      parameter,
      keyword,
      partAt(contract, view.keywords.get(keyword)?.pointer ?? pointer).pointer,
      view,
    );
    return [
      {
        requirement,
        operation,
        title,
        expectation,
        build: async (at, isFresh) =>
          place(withOthers(at, parameter, index, await at.source.base(operation, 'all', isFresh))),
      },
    ];
  });
  return [...cases, ...presenceCases(operation, parameter, refused)];
}

/** By turns alone, and beside every other query parameter: a server may look at one of them less. */
function withOthers(
  context: PlanningContext,
  { in: place, name }: Parameter,
  index: number,
  parts: RequestParts,
): RequestParts {
  if (place !== 'query' || index % 2 === 0) return parts;
  const others = parts.operation.parameters.filter(
    (other) => other.in === 'query' && other.name !== name && !isOpaqueName(other.name),
  );
  return others.reduce((built, other) => placeValue(built, other, context.source.parameterValue(other)), parts);
}

/** Values that only the server can make. */
function isOpaqueName(name: string): boolean {
  return /cursor|token|after|before/i.test(name);
}

/** A path parameter that is no value of its type names nothing: 404 is as good, and so are the responses to unknown paths. */
function refusedWith(context: PlanningContext, operation: Operation, parameter: Parameter): Statuses | undefined {
  if (parameter.in !== 'path') return refusals(operation, invalid);
  const documented =
    refusals(operation, [404, ...invalid]) ??
    (Object.hasOwn(context.unmatched.responses, '404') ? noResponse : undefined);
  return documented === undefined
    ? undefined
    : anyOf(documented, { text: '404 or 400', has: (status) => status === 404 || status === 400 });
}

function expectationFor(
  context: PlanningContext,
  parameter: Parameter,
  schema: string,
  value: Exact,
  keyword: string,
  refused: Statuses | undefined,
): Expectation | undefined {
  const isUnsafe = typeof value === 'bigint' && unsafeIntegers.includes(value);
  if (!context.isValid('request', schema, value))
    return refused === undefined ? undefined : { kind: 'refused', with: refused };
  // An identifier that is allowed may still name nothing, and a reference, a cursor or a text may be refused for what it means.
  if (parameter.in === 'path' || isUnsafe) return refused === undefined ? undefined : { kind: 'either', with: refused };
  // Another tenant, another version of a thing: what is found under it is for the server to say.
  if (parameter.in !== 'query') return { kind: 'either', with: anyDocumented };
  const isOpaque = keyword === 'text' || keyword === 'type' || isOpaqueName(parameter.name);
  if (isOpaque && refused !== undefined) return { kind: 'either', with: refused };
  return { kind: 'accepted' };
}

const noResponse: Statuses = { text: '404', has: () => false };
const anyDocumented: Statuses = { text: 'a documented refusal', has: (status) => status < 500 };

function requirementFor(
  operation: Operation,
  { in: place, name }: Parameter,
  keyword: string,
  pointer: string,
  view: SchemaView,
): RequirementDraft {
  const { value } = view.keywords.get(keyword) ?? {};
  const said = value === undefined ? '' : ` ${JSON.stringify(value)}`;
  const statement =
    keyword === 'text' ? `${name} (${place}) may be any text.` : `${name} (${place}) is held to its ${keyword}${said}.`;
  return {
    id: `${operation.id}.parameters.${place}.${name}.${keyword}`,
    operationId: operation.id,
    pointer,
    statement,
    subject: { kind: 'parameter', in: place, name, keyword },
  };
}

/** Every way in which a parameter is tried, the allowed ones too. */
function spellings(context: PlanningContext, parameter: Parameter, view: SchemaView): Spelling[] {
  if (parameter.types.includes('array') || parameter.types.includes('object'))
    return listSpellings(context, parameter, view);
  const texts = candidatesFor(view, context.values).flatMap((candidate) => textsFor(candidate));
  const routes =
    parameter.in === 'path'
      ? ['search', 'count', 'all', 'me', 'new', 'latest', 'first', 'random', 'stats', 'export']
      : [];
  const odd =
    ['integer', 'number'].some((type) => view.types.includes(type)) && !view.types.includes('string')
      ? [
          '',
          ' ',
          'text',
          'abc',
          '1.5',
          '7text',
          '5abc',
          '10abc',
          '1e1',
          ' 5',
          '5 ',
          'NaN',
          '0x10',
          '1,2',
          '--1',
          '１',
          'null',
          'undefined',
          'true',
          'Infinity',
          '[]',
          '1000',
          '1000000',
          ...routes,
        ]
      : view.types.includes('boolean')
        ? ['', 'maybe', 'yes,no', '2']
        : [];
  const all = [
    ...texts,
    ...odd.map((text) => ({ keyword: 'type', text })),
    ...(view.types.includes('integer')
      ? unsafeIntegers.map((value) => ({ keyword: 'range', text: String(value) }))
      : []),
  ];
  const usable = all.filter(({ text }) => isUsable(parameter, text));
  const unique = usable.filter(
    ({ keyword, text }, index) =>
      usable.findIndex((other) => other.text === text && other.keyword === keyword) === index,
  );
  return unique.map(({ keyword, text }) => ({
    keyword,
    value: scalarOf(parameter.types, text),
    title: `${parameter.name}=${text}`,
    place: (parts) => placeText(parts, parameter, text),
  }));
}

function textsFor({ keyword, value }: Candidate): { keyword: string; text: string }[] {
  // A wrong type has no text of its own: `true` and `7` are texts like any other.
  if (keyword === 'null' || (keyword === 'type' && (typeof value === 'object' || value === '1' || value === '7')))
    return [];
  return [{ keyword, text: textOf(value) }];
}

function isUsable({ in: place, mediaType }: Parameter, text: string): boolean {
  if (mediaType !== null) return false;
  // An empty path segment, and dots alone, are another path (RFC 3986 section 5.2.4).
  if (place === 'path')
    return (
      text !== '' && !/^\.{1,2}$/.test(text) && !text.includes('/') && text.length < 500 && !text.includes('\u0000')
    );
  // Around a header value blanks do not count, and not every character can be in one (RFC 9110 section 5.5).
  return place === 'query'
    ? text.length < 2000
    : text !== '' && text === text.trim() && /^[\x20-\x7e]*$/.test(text) && !/[,;]/.test(text) && text.length < 1000;
}

function listSpellings(context: PlanningContext, parameter: Parameter, view: SchemaView): Spelling[] {
  const { contract } = context.description;
  const whole = candidatesFor(view, context.values).filter(
    ({ value, keyword }) => Array.isArray(value) && value.length > 0 && keyword !== 'type',
  );
  const item = view.items === undefined ? undefined : viewSchema(contract, view.items);
  const items =
    item === undefined
      ? []
      : candidatesFor(item, context.values).flatMap(({ keyword, value }) => {
          const text = textOf(value);
          const isSafe =
            typeof value !== 'object' &&
            text !== '' &&
            text.length < 500 &&
            !/[,| \u0000]/.test(text) &&
            keyword !== 'type' &&
            keyword !== 'text';
          return isSafe ? [{ keyword, value: [value] }] : [];
        });
  const wrong: Candidate[] =
    item !== undefined && !item.types.includes('string') ? [{ keyword: 'type', value: ['text'] }] : [];
  return [...whole, ...items, ...wrong].map(({ keyword, value }) => ({
    keyword,
    value,
    title: `${parameter.name}=${textOf(value)}`,
    place: (parts) => placeValue(parts, parameter, value),
  }));
}

function placeText(parts: RequestParts, parameter: Parameter, text: string): RequestParts {
  const { name } = parameter;
  if (parameter.in === 'path') return { ...parts, path: { ...parts.path, [name]: writePath(parameter, text) } };
  if (parameter.in === 'query')
    return { ...parts, query: [...without(parts.query, encode(name)), [encode(name), encode(text)]] };
  if (parameter.in === 'cookie') return { ...parts, cookies: [...without(parts.cookies, name), [name, encode(text)]] };
  return { ...parts, headers: [...without(parts.headers, name), [name, text]] };
}

/** The request with another value for one parameter. */
export function placeValue(parts: RequestParts, parameter: Parameter, value: Exact): RequestParts {
  const { name } = parameter;
  if (parameter.in === 'path') return { ...parts, path: { ...parts.path, [name]: writePath(parameter, value) } };
  if (parameter.in === 'query')
    return { ...parts, query: [...without(parts.query, encode(name)), ...writeQuery(parameter, value)] };
  if (parameter.in === 'cookie')
    return { ...parts, cookies: [...without(parts.cookies, name), [name, writeCookie(parameter, value)]] };
  return { ...parts, headers: [...without(parts.headers, name), [name, writeHeader(parameter, value)]] };
}

type Pairs = readonly (readonly [name: string, value: string])[];

function without(pairs: Pairs, name: string): Pairs {
  return pairs.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
}

/** Left out, and given twice. */
function presenceCases(operation: Operation, parameter: Parameter, refused: Statuses | undefined): Case[] {
  const { name, in: place, pointer } = parameter;
  if (place === 'path') return nearIdentifiers(operation, parameter, refused);
  const subject = { kind: 'parameter', in: place, name } as const;
  const drafted = (keyword: string, statement: string): RequirementDraft => ({
    id: `${operation.id}.parameters.${place}.${name}.${keyword}`,
    operationId: operation.id,
    pointer,
    statement,
    subject: { ...subject, keyword },
  });
  const isScalar =
    place === 'query' &&
    parameter.mediaType === null &&
    !['array', 'object'].some((type) => parameter.types.includes(type));
  if (!isScalar || refused === undefined) return [];
  const twice = async (at: PlanningContext) => {
    const parts = placeValue(await at.source.base(operation), parameter, at.source.parameterValue(parameter));
    const pairs = parts.query.filter(([own]) => own === encode(name));
    return { ...parts, query: [...parts.query, ...pairs] };
  };
  // OpenAPI does not say what a value given twice means.
  const repeated: Case = {
    requirement: drafted('repeated', `${name} (${place}) given twice is answered as documented.`),
    operation,
    title: `${name} twice`,
    expectation: { kind: 'either', with: refused },
    build: twice,
  };
  return [repeated];
}

/** The identifier of something that is there, with something else about it: a lenient reader finds it all the same. */
function nearIdentifiers(operation: Operation, parameter: Parameter, refused: Statuses | undefined): Case[] {
  const isNumber = parameter.types.length > 0 && parameter.types.every((type) => type === 'integer');
  if (!isNumber || refused === undefined || operation.method === 'DELETE') return [];
  const { name, pointer } = parameter;
  const requirement: RequirementDraft = {
    id: `${operation.id}.parameters.path.${name}.type`,
    operationId: operation.id,
    pointer,
    statement: `${name} (path) is held to its type.`,
    subject: { kind: 'parameter', in: 'path', name, keyword: 'type' },
  };
  return [
    (id: string) => `${id}abc`,
    (id: string) => `${id}.5`,
    (id: string) => `${id},${id}`,
    (id: string) => `x${id}`,
  ].map((change) => ({
    requirement,
    operation,
    title: `${name}=${change('1')}`,
    expectation: { kind: 'refused', with: refused },
    build: async (context) => {
      const parts = await context.source.base(operation);
      return { ...parts, path: { ...parts.path, [name]: encode(change(decode(parts.path[name] ?? '1'))) } };
    },
  }));
}

function unknownQuery(operation: Operation): Case[] {
  const refused = refusals(operation, invalid);
  // Where no refusal is documented, the contract says neither.
  if (refused === undefined) return [];
  const requirement: RequirementDraft = {
    id: `${operation.id}.parameters.query.unknown`,
    operationId: operation.id,
    pointer: operation.pointer,
    statement: 'A query parameter that is not described is ignored, or refused as documented.',
    subject: { kind: 'parameter', in: 'query', name: 'unknown', keyword: 'unknown' },
  };
  const build = async (context: PlanningContext): Promise<RequestParts> => {
    const parts = await context.source.base(operation);
    return { ...parts, query: [...parts.query, ['undescribed', '1']] };
  };
  return [{ requirement, operation, title: 'undescribed=1', expectation: { kind: 'either', with: refused }, build }];
}
