import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  maxSafeInteger,
  oneof,
  record,
  string,
  uniqueArray,
} from 'fast-check';
import { type Exact, isSame } from '../../http/exact-json.ts';
import type { Description } from '../../openapi/description.ts';
import { levelsWithin } from '../../openapi/schemas/nearest-places.ts';
import {
  enumOf,
  isReadOnly,
  numberAt,
  type SchemaView,
  textAt,
  viewSchema,
} from '../../openapi/schemas/schema-view.ts';
import { decimalsOf, isCount } from '../../openapi/values/described-bounds.ts';
import { formatOf } from '../../openapi/values/named-format.ts';
import { boundsOf } from '../../openapi/values/number-values.ts';
import type { ValueSource } from '../../openapi/values/values.ts';

/** What values are generated from. */
export interface ValueMaterial {
  readonly description: Description;
  readonly values: ValueSource;
}

interface BoundMaterial extends ValueMaterial {
  /** Deeper than this, lists are empty and objects have what they must have. */
  readonly deepest: number;
}

const mostLevels = 5;

/** Values that the schema at `pointer` allows, or nearly so: the schema itself has the last word on each. */
export function generatedValues(material: ValueMaterial, pointer: string): Arbitrary<Exact> {
  const within = (at: string) => {
    const { properties, items } = viewSchema(material.description.contract, at);
    return [...properties.values(), ...(items === undefined ? [] : [items])];
  };
  return valuesAt({ ...material, deepest: levelsWithin(pointer, mostLevels, within) - 1 }, pointer, 0);
}

function valuesAt(material: BoundMaterial, pointer: string, depth: number): Arbitrary<Exact> {
  // Only the run shows what is fixed, after this was planned.
  return drawnValues(material, pointer, depth).map((value) => material.values.fixedAt(pointer) ?? value);
}

function drawnValues(material: BoundMaterial, pointer: string, depth: number): Arbitrary<Exact> {
  const view = viewSchema(material.description.contract, pointer);
  const allowed = enumOf(view);
  if (allowed !== undefined && allowed.length > 0) return constantFrom<Exact[]>(...allowed);
  if (view.alternatives.length > 0) return oneof(...view.alternatives.map((one) => madeAt(material, one, depth)));
  const types = view.types.length === 0 ? ['string'] : view.types;
  return oneof(...types.map((type) => valuesOfType(material, view, type, depth)));
}

/** Not generated, but made anew each time. */
function madeAt({ values }: ValueMaterial, pointer: string, depth: number): Arbitrary<Exact> {
  return constant(null).map(() => values.valueAt(pointer, 'all', depth));
}

function valuesOfType(material: BoundMaterial, view: SchemaView, type: string, depth: number): Arbitrary<Exact> {
  switch (type) {
    case 'string':
      return texts(material, view);
    case 'integer':
      return integers(view);
    case 'number':
      return numbers(view);
    case 'boolean':
      return boolean();
    case 'array':
      return lists(material, view, depth);
    case 'object':
      return objects(material, view, depth);
    default:
      return constant(null);
  }
}

function lists(material: BoundMaterial, view: SchemaView, depth: number): Arbitrary<Exact> {
  if (view.items === undefined || depth > material.deepest) return constant<Exact>([]);
  const items = valuesAt(material, view.items, depth + 1);
  const most = numberAt(view, 'maxItems') ?? 4;
  // An empty list within an object: a server may have to refuse it though no schema says so, as an order of nothing.
  const minLength = numberAt(view, 'minItems') ?? Math.min(depth === 0 ? 0 : 1, most);
  // What must be longer than usual is as short as it may be.
  const limits = { minLength, maxLength: Math.max(minLength, Math.min(most, 6)) };
  // Of few values, most lists would have one twice.
  return view.keywords.get('uniqueItems')?.value === true
    ? uniqueArray(items, { ...limits, comparator: isSame })
    : array(items, limits);
}

function objects(material: BoundMaterial, view: SchemaView, depth: number): Arbitrary<Exact> {
  if (depth > material.deepest) return constant(null).map(() => material.values.objectOf(view, 'required', depth));
  const { contract } = material.description;
  const properties = [...view.properties].filter(([, pointer]) => !isReadOnly(viewSchema(contract, pointer)));
  const shapes = properties.map(([name, pointer]) => [name, valuesAt(material, pointer, depth + 1)] as const);
  const requiredKeys = properties.map(([name]) => name).filter((name) => view.required.has(name));
  return record(Object.fromEntries(shapes), { requiredKeys });
}

function texts({ values }: ValueMaterial, view: SchemaView): Arbitrary<Exact> {
  if (textAt(view, 'pattern') !== undefined || formatOf(view) !== undefined)
    return constant(null).map(() => values.textOf(view));
  // Empty, and U+0000: a server may have to refuse them though no schema says so.
  const minLength = Math.max(1, numberAt(view, 'minLength') ?? 1);
  const maxLength = Math.max(minLength, Math.min(numberAt(view, 'maxLength') ?? 60, 200));
  return string({ unit: 'grapheme', minLength, maxLength }).filter(
    (text) => !text.includes('\u0000') && text.trim() !== '',
  );
}

function integers(view: SchemaView): Arbitrary<Exact> {
  const [low, high] = boundsOf(view);
  const step = numberAt(view, 'multipleOf') ?? 1;
  const isShort = textAt(view, 'format') === 'int32';
  if (low === undefined && high === undefined && !isShort) return maxSafeInteger();
  // Beyond integers that are exact, nothing is ever drawn.
  const min = safe(Math.ceil(low ?? Math.min(-(2 ** 31), (high ?? 0) - 2 ** 31)));
  const max = Math.max(min, safe(Math.floor(high ?? 2 ** 31 - 1)));
  return integer({ min, max }).map((value) => (step === 1 ? value : Math.round(value / step) * step));
}

function safe(bound: number): number {
  return Math.min(Math.max(bound, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

function numbers(view: SchemaView): Arbitrary<Exact> {
  if (isCount(view)) return integers(view);
  const [low, high] = boundsOf(view);
  const min = low ?? Math.min(-1e6, (high ?? 0) - 1e6);
  return double({ min, max: Math.max(min, high ?? 1e6), noNaN: true }).map((value) =>
    Number(value.toFixed(Math.min(2, decimalsOf(view) ?? 2))),
  );
}
