import { isObject, type Json, type JsonObject, listOf, stringOf } from '../json.ts';
import { whyUnsafe } from '../patterns/pattern-safety.ts';
import type { Report } from './mistakes.ts';
import { mendedPattern } from './pattern-mend.ts';

const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** Types of other languages, and of Swagger 2.0, that are plain. */
const otherTypes: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'integer',
  int32: 'integer',
  int64: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  text: 'string',
  str: 'string',
  date: 'string',
  datetime: 'string',
  'date-time': 'string',
  uuid: 'string',
  file: 'string',
  list: 'array',
  map: 'object',
  dict: 'object',
};

/** A parameter of Swagger 2.0 has the keywords of its schema itself. */
export function mendParameter(parameter: JsonObject, report: Report): void {
  const { $ref, schema, content } = parameter;
  if ($ref !== undefined || schema !== undefined || isObject(content)) return;
  const own = Object.entries(parameter).filter(([name]) => keywordsOfParameters.has(name));
  const outcome = own.length === 0 ? 'it may be any value' : 'its keywords are read as that';
  report('schema', 'The Parameter Object has no `schema`', outcome);
  for (const [name] of own) delete parameter[name];
  parameter['schema'] = Object.fromEntries(own);
}

const keywordsOfParameters = new Set(['type', 'format', 'items', 'enum', 'default', 'minimum', 'maximum', 'pattern']);

/** Mends what is wrong with the keywords of a schema for themselves. */
export function mendSchema(schema: JsonObject, version: '3.0' | '3.1', report: Report): void {
  mendTypes(schema, version, report);
  mendPatterns(schema, report);
  mendBounds(schema, version, report);
  mendItems(schema, report);
  mendDiscriminator(schema, report);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(schema[keyword]) && schema[keyword].length === 0) {
      report(keyword, `An empty \`${keyword}\` says nothing`, 'it is ignored');
      delete schema[keyword];
    }
  if (version === '3.1' && 'nullable' in schema) mendNullable(schema, report);
  if (version === '3.0') mendComposedNullable(schema, report);
}

function mendTypes(schema: JsonObject, version: '3.0' | '3.1', report: Report): void {
  const { type } = schema;
  if (type === undefined) return;
  if (version === '3.0' && (Array.isArray(type) || type === 'null'))
    report('type', 'OpenAPI 3.0 has no list of types, and no type `null`', 'it is read as in 3.1');
  const mended = [type].flat().flatMap((one) => {
    if (one === null) report('type', "The type `null` is a text, 'null'", 'it is read as one');
    const name = one === null ? 'null' : String(one);
    if (types.has(name)) return [name];
    const plain = name.toLowerCase();
    const known = types.has(plain) ? plain : Object.hasOwn(otherTypes, plain) ? otherTypes[plain] : undefined;
    report(
      'type',
      `JSON Schema has no type '${name}'`,
      known === undefined ? 'it is ignored' : `it is read as '${known}'`,
    );
    return known ?? [];
  });
  if (mended.length === 0) delete schema['type'];
  else schema['type'] = Array.isArray(type) ? [...new Set(mended)] : (mended[0] ?? null);
}

function mendPatterns(schema: JsonObject, report: Report): void {
  const pattern = stringOf(schema['pattern']);
  if (pattern !== undefined) {
    const mended = checked(pattern, (...mistake) => report('pattern', ...mistake));
    if (mended === undefined) delete schema['pattern'];
    else schema['pattern'] = mended;
  }
  const named = schema['patternProperties'];
  if (!isObject(named)) return;
  for (const [name, part] of Object.entries(named)) {
    const mended = checked(name, (...mistake) => report('patternProperties', ...mistake));
    if (mended === name) continue;
    delete named[name];
    if (mended !== undefined) named[mended] = part;
    // Nobody knows which of the other names the pattern would have matched.
    else for (const rest of ['additionalProperties', 'unevaluatedProperties']) delete schema[rest];
  }
}

function checked(pattern: string, report: (mistake: string, outcome: string) => void): string | undefined {
  const mended = mendedPattern(pattern);
  if (mended === undefined) {
    report('This pattern is no regular expression of JavaScript', 'it is ignored');
    return undefined;
  }
  if (mended !== pattern)
    report('This pattern is of another dialect than that of JavaScript', 'it is read as what it means there');
  // A text of a few letters can keep such a pattern busy for years.
  const whyNot = whyUnsafe(mended);
  if (whyNot !== undefined) report(`This pattern ${whyNot}`, 'it is ignored');
  return whyNot === undefined ? mended : undefined;
}

