import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { enumOf, numberAt, type SchemaView } from '../../openapi/schemas/schema-view.ts';
import type { PartChange } from './body-fault.ts';

/** Values that may violate a keyword of a schema, those that are likely to first. */
export function wrongValues(view: SchemaView, keyword: string): PartChange[] {
  return [...(ownChanges(view)[keyword] ?? []), retyped, ...anything.map((value) => () => value)];
}

const anything: readonly Exact[] = ['!', 'text', 7, 2n ** 63n, 1.5, -1, true, null, {}, [], '2026-02-30'];

/** A number as a text, and a text as a number, are what careless servers send. */
function retyped(value: Exact | undefined): Exact | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? 7 : value;
}

function ownChanges(view: SchemaView): Readonly<Record<string, PartChange[]>> {
  const bound = (keyword: string) => numberAt(view, keyword) ?? 0;
  const [listed] = enumOf(view) ?? [];
  return {
    minimum: [() => bound('minimum') - 1],
    exclusiveMinimum: [() => bound('exclusiveMinimum')],
    maximum: [() => bound('maximum') + 1],
    exclusiveMaximum: [() => bound('exclusiveMaximum')],
    multipleOf: [(value) => Number(value) + bound('multipleOf') / 2],
    maxLength: [() => 'x'.repeat(bound('maxLength') + 1)],
    minLength: [() => 'x'.repeat(Math.max(0, bound('minLength') - 1))],
    maxItems: [(value) => (Array.isArray(value) ? repeated(value, bound('maxItems') + 1) : [])],
    uniqueItems: [(value) => (Array.isArray(value) ? [...value, ...value.slice(-1)] : [])],
    maxProperties: [(value) => withMore(value, bound('maxProperties') + 1)],
    // None of the formats allows it that has a syntax, not even a reference to an address.
    format: [() => ' \\<'],
    enum: [() => (typeof listed === 'string' ? `${listed}s` : 'none-of-these'), () => 'none-of-these'],
  };
}

/** An object with as many properties, each of a value that another one has. */
function withMore(value: Exact | undefined, count: number): Exact {
  const own = isExactObject(value) ? value : {};
  const [like = 'value'] = Object.values(own);
  const more = Array.from({ length: count }, (_, index): [string, Exact] => [`more${index}`, like]);
  return { ...Object.fromEntries(more), ...own };
}

function repeated(items: readonly Exact[], length: number): Exact[] {
  return Array.from({ length }, (_, index) => items[index % Math.max(1, items.length)] ?? null);
}
