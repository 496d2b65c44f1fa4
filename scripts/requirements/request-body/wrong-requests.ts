import { shortened } from '../../cli/text.ts';
import { type Exact, isExactObject, within, writeExact } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { isCommaSeparated, isReadLeniently } from '../../openapi/parameters/lenient-reading.ts';
import { ownIdentifierOf, pathNames } from '../../openapi/resources/own-identifier.ts';
import { jsonBodySchema, parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import {
  enumOf,
  isReadOnly,
  type SchemaView,
  textAt,
  typeOfJson,
  viewSchema,
} from '../../openapi/schemas/schema-view.ts';
import { withValue } from '../../openapi/values/placed-values.ts';
import { placeValue } from '../parameter/place-value.ts';
import type { PlanningContext } from '../planning-context.ts';
import { encodeBody, type RequestParts, sentBody } from '../request/request-parts.ts';
import { candidatesFor } from '../schema/candidates.ts';

/** A request with one thing that its schema does not allow. */
export interface WrongRequest {
  what: string;
  /** A server that refuses one of them has no reason to serve another one. */
  group: string;
  parts: RequestParts;
}

interface WrongValue {
  group: string;
  value: Exact;
}

/** So many are sent of an operation. */
const most = 40;

/** What servers set themselves, though schemas that serve for requests as well have it. */
const usuallySet = /^_?id$|^(?:created|updated|modified|deleted)/i;

/** True where something may be wrong with a request. */
export function mayBeWrong(contract: Contract, operation: Operation): boolean {
  const schema = jsonBodySchema(contract, operation);
  const view = schema === undefined ? undefined : viewSchema(contract, schema);
  const isOfProperties = view !== undefined && (view.required.size > 0 || view.properties.size > 0);
  return isOfProperties || checkedParameters(contract, operation).length > 0;
}

/** Those that lack something first: what a server makes of them shows whether it looks at all. */
export function wrongRequests(context: PlanningContext, base: RequestParts): WrongRequest[] {
  return [...wrongBodies(context, base), ...wrongQueries(context, base)].slice(0, most);
}

/** A body that is cut within a text. Undefined for a request without JSON. */
export function malformed(contract: Contract, base: RequestParts): RequestParts | undefined {
  if (base.body === null || jsonBodySchema(contract, base.operation) === undefined) return undefined;
  return { ...base, body: { ...base.body, bytes: Buffer.from('{"') } };
}

function wrongBodies(context: PlanningContext, base: RequestParts): WrongRequest[] {
  const { contract } = context.description;
  const schema = jsonBodySchema(contract, base.operation);
  const body = sentBody(base);
  if (schema === undefined || body === undefined || !isExactObject(body)) return [];
  const asBody = (what: string, group: string, value: Exact): WrongRequest[] => {
    const isWrong = !context.isValid('request', schema, value);
    return isWrong ? [{ what, group, parts: { ...base, body: encodeBody(base.body?.mediaType ?? '', value) } }] : [];
  };
  const view = viewSchema(contract, schema);
  const without = [...view.required.keys()]
    .filter((name) => Object.hasOwn(body, name) && !isOfServer(context, base.operation, name))
    .flatMap((name) => {
      const others = Object.fromEntries(Object.entries(body).filter(([own]) => own !== name));
      return asBody(`no ${name}`, 'a property that is required', others);
    });
  return [
    ...without,
    ...placesIn(contract, view, body, []).flatMap(({ steps, view: part }) =>
      isOfServer(context, base.operation, steps[0] ?? '')
        ? []
        : wrongValues(context, part).flatMap(({ group, value }) =>
            asBody(`${steps.join('.')} ${shortened(writeExact(value), 40)}`, group, withValue(body, steps, value)),
          ),
    ),
  ];
}

/** What is in a body, but for what is in its lists. */
function placesIn(
  contract: Contract,
  { properties }: SchemaView,
  body: Exact,
  above: readonly string[],
): { steps: readonly string[]; view: SchemaView }[] {
  return [...properties].flatMap(([name, pointer]) => {
    const [view, value] = [viewSchema(contract, pointer), within(body, [name])];
    if (value === undefined || isReadOnly(view)) return [];
    const steps = [...above, name];
    const below = isExactObject(value) && above.length < 2 ? placesIn(contract, view, value, steps) : [];
    return [{ steps, view }, ...below];
  });
}

/** An identifier that the path has as well, or that names what must be there, or what servers set themselves. */
function isOfServer({ source, resources, description }: PlanningContext, operation: Operation, name: string): boolean {
  const own = ownIdentifierOf(description.contract, resources, operation);
  return (
    usuallySet.test(name) ||
    own?.segments[0] === name ||
    pathNames(operation).some((parameter) => parameter.name === name) ||
    source.references.resourceIn(operation, name) !== undefined
  );
}

// Of another type, these alone are no way to write what is meant.
const ofOtherTypes: readonly Exact[] = [{ value: 1 }, 7, 'text'];

/** One wrong value for each keyword. */
function wrongValues(context: PlanningContext, view: SchemaView): WrongValue[] {
  const types = view.types.join(' or ');
  const ofTypes = ofOtherTypes
    .filter((value) => types !== '' && !isOfTypes(view, value))
    .map((value) => {
      const type = typeOfJson(value);
      return { group: type === 'object' ? 'an object in the place of another value' : `${type} for ${types}`, value };
    });
  const enumerated = enumOf(view)?.every((one) => typeof one === 'string') === true;
  const bounds = candidatesFor(view, context.values)
    .filter(({ keyword, value }) => bound.has(keyword) && isOfTypes(view, value))
    .map(({ keyword, value }) => ({ group: keyword, value }));
  const format = textAt(view, 'format');
  const formats = format !== undefined && /^(?:uuid|date|date-time|email)$/.test(format);
  return [
    ...ofTypes,
    ...(enumerated ? [{ group: 'a value that is not listed', value: 'none-of-these' }] : []),
    ...(formats ? [{ group: `the format ${format}`, value: 'no such format' }] : []),
    ...bounds,
  ];
}

const bound = new Set(['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'pattern']);

function isOfTypes({ types }: SchemaView, value: Exact): boolean {
  const type = typeOfJson(value);
  return types.some((one) => one === type || (one === 'number' && type === 'integer'));
}

function checkedParameters(contract: Contract, operation: Operation): { parameter: Parameter; wrong: WrongValue }[] {
  return operation.parameters.flatMap((parameter) => {
    const isRead = isReadLeniently(contract, parameter) || isCommaSeparated(contract, operation, parameter);
    if (parameter.in !== 'query' || parameter.mediaType !== null || isRead) return [];
    const view = viewSchema(contract, parameterSchema(parameter));
    const [type, ...others] = view.types;
    if (others.length > 0 || view.alternatives.length > 0) return [];
    if (type === 'string' && enumOf(view) !== undefined)
      return [{ parameter, wrong: { group: 'a parameter with a value that is not listed', value: 'none-of-these' } }];
    const isNumber = type === 'number' || type === 'integer';
    return isNumber ? [{ parameter, wrong: { group: 'a parameter that is no number', value: 'text' } }] : [];
  });
}

function wrongQueries({ description: { contract } }: PlanningContext, base: RequestParts): WrongRequest[] {
  return checkedParameters(contract, base.operation).map(({ parameter, wrong: { group, value } }) => ({
    what: `${parameter.name}=${String(value)}`,
    group,
    parts: placeValue(base, parameter, value),
  }));
}
