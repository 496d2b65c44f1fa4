import type { Exact } from '../../http/exact-json.ts';
import { enumOf, numberAt, type SchemaView, textAt } from '../../openapi/schemas/schema-view.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import type { Candidate } from '../../requirements/schema/candidate.ts';
import { candidatesFor } from '../../requirements/schema/candidates.ts';
import { unsafeIntegers } from '../../requirements/schema/number-candidates.ts';

const unusualTexts = ['', '\u0000\u0001\u001b\u001f\u007f', 'line\u2028paragraph\u2029end', '\ufeffmark'];
const integers: Exact[] = [0, -(2 ** 31), 2 ** 31 - 1, 2 ** 53 - 1, -(2 ** 53 - 1), ...unsafeIntegers];
const numbers: Exact[] = [0, -1.5, 0.1 + 0.2, 5e-324, 1e21];
const anything: Exact[] = [null, true, 7, 1.5, 'text', [], ['text'], {}, { value: 1 }];
const many = 20;

/** Values for a part of a response that clients may stumble over. Whether they are allowed, the schema itself says. */
export function responseCandidates(view: SchemaView, values: ValueSource): Candidate[] {
  const types = view.types.filter((type) => type !== 'null');
  // Of one type, the values for its other keywords say more.
  const known = candidatesFor(view, values).filter(({ keyword }) => keyword !== 'type' || types.length > 1);
  return [
    ...known,
    ...(enumOf(view) === undefined ? [...ofAnyType(view), ...scalars(view, types), ...lists(view, types, values)] : []),
  ];
}

function ofAnyType({ types, alternatives }: SchemaView): Candidate[] {
  return types.length > 0 || alternatives.length > 0 ? [] : anything.map((value) => ({ keyword: 'type', value }));
}

function scalars(view: SchemaView, types: readonly string[]): Candidate[] {
  const isFree = textAt(view, 'pattern') === undefined && textAt(view, 'format') === undefined;
  // The schema check takes what is nearly a multiple for one.
  const hasStep = numberAt(view, 'multipleOf') !== undefined;
  return [
    ...(types.includes('boolean') ? [true, false].map((value) => ({ keyword: 'type', value })) : []),
    ...(types.includes('integer') && !hasStep ? integers.map((value) => ({ keyword: 'range', value })) : []),
    ...(types.includes('number') && !hasStep ? numbers.map((value) => ({ keyword: 'range', value })) : []),
    ...(types.includes('string') && isFree ? unusualTexts.map((value) => ({ keyword: 'text', value })) : []),
  ];
}

/** An empty list, one of one item, and one of many. */
function lists(view: SchemaView, types: readonly string[], values: ValueSource): Candidate[] {
  if (!types.includes('array')) return [];
  const counts = [0, 1, ...(numberAt(view, 'maxItems') === undefined ? [many] : [])];
  return counts.map((count) => ({ keyword: 'items', value: values.itemsOf(view, count, 'all') }));
}
