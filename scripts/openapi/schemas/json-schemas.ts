import { type Contract, referenceOf, resolvePart } from '../contract.ts';
import {
  childOf,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  pointerTo,
  segmentsOf,
  stringOf,
} from '../json.ts';
import { below, type PartKind } from '../source/document-structure.ts';
import { enumOf, saysNullAlone, viewSchema } from './schema-view.ts';

/** A property that is `readOnly` need not be in a request, one that is `writeOnly` need not be in a response. */
export type Direction = 'request' | 'response';

// JSON Schema 2020-12: keywords that say what is valid. All others are annotations, or of OpenAPI, or of nobody.
const assertions = new Set([
  ...[
    '$ref',
    '$dynamicRef',
    '$dynamicAnchor',
    'type',
    'enum',
    'const',
    'format',
    'required',
    'dependentRequired',
    'uniqueItems',
  ],
  ...['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'pattern', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
]);

/**
 * The skeleton of the bundled document, each schema in it turned into JSON Schema 2020-12 for one direction. What is no
 * schema is left out: an example that has a member `$id` would count as one.
 */
export function withJsonSchemas(contract: Contract, direction: Direction): JsonObject {
  const convert = (schema: Json): Json => {
    if (!isObject(schema)) return schema;
    const source = contract.version === '3.0' ? fromOpenApi30(schema) : schema;
    const own = Object.entries(source).filter(([key]) => assertions.has(key));
    const result: JsonObject = Object.fromEntries([...own, ...convertedParts('schema', source, convert)]);
    // A response may have it all the same.
    if (direction === 'response' && saysNullAlone(source)) result['enum'] = [...listOf(source['enum']), null];
    if (Array.isArray(source['required'])) result['required'] = requiredIn(contract, source, direction);
    if (isToldByName(contract, source)) {
      result['anyOf'] = result['oneOf'] ?? [];
      delete result['oneOf'];
    }
    return forAjv(result);
  };
  return Object.fromEntries(convertedParts('document', contract.document, convert));
}

/** What an object of OpenAPI holds, down to the schemas, each of them converted. */
function convertedParts(
  kind: PartKind,
  object: JsonObject,
  convert: (schema: Json) => Json,
): [name: string, part: Json][] {
  const skeletonOf = (own: PartKind, part: Json): Json =>
    own === 'schema' ? convert(part) : Object.fromEntries(convertedParts(own, objectOf(part), convert));
  return Object.entries(object).flatMap(([name, part]): [string, Json][] => {
    const inner = below(kind, name);
    if (inner === undefined) return [];
    if (typeof inner === 'string') return [[name, skeletonOf(inner, part)]];
    return [[name, mapMembers(part, (one) => skeletonOf(inner.each, one))]];
  });
}

function mapMembers(value: Json, change: (part: Json) => Json): Json {
  if (Array.isArray(value)) return value.map(change);
  return Object.fromEntries(Object.entries(objectOf(value)).map(([key, part]) => [key, change(part)]));
}

/** OpenAPI 3.0.3, Schema Object: `nullable`, boolean exclusive bounds, and a `$ref` whose siblings do not count. */
function fromOpenApi30(schema: JsonObject): JsonObject {
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  if (nullable === true && typeof rest['type'] === 'string') rest['type'] = [rest['type'], 'null'];
  moveBound(rest, 'minimum', 'exclusiveMinimum', exclusiveMinimum);
  moveBound(rest, 'maximum', 'exclusiveMaximum', exclusiveMaximum);
  return rest;
}

function moveBound(schema: JsonObject, inclusive: string, exclusive: string, isExclusive: Json | undefined): void {
  const bound = schema[inclusive];
  if (isExclusive !== true || bound === undefined) return;
  schema[exclusive] = bound;
  delete schema[inclusive];
}

function requiredIn(contract: Contract, schema: JsonObject, direction: Direction): Json[] {
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const isHidden = (property: Json | undefined): boolean => {
    const reference = referenceOf(property ?? null);
    const isOwn = objectOf(property)[hidden] === true && (reference === undefined || contract.version !== '3.0');
    return (
      isOwn ||
      (reference !== undefined &&
        objectOf(resolvePart(contract, pointerTo(...segmentsOf(reference))).value)[hidden] === true)
    );
  };
  return listOf(schema['required']).filter((name) => !isHidden(propertyIn(contract, schema, String(name))));
}

/** A property as a schema describes it, or what `allOf` adds to it. */
function propertyIn(contract: Contract, schema: JsonObject, name: string, passed = new Set<Json>()): Json | undefined {
  const own = childOf(schema['properties'], name);
  // Parts may lead back to one another.
  if (own !== undefined || passed.has(schema)) return own;
  passed.add(schema);
  for (const part of listOf(schema['allOf'])) {
    const reference = referenceOf(part);
    const target = reference === undefined ? part : resolvePart(contract, pointerTo(...segmentsOf(reference))).value;
    const found = propertyIn(contract, objectOf(target), name, passed);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * True for alternatives that a discriminator alone tells from each other (OpenAPI, Discriminator Object): as schemas,
 * several take the same value, as what adds only optional properties to one base.
 */
function isToldByName(contract: Contract, { discriminator, oneOf, anyOf }: JsonObject): boolean {
  const name = stringOf(objectOf(discriminator)['propertyName']);
  const references = listOf(oneOf).map(referenceOf);
  if (name === undefined || anyOf !== undefined || references.includes(undefined)) return false;
  const open = references.filter((reference = '') => {
    const property = viewSchema(contract, pointerTo(...segmentsOf(reference))).properties.get(name);
    return property === undefined || enumOf(viewSchema(contract, property)) === undefined;
  });
  return open.length > 1;
}

/** Says what Ajv does not take in a way that it does. */
function forAjv(schema: JsonObject): JsonObject {
  const result = { ...schema };
  if (Array.isArray(schema['enum']) && schema['enum'].length === 0) {
    // Nothing matches an empty enum; Ajv does not compile it.
    delete result['enum'];
    result['not'] = {};
  }
  const named = childOf(schema['properties'], '__proto__');
  // Ajv passes over a property of this name.
  if (named !== undefined)
    result['patternProperties'] = { ...objectOf(schema['patternProperties']), '^__proto__$': named };
  return result;
}
