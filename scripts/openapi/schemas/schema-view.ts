import type { Contract, Part } from '../contract.ts';
import { type Json, type JsonObject, listOf, objectOf, segmentsOf } from '../json.ts';
import { regularExpression } from '../patterns/regular-expression.ts';
import { allowsType, type Keyword, type MergedSchema, mergeSchemas } from './schema-merge.ts';

/** A schema as one: what it refers to and what `allOf` adds are part of it. */
export interface SchemaView {
  pointer: string;
  /** The name that the document has for it, when it is a component. */
  name: string | undefined;
  /** JSON types that it allows itself; empty when it allows any, or leaves them to its alternatives. */
  types: readonly string[];
  /** True when it allows null beside its alternatives, or its types. */
  isNullable: boolean;
  keywords: ReadonlyMap<string, Keyword>;
  /** Pointers of the schemas of its properties: of several for one property that which is written in the schema. */
  properties: ReadonlyMap<string, string>;
  /** Of properties that have several schemas, all of them. */
  shared: ReadonlyMap<string, readonly string[]>;
  required: ReadonlyMap<string, string>;
  items: string | undefined;
  /** Where several schemas say what all items are, all of them. */
  sharedItems: readonly string[];
  /** Those of a list that has a schema for each of its first places. */
  places: readonly string[];
  /** Pointers of the schemas of which one (`oneOf`) or some (`anyOf`) must match. */
  alternatives: readonly string[];
  /** The schemas that it is put together from, each as it is written. */
  parts: readonly Part[];
}

const known = new WeakMap<Contract, Map<string, SchemaView>>();

/** The schema at `pointer`, together with all `others` that hold in the same place. */
export function viewSchema(contract: Contract, pointer: string, others: readonly string[] = []): SchemaView {
  // Asked for at every response: what is known is looked up, and nothing else is done.
  const key = others.length === 0 ? pointer : [pointer, ...others].join('\n');
  const earlier = known.get(contract)?.get(key);
  if (earlier !== undefined) return earlier;
  const view = readSchema(contract, pointer, others);
  const views = known.get(contract) ?? new Map<string, SchemaView>();
  known.set(contract, views.set(key, view));
  return view;
}

/** The same, of a schema that is asked for once. */
export function readSchema(contract: Contract, pointer: string, others: readonly string[] = []): SchemaView {
  const beside = others.length > 0 ? [] : besidesOf(contract, pointer);
  const merged = mergeSchemas(contract, [...others, ...beside, pointer]);
  const types = merged.types ?? impliedTypes(merged);
  if (merged.isNullable && types.size > 0) types.add('null');
  return { pointer, ...merged, types: [...types] };
}

/**
 * The other schemas of a property, or of the items, that several parts of an `allOf` describe: one often has its type,
 * another what is said of it there.
 */
function besidesOf(contract: Contract, pointer: string): string[] {
  const [, owner, name] = /^(.*?)(?:\/allOf\/\d+)*\/properties\/([^/]+)$/.exec(pointer) ?? [];
  if (owner === undefined || name === undefined) return itemsBeside(contract, pointer);
  const { properties, shared } = viewSchema(contract, owner);
  const [property = ''] = segmentsOf(`/${name}`);
  const others = properties.get(property) === pointer ? (shared.get(property) ?? []) : [];
  return others.filter((other) => other !== pointer);
}

function itemsBeside(contract: Contract, pointer: string): string[] {
  const [, owner] = /^(.*?)(?:\/allOf\/\d+)*\/items$/.exec(pointer) ?? [];
  if (owner === undefined) return [];
  const { items, sharedItems } = viewSchema(contract, owner);
  return items === pointer ? sharedItems.filter((other) => other !== pointer) : [];
}

function impliedTypes({ keywords, properties, items, places }: MergedSchema): Set<string> {
  const values = keywords.has('const') ? [keywords.get('const')?.value ?? null] : listOf(keywords.get('enum')?.value);
  if (values.length > 0) return new Set(values.map(typeOfJson));
  if (properties.size > 0) return new Set(['object']);
  return new Set(items === undefined && places.length === 0 ? [] : ['array']);
}

