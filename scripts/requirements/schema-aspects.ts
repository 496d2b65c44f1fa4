import { type Exact, isExactObject } from '../http/exact-json.ts';
import { formats } from '../openapi/formats.ts';
import { enumOf, type SchemaView, textAt } from '../openapi/schema-view.ts';

/** One thing that a schema says of a value by itself, named as requirements name it. */
export interface Aspect {
  keyword: string;
  pointer: string;
  /** What the contract has for it, if it is a keyword. */
  value: unknown;
  /** True when the value is of the kind that this is about. */
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

/** Everything that a value of this schema is held to, but for its properties, items and alternatives. */
export function aspectsOf(view: SchemaView): Aspect[] {
  const about = (keyword: string, isReachedBy: Aspect['isReachedBy'], of = keyword): Aspect => ({
    keyword,
    pointer: view.keywords.get(of)?.pointer ?? view.pointer,
    value: view.keywords.get(of)?.value,
    isReachedBy,
  });
  const isNullable = view.types.includes('null');
  const has = (keyword: string) =>
    view.keywords.has(keyword) && (keyword !== 'uniqueItems' || view.keywords.get(keyword)?.value === true);
  const isListed = enumOf(view) !== undefined;
  const format = telling(textAt(view, 'format'));
  const isFree = !isListed && !has('pattern') && (!has('format') || textAt(view, 'format') === 'password');
  const closing = ['additionalProperties', 'unevaluatedProperties'].find(
    (keyword) => view.keywords.get(keyword)?.value === false,
  );
  return [
    ...(view.types.length === 0
      ? []
      : [about('type', isAny), about('null', (value) => (value === null) === isNullable)]),
    ...Object.entries(keywords)
      .filter(([keyword]) => has(keyword))
      .map(([keyword, isReachedBy]) => about(keyword, isReachedBy)),
    ...(has('const') ? [about('enum', isAny, 'const')] : []),
    ...(format === undefined ? [] : [about('format', format === 'number' ? isNumber : isText)]),
    ...(view.types.includes('integer') && !isListed ? [about('range', isNumber)] : []),
    ...(view.types.includes('string') && isFree ? [about('text', isText)] : []),
    ...(closing === undefined ? [] : [about('surplus', isExactObject, closing)]),
  ];
}

/** What a format is about; undefined for one that every value has. */
function telling(name: string | undefined): 'number' | 'text' | undefined {
  const format =
    name === undefined || !Object.hasOwn(formats, name) || /^(float|double)$/.test(name) ? undefined : formats[name];
  if (format === undefined || format === true) return undefined;
  return typeof format === 'object' && 'type' in format && format.type === 'number' ? 'number' : 'text';
}
