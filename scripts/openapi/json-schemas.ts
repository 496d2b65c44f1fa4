import { type Contract, referenceOf, resolvePart } from './contract.ts';
import { childOf, isObject, type Json, type JsonObject, listOf, objectOf, pointerTo, segmentsOf } from './json.ts';

/** A property that is `readOnly` need not be in a request, one that is `writeOnly` need not be in a response. */
export type Direction = 'request' | 'response';

// JSON Schema 2020-12: keywords that say what is valid. All others are annotations, or of OpenAPI, or of nobody.
const assertions = [
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
];
const single = [
  'additionalProperties',
  'items',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];

/**
 * The skeleton of the bundled document, each schema in it turned into JSON Schema 2020-12 for one direction. What is no
 * schema is left out: an example that has a member `$id` would count as one.
 */
export function withJsonSchemas(contract: Contract, direction: Direction): JsonObject {
  const convert = (schema: Json): Json => {
    if (!isObject(schema)) return schema;
    const source = contract.version === '3.0' ? fromOpenApi30(schema) : schema;
    const result: JsonObject = {};
    for (const key of assertions) if (source[key] !== undefined) result[key] = source[key];
    for (const key of single) if (source[key] !== undefined) result[key] = convert(source[key]);
    for (const key of maps) if (isObject(source[key])) result[key] = mapValues(source[key], convert);
    for (const key of lists) if (Array.isArray(source[key])) result[key] = source[key].map(convert);
    if (Array.isArray(source['required'])) result['required'] = requiredIn(contract, source, direction);
    return forAjv(result);
  };
  return convertSchemas(contract.document, convert);
}

/** Visits the document's own structure down to its schemas. */
function convertSchemas(document: JsonObject, convert: (schema: Json) => Json): JsonObject {
  const media = (value: Json): Json =>
    holder(value, { schema: convert, encoding: (encodings) => each(encodings, response) });
  const parameter = (value: Json): Json =>
    holder(value, { schema: convert, content: (content) => each(content, media) });
  const body = (value: Json): Json => holder(value, { content: (content) => each(content, media) });
  const response = (value: Json): Json =>
    holder(value, { headers: (headers) => each(headers, parameter), content: (content) => each(content, media) });
  const responses = (value: Json): Json => each(value, response);
  const parameters = (value: Json): Json => listOf(value).map(parameter);
  const callback = (value: Json): Json => each(value, pathItem);
  const operation = (value: Json): Json =>
    holder(value, { parameters, requestBody: body, responses, callbacks: (callbacks) => each(callbacks, callback) });
  const pathItem = (value: Json): Json =>
    isObject(value)
      ? mapValues(value, (part, key) => (key === 'parameters' ? parameters(part) : operation(part)))
      : value;
  return objectOf(
    holder(document, {
      paths: (paths) => each(paths, pathItem),
      webhooks: (webhooks) => each(webhooks, pathItem),
      'x-unmatched-responses': responses,
      components: (components) =>
        holder(components, {
          schemas: (schemas) => each(schemas, convert),
          parameters: (all) => each(all, parameter),
          headers: (all) => each(all, parameter),
          requestBodies: (all) => each(all, body),
          responses,
          callbacks: (all) => each(all, callback),
          pathItems: (all) => each(all, pathItem),
        }),
    }),
  );
}

function holder(value: Json, converters: Record<string, (part: Json) => Json>): Json {
  if (!isObject(value)) return value;
  const parts = Object.entries({ $ref: (part: Json) => part, ...converters }).flatMap(([key, convert]) => {
    const part = value[key];
    return part === undefined ? [] : [[key, convert(part)] as const];
  });
  return Object.fromEntries(parts);
}

function each(value: Json, convert: (part: Json) => Json): Json {
  return isObject(value) ? mapValues(value, convert) : value;
}

function mapValues(value: JsonObject, convert: (part: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, convert(part, key)]));
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
  return listOf(schema['required']).filter((name) => !isHidden(childOf(schema['properties'], String(name))));
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
