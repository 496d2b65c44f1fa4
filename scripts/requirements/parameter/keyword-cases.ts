import type { Exact } from '../../http/exact-json.ts';
import { isCredential } from '../../openapi/credential-parameters.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { isCommaSeparated, isReadLeniently, separatedValues } from '../../openapi/parameters/lenient-reading.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { makesNoPage } from '../../openapi/resources/page-parameters.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { boundsNamed } from '../../openapi/values/named-bounds.ts';
import { anyInvalid, anyOf, type Expectation, invalid, refusals, type Statuses } from '../cases.ts';
import type { PlannedCase } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';
import { mayNameNothing } from '../request/qualifiers.ts';
import { pathValue, type RequestParts } from '../request/request-parts.ts';
import { unsafeIntegers } from '../schema/number-candidates.ts';
import { isOpaqueName, refusalsOf, subjectOf } from './parameter.ts';
import { placeValue } from './place-value.ts';
import { type Spelling, spellingsOf, usualRoutes } from './spellings.ts';
import { mostInUse } from './unknown-ids.ts';

type KeywordCase = PlannedCase<'{operationId}.parameters.{in}.{name}.{keyword}'>;

/** Each way in which the parameters of an operation are tried, as a case for a keyword of the schema. */
export function keywordCases(context: PlanningContext, operation: Operation): KeywordCase[] {
  const isChange = operation.method !== 'GET';
  return operation.parameters.flatMap((parameter) => {
    const refused = refusedWith(context, operation, parameter);
    const routes = parameter.in === 'path' ? routesBeside(context, operation, parameter) : undefined;
    const tried = spellingsOf(context, parameter).flatMap((spelling, index): KeywordCase[] => {
      const text = textOf(spelling.value);
      if (routes?.has(text) === true || (isChange && routes !== undefined && usualRoutes.includes(text))) return [];
      const expectation = expectationFor(context, operation, parameter, spelling, refused);
      return expectation === undefined ? [] : [spelledCase(operation, parameter, spelling, index, expectation)];
    });
    return [...tried, ...nearIdentifiers(operation, parameter, refused)];
  });
}

// Asked for at every path parameter. A description does not change.
const knownRoutes = new WeakMap<Description, Map<number, ReadonlySet<string>>>();

/** What other paths have in the place of a path parameter: `me` of `/users/me` is no value of `/users/{id}`. */
function routesBeside(
  { description }: PlanningContext,
  operation: Operation,
  { name }: Parameter,
): ReadonlySet<string> {
  const place = operation.path.split('/').indexOf(`{${name}}`);
  const known = knownRoutes.get(description) ?? new Map<number, ReadonlySet<string>>();
  knownRoutes.set(description, known);
  const routes =
    known.get(place) ?? new Set(description.operations.flatMap(({ path }) => path.split('/')[place] ?? []));
  known.set(place, routes);
  return routes;
}

function spelledCase(
  operation: Operation,
  parameter: Parameter,
  { keyword, title, place }: Spelling,
  index: number,
  expectation: Expectation,
): KeywordCase {
  return {
    subject: { ...subjectOf(operation, parameter), keyword },
    title,
    expectation,
    isElsewhere: parameter.in === 'header' || parameter.in === 'cookie',
    build: async (at, isFresh) => {
      const base = await at.source.base(operation, 'all', isFresh);
      // A server may look less closely at one of several: by turns alone, and beside every other query parameter.
      return place(parameter.in === 'query' && index % 2 === 1 ? withOthers(at, parameter, base) : base);
    },
  };
}

function withOthers(context: PlanningContext, { name }: Parameter, parts: RequestParts): RequestParts {
  const others = parts.operation.parameters.filter(
    (other) => other.in === 'query' && other.name !== name && !isOpaqueName(other.name),
  );
  return others.reduce((built, other) => {
    const value = context.source.parameters.valueOf(other);
    // No value may be known that the schema allows, and there may be none.
    return context.isValid('request', parameterSchema(other), value) ? placeValue(built, other, value) : built;
  }, parts);
}

/**
 * A path parameter that is no value of its type names nothing:
 * 404 is as good, or 410, and so are the responses to unknown paths.
 */