/** OpenAPI 3.0: an exclusive bound is a bound and a boolean; 3.1: it is a number. */
function mendBounds(schema: JsonObject, version: '3.0' | '3.1', report: Report): void {
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = schema[exclusive];
    if (value === undefined || typeof value === (version === '3.0' ? 'boolean' : 'number')) continue;
    if (version === '3.1' && value === true && typeof schema[bound] === 'number') {
      report(exclusive, `\`${exclusive}\` is a number in OpenAPI 3.1`, 'the boolean is read as in 3.0');
      schema[exclusive] = schema[bound];
      delete schema[bound];
    } else if (version === '3.0' && typeof value === 'number') {
      report(exclusive, `\`${exclusive}\` is a boolean in OpenAPI 3.0`, 'the number is read as in 3.1');
      schema[bound] = value;
      schema[exclusive] = true;
    } else {
      if (value !== false) report(exclusive, `\`${exclusive}\` has no bound here`, 'it is ignored');
      delete schema[exclusive];
    }
  }
  if (typeof schema['multipleOf'] === 'number' && schema['multipleOf'] <= 0) {
    report('multipleOf', '`multipleOf` must be more than 0', 'it is ignored');
    delete schema['multipleOf'];
  }
}

function mendItems(schema: JsonObject, report: Report): void {
  if (!Array.isArray(schema['items'])) return;
  report('items', '`items` is one schema for all items', 'the list of them is read as `prefixItems`');
  schema['prefixItems'] ??= schema['items'];
  delete schema['items'];
}

function mendDiscriminator(schema: JsonObject, report: Report): void {
  const { discriminator } = schema;
  if (discriminator === undefined) return;
  if (typeof discriminator === 'string') {
    report('discriminator', '`discriminator` is an object with `propertyName`', 'the text is read as that name');
    schema['discriminator'] = { propertyName: discriminator };
  } else if (!isObject(discriminator) || typeof discriminator['propertyName'] !== 'string') {
    report('discriminator', '`discriminator` has no `propertyName`', 'it is ignored');
    delete schema['discriminator'];
  }
}

/** `nullable` is of OpenAPI 3.0; in 3.1, null is one of the types. */
function mendNullable(schema: JsonObject, report: Report): void {
  const { nullable, ...rest } = schema;
  delete schema['nullable'];
  if (nullable !== true) return;
  report('nullable', '`nullable` is a keyword of OpenAPI 3.0', 'it is read as the type null');
  const isListed = (list: Json | undefined) => list === undefined || listOf(list).includes(null);
  if (rest['type'] !== undefined && rest['$ref'] === undefined && rest['const'] === undefined) {
    schema['type'] = [...new Set([rest['type'], 'null'].flat())];
    if (!isListed(rest['enum'])) schema['enum'] = [...listOf(rest['enum']), null];
    return;
  }
  for (const keyword of Object.keys(schema)) delete schema[keyword];
  schema['anyOf'] = [rest, { type: 'null' }];
}

/**
 * In OpenAPI 3.0.3, `nullable` adds null to the `type` beside it, and not to the schemas of an `allOf`. Generators, and
 * people, write that all the same for a component that may be null, also as a part of that `allOf`.
 */
function mendComposedNullable(schema: JsonObject, report: Report): void {
  const { nullable, ...rest } = schema;
  const isComposed = ['allOf', 'anyOf', 'oneOf'].some((keyword) => rest[keyword] !== undefined);
  const inParts = listOf(rest['allOf']).filter(isNullableAlone);
  if ((nullable !== true && inParts.length === 0) || !isComposed || rest['$ref'] !== undefined) return;
  const mistake =
    rest['type'] === undefined
      ? '`nullable` says nothing without a `type` beside it'
      : '`nullable` adds null to the `type` beside it alone, and not to the schemas that are composed';
  report(nullable === true ? 'nullable' : 'allOf', mistake, 'null is read as allowed');
  for (const part of inParts) delete part['nullable'];
  const own = Object.entries(rest).filter(([name]) => !annotations.has(name) && !name.startsWith('x-'));
  for (const name of ['nullable', ...own.map(([name]) => name)]) delete schema[name];
  schema['anyOf'] = [Object.fromEntries(own), { enum: [null] }];
}

/** True for a part of `allOf` that is there to add null to the others. */
function isNullableAlone(part: Json): part is JsonObject {
  if (!isObject(part) || part['nullable'] !== true) return false;
  return Object.keys(part).every((name) => name === 'nullable' || annotations.has(name) || name.startsWith('x-'));
}

const annotations = new Set(
  'title description default readOnly writeOnly deprecated example externalDocs xml'.split(' '),
);
