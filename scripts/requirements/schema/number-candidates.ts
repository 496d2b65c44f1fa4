import type { Exact } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import { enumOf, numberAt, type SchemaView, textAt } from '../../openapi/schemas/schema-view.ts';
import { decimalsOf, hasDecimals } from '../../openapi/values/described-bounds.ts';
import { numberFor, round } from '../../openapi/values/number-values.ts';
import { type Candidate, candidates } from './candidate.ts';
import { wrappingTo } from './integer-widths.ts';

/** Beyond what a double holds exactly: a server may refuse these, or keep them as they are. */
export const unsafeIntegers = [2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];

const usualIntegers = [0, -1, 1, 2 ** 31, 2 ** 53 - 1, -(2 ** 31) - 1];

const beyondFormats: Readonly<Record<string, readonly Exact[]>> = {
  int32: [2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1],
  int64: [2n ** 63n, -(2n ** 63n) - 1n, 10n ** 30n],
};

const bitsOf: Readonly<Record<string, number>> = { int32: 32, int64: 64 };

/** Numbers at, below and above each bound of a schema. */
export function numberCandidates(view: SchemaView): Candidate[] {
  const isInteger = view.types.includes('integer');
  if ((!isInteger && !view.types.includes('number')) || enumOf(view) !== undefined) return [];
  const multiple = numberAt(view, 'multipleOf');
  const all = [
    ...boundCandidates(view, isInteger, multiple ?? (isInteger ? 1 : 0.5)),
    ...(multiple === undefined ? [] : multiplesOf(multiple)),
    ...(isInteger && multiple === undefined ? candidates('range', usualIntegers) : []),
    ...formatCandidates(view),
  ];
  const decimals = decimalsOf(view);
  return decimals === undefined ? all : all.filter(({ value }) => hasDecimals(value, decimals));
}

/** Integers beyond a format, those too that wrap round to one which the schema allows. */
function formatCandidates(view: SchemaView): Candidate[] {
  const format = textAt(view, 'format') ?? '';
  const bits = ownValue(bitsOf, format);
  const wrapping = bits === undefined ? [] : wrappingTo(allowedIn(view), bits);
  return candidates('format', [...(ownValue(beyondFormats, format) ?? []), ...wrapping]);
}

function allowedIn(view: SchemaView): bigint {
  return BigInt(Math.trunc(numberFor(view, true, 0)));
}

function boundCandidates(view: SchemaView, isInteger: boolean, step: number): Candidate[] {
  const nearness = 10 ** -Math.min(decimalsOf(view) ?? 3, 3);
  return ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap((keyword) => {
    const bound = numberAt(view, keyword);
    if (bound === undefined) return [];
    return candidates(keyword, [
      bound,
      round(bound - step, step),
      round(bound + step, step),
      ...(keyword.endsWith('aximum') ? [bound * 10, bound * 100 + step] : []),
      ...(keyword.endsWith('aximum') && isInteger ? wrappingTo(allowedIn(view)) : []),
      ...(isInteger ? [] : [bound + nearness, bound - nearness].map((value) => round(value, nearness))),
    ]);
  });
}

function multiplesOf(multiple: number): Candidate[] {
  const values = [multiple, multiple * 3, multiple * 1.5, multiple * 1.1];
  return candidates(
    'multipleOf',
    values.map((value) => round(value, multiple / 10)),
  );
}