function refusedWith(context: PlanningContext, operation: Operation, parameter: Parameter): Statuses | undefined {
  if (parameter.in !== 'path') return refusalsOf(operation, parameter);
  const documented =
    refusals(operation, [404, 410, ...invalid]) ??
    (Object.hasOwn(context.unmatched.responses, '404') ? noResponse : undefined);
  return documented && anyOf(documented, { text: '404 or 400', has: (status) => status === 404 || status === 400 });
}

const noResponse: Statuses = { text: '404', has: () => false };
const missing: Statuses = { text: '404', has: (status) => status === 404 };
const anyDocumented: Statuses = { text: 'a documented refusal', has: (status) => status < 500 };

/** True for a number that something may have which the run has not made: nothing is to be changed or removed there. */
function mayBeInUse(value: Exact): boolean {
  return (typeof value === 'number' || typeof value === 'bigint') && value >= 0 && value <= mostInUse;
}

/** Undefined where the contract leaves open what comes of it. */
function expectationFor(
  context: PlanningContext,
  operation: Operation,
  parameter: Parameter,
  { keyword, value }: Spelling,
  refused: Statuses | undefined,
): Expectation | undefined {
  const refusable: Expectation | undefined = refused && { kind: 'either', with: refused };
  const isAllowed = (read: Exact) => context.isValid('request', parameterSchema(parameter), read);
  const isLenient = () => parameter.in === 'query' && isReadLeniently(context.description.contract, parameter);
  const hasSeveral = () =>
    typeof value === 'string' &&
    separatedValues(value).every(isAllowed) &&
    isCommaSeparated(context.description.contract, operation, parameter);
  if (!isAllowed(value))
    return isAllowed(asTexts(value)) || isLenient() || hasSeveral()
      ? refusable
      : refused && { kind: 'refused', with: refused };
  if (parameter.in === 'path' && operation.method !== 'GET' && mayBeInUse(value)) return undefined;
  // An identifier that is allowed may still name nothing, and a reference,
  // a cursor or a text may be refused for what it means.
  if (parameter.in === 'path' || isUnsafe(value)) return refusable;
  // Another caller or tenant, another version of an item: what is found under it is for the server to say.
  if (parameter.in !== 'query' || isCredential(parameter)) return { kind: 'either', with: anyDocumented };
  if (makesNoPage(context.description.contract, parameter, value))
    return { kind: 'either', with: anyOf(refused, anyInvalid) ?? anyInvalid };
  if (mayNameNothing(context, operation, parameter))
    return { kind: 'either', with: anyOf(refused, missing) ?? missing };
  const isOpaque = keyword === 'text' || keyword === 'type' || isOpaqueName(parameter.name);
  const hasNamedBounds = () =>
    keyword === 'range' &&
    boundsNamed(parameter.name, viewSchema(context.description.contract, parameterSchema(parameter))) !== undefined;
  return (isOpaque || hasNamedBounds() ? refusable : undefined) ?? { kind: 'accepted' };
}

/** What a value also is on the wire: a number that is too large for an integer is a text, where one is allowed. */
function asTexts(value: Exact): Exact {
  if (Array.isArray(value)) return value.map(asTexts);
  return typeof value === 'object' ? value : textOf(value);
}

function isUnsafe(value: Exact): boolean {
  return typeof value === 'bigint' && unsafeIntegers.includes(value);
}

const nearby: readonly ((id: string) => string)[] = [
  (id) => `${id}abc`,
  (id) => `${id}.5`,
  (id) => `${id},${id}`,
  (id) => `x${id}`,
];

/** The identifier of something that is there, with something else about it: a lenient reader finds it all the same. */
function nearIdentifiers(operation: Operation, parameter: Parameter, refused: Statuses | undefined): KeywordCase[] {
  const { in: place, name, types } = parameter;
  const isNumber = types.length > 0 && types.every((type) => type === 'integer');
  if (place !== 'path' || !isNumber || refused === undefined || operation.method === 'DELETE') return [];
  return nearby.map((change) => ({
    subject: { ...subjectOf(operation, parameter), keyword: 'type' },
    title: `${name}=${change('1')}`,
    expectation: { kind: 'refused', with: refused },
    build: async ({ source, description }) => {
      const parts = await source.base(operation);
      const id = textOf(pathValue(description.contract, parts, parameter) ?? 1);
      return { ...parts, path: { ...parts.path, [name]: writePath(parameter, change(id)) } };
    },
  }));
}
