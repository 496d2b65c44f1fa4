import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { regularExpression } from '../../openapi/patterns/regular-expression.ts';
import { enumOf, isNullUnclear, numberAt, type SchemaView, textAt } from '../../openapi/schemas/schema-view.ts';
import { isPlainDecimal } from '../../openapi/values/decimal-text.ts';
import { isDecimal } from '../../openapi/values/value-rank.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { type Candidate, candidates, sizesAround } from './candidate.ts';
import { numberCandidates } from './number-candidates.ts';
import { textCandidates } from './text-candidates.ts';

/** Values that any schema of this kind is tried with, each for one keyword. */
export function candidatesFor(view: SchemaView, values: ValueSource): Candidate[] {
  const all = [
    ...typeCandidates(view),
    ...objectCandidates(view, values),
    ...enumCandidates(view),
    ...numberCandidates(view),
    ...textCandidates(view, values),
    ...listCandidates(view, values),
  ];
  return all.filter(
    ({ keyword, value }, index) =>
      all.findIndex((other) => other.keyword === keyword && Object.is(other.value, value)) === index &&
      !isUnclearAmount(view, value),
  );
}

/** True for what the pattern of an amount allows, and no reader need take for one: `-`, `.5` or nothing. */
function isUnclearAmount(view: SchemaView, value: Exact): boolean {
  if (typeof value !== 'string' || !isDecimal(view) || isPlainDecimal(value)) return false;
  return regularExpression(textAt(view, 'pattern') ?? '')?.test(value) === true;
}

function typeCandidates(view: SchemaView): Candidate[] {
  if (view.types.length === 0) return [];
  const others: Exact[] = ['text', '1', '', 7, 1.5, true, [], {}, ['text'], { value: 1 }];
  return [...candidates('type', others), ...(isNullUnclear(view) ? [] : candidates('null', [null]))];
}

function enumCandidates(view: SchemaView): Candidate[] {
  const all = enumOf(view);
  if (all === undefined) return [];
  const allowed = spread(all);
  const texts = allowed.filter((value) => typeof value === 'string');
  const both = texts.length > 1 ? [texts.join(','), texts.slice(0, 2).join(' ')] : [];
  // A server in JavaScript that looks values up in an object finds this one, too.
  const none = texts.length > 0 ? ['', 'none-of-these', 'constructor'] : [];
  return candidates('enum', [...allowed, ...allowed.flatMap(valuesNear), ...both, ...none]);
}

/** So many values of a list are tried at most. */
const manyValues = 100;

/** As many values of a list as are tried, from the first one to the last one. */
function spread(all: readonly Exact[]): readonly Exact[] {
  if (all.length <= manyValues) return all;
  const step = (all.length - 1) / (manyValues - 1);
  return Array.from({ length: manyValues }, (_, index) => all[Math.round(index * step)] ?? null);
}

/** What a lenient reader may take for an allowed value. */
function valuesNear(value: Exact): Exact[] {
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value !== 'string' || value === '') return [];
  return [
    value.toUpperCase(),
    value.toLowerCase(),
    value.slice(0, 1).toUpperCase() + value.slice(1),
    ` ${value}`,
    `${value} `,
    value.slice(0, -1),
    `${value}s`,
    `${value}\u0000`,
  ];
}

function objectCandidates(view: SchemaView, values: ValueSource): Candidate[] {
  if (!view.types.includes('object')) return [];
  const whole = values.objectOf(view, 'all', 0);
  const known = isExactObject(whole) ? Object.entries(whole) : [];
  const [[, usual] = ['', 'any'] as const] = known;
  const ofSize = (size: number): Exact =>
    Object.fromEntries(Array.from({ length: size }, (_, index) => known[index] ?? [`key${index}`, usual]));
  return sizesAround(['minProperties', 'maxProperties'], (keyword) => numberAt(view, keyword))
    .filter(({ size }) => size < 500)
    .map(({ keyword, size }) => ({ keyword, value: ofSize(size) }));
}

function listCandidates(view: SchemaView, values: ValueSource): Candidate[] {
  if (!view.types.includes('array')) return [];
  const sized = sizesAround(['minItems', 'maxItems'], (keyword) => numberAt(view, keyword))
    .filter(({ size }) => size < 2000)
    .map(({ keyword, size }) => ({ keyword, value: values.itemsOf(view, size) }));
  const [item] = values.itemsOf(view, 1);
  if (view.keywords.get('uniqueItems')?.value !== true || item === undefined) return sized;
  const others = values.itemsOf(view, Math.max((numberAt(view, 'minItems') ?? 0) - 2, 0));
  return [...sized, { keyword: 'uniqueItems', value: [...others, item, item] }];
}
