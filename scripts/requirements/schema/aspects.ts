import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import { enumOf, isNullUnclear, type SchemaView, textAt } from '../../openapi/schemas/schema-view.ts';
import { formats } from '../../openapi/values/formats.ts';
import { formatOf, isFreeFormat } from '../../openapi/values/named-format.ts';

/** One thing that a schema says of a value by itself, named as requirements name it. */
export interface Aspect {
  /** A keyword of the schema, or `null`, `range`, `text` or `surplus`: what follows from several. */
  keyword: string;
  pointer: string;
  /** What the contract has for it, if it is a keyword. */
  value: unknown;
  /** True for a value of a type that it says something of. */
  isReachedBy(value: Exact): boolean;
}

const isNumber = (value: Exact) => typeof value === 'number' || typeof value === 'bigint';
const isText = (value: Exact) => typeof value === 'string';
const isAny = () => true;

// JSON Schema 2020-12, Validation: a keyword says nothing of values of other types.
const keywords: Readonly<Record<string, (value: Exact) => boolean>> = {
  enum: isAny,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: isNumber,
  minLength: isText,
  maxLength: isText,
  pattern: isText,
  minItems: Array.isArray,
  maxItems: Array.isArray,
  uniqueItems: Array.isArray,
  minProperties: isExactObject,
  maxProperties: isExactObject,
};

/**
 * Whether a keyword of a schema says something of a value. One of another type keeps it whatever it is, and so does a
 * list of one item that none may be there twice.
 */
export function saysSomethingOf(keyword: string, value: Exact): boolean {
  const isOfType = ownValue(keywords, keyword) ?? isAny;
  return isOfType(value) && !(keyword === 'uniqueItems' && Array.isArray(value) && value.length < 2);
}

/** What a schema says of a value, keyword by keyword, but for its properties, items and alternatives. */
export function aspectsOf(view: SchemaView): Aspect[] {
  const about = (keyword: string, isReachedBy: Aspect['isReachedBy'], of = keyword): Aspect => ({
    keyword,
    pointer: view.keywords.get(of)?.pointer ?? view.pointer,
    value: view.keywords.get(of)?.value,
    isReachedBy,
  });
  return [
    ...typeAspects(view, about),
    ...Object.entries(keywords)
      .filter(([keyword]) => hasKeyword(view, keyword))
      .map(([keyword, isReachedBy]) => about(keyword, isReachedBy)),
    ...(view.keywords.has('const') ? [about('enum', isAny, 'const')] : []),
    ...formatAspects(view, about),
    ...(view.types.includes('integer') && enumOf(view) === undefined ? [about('range', isNumber)] : []),
    ...(view.types.includes('string') && isFreeText(view) ? [about('text', isText)] : []),
    ...['additionalProperties', 'unevaluatedProperties']
      .filter((keyword) => view.keywords.get(keyword)?.value === false)
      .slice(0, 1)
      .map((keyword) => about('surplus', isExactObject, keyword)),
  ];
}

type About = (keyword: string, isReachedBy: Aspect['isReachedBy'], of?: string) => Aspect;

function typeAspects(view: SchemaView, about: About): Aspect[] {
  const { types } = view;
  if (types.length === 0) return [];
  const isNullable = types.includes('null');
  const ofNull = { ...about('null', (value) => (value === null) === isNullable), value: isNullable };
  return [{ ...about('type', isAny), value: types }, ...(isNullUnclear(view) ? [] : [ofNull])];
}

function hasKeyword({ keywords: own }: SchemaView, keyword: string): boolean {
  return own.has(keyword) && (keyword !== 'uniqueItems' || own.get(keyword)?.value === true);
}

function isFreeText(view: SchemaView): boolean {
  return enumOf(view) === undefined && !view.keywords.has('pattern') && isFreeFormat(formatOf(view));
}

/** A format that every value has, such as `double` or one that is not known, says nothing. */
function formatAspects(view: SchemaView, about: About): Aspect[] {
  const name = textAt(view, 'format');
  if (name === undefined || /^(float|double)$/.test(name)) return [];
  const format = ownValue(formats, name);
  if (format === undefined || format === true) return [];
  const isOfNumbers = typeof format === 'object' && 'type' in format && format.type === 'number';
  return [about('format', isOfNumbers ? isNumber : isText)];
}