/** The JSON types that a schema allows, also those of its alternatives; empty when it allows any. */
export function typesOf(contract: Contract, view: SchemaView, passed = new Set<string>()): readonly string[] {
  // A schema may be an alternative of itself, or of several others.
  if (view.types.length > 0 || passed.has(view.pointer)) return view.types;
  passed.add(view.pointer);
  const types = view.alternatives.flatMap((pointer) => typesOf(contract, viewSchema(contract, pointer), passed));
  return [...new Set([...types, ...(view.isNullable && types.length > 0 ? ['null'] : [])])];
}

/** The JSON type of a value, `integer` for whole numbers. */
export function typeOfJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** True where only the server sets a property. */
export function isReadOnly(view: SchemaView): boolean {
  return view.keywords.get('readOnly')?.value === true;
}

/** True where no response shows a property. */
export function isWriteOnly(view: SchemaView): boolean {
  return view.keywords.get('writeOnly')?.value === true;
}

/** The value of a keyword when it is a number. */
export function writtenNumberAt(view: SchemaView, key: string): number | undefined {
  const value = view.keywords.get(key)?.value;
  return typeof value === 'number' ? value : undefined;
}

// No value is made so large, whatever a schema asks for: texts, lists and objects.
const largest = Object.entries({ Length: 1_000_000, Items: 10_000, Properties: 10_000 });

/** The same for making values: undefined for a size that no value is made of. */
export function numberAt(view: SchemaView, key: string): number | undefined {
  const value = writtenNumberAt(view, key);
  if (value === undefined) return undefined;
  const size = largest.find(([what]) => key.endsWith(what))?.[1];
  return size !== undefined && value > size ? undefined : value;
}

/** The value of a keyword when it is a text. */
export function textAt(view: SchemaView, key: string): string | undefined {
  const value = view.keywords.get(key)?.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * True for a schema that has null among its types, or is `nullable`, and an `enum` without null: by its letter null is
 * refused, and most who write so mean that it is allowed. And for one that has properties or items and no type: by its
 * letter null is allowed, and most who write so mean that it is not. Servers differ.
 */
export function isNullUnclear(view: SchemaView): boolean {
  return !isTyped(view) || view.parts.some(({ value }) => saysNullAlone(objectOf(value)));
}

/** True where a schema says of which type its values are, or which they are. */
export function isTyped({ parts }: SchemaView): boolean {
  const schemas = parts.map(({ value }) => objectOf(value));
  return schemas.some((schema) => ['type', 'enum', 'const'].some((keyword) => schema[keyword] !== undefined));
}

/** The same for what is written in one place. */
export function saysNullAlone({ nullable, type, enum: values }: JsonObject): boolean {
  const saysNull = nullable === true || [type].flat().includes('null');
  return saysNull && Array.isArray(values) && !values.includes(null);
}

/** The allowed values when they are listed: those that the type and the pattern allow as well, if there are any. */
export function enumOf(view: SchemaView): Json[] | undefined {
  const { value: constant } = view.keywords.get('const') ?? {};
  if (constant !== undefined) return [constant];
  const { value } = view.keywords.get('enum') ?? {};
  if (value === undefined) return undefined;
  const listed = listOf(value);
  const written = textAt(view, 'pattern');
  const pattern = written === undefined ? undefined : regularExpression(written);
  const allowed = listed.filter(
    (one) => isOfTypes(one, view.types) && (typeof one !== 'string' || pattern?.test(one) !== false),
  );
  return allowed.length > 0 ? allowed : listed;
}

/** True for a value of one of these JSON types, or where there are none. */
export function isOfTypes(value: unknown, types: readonly string[]): boolean {
  const own = typeOfJson(value);
  return types.length === 0 || allowsType(types, own);
}
