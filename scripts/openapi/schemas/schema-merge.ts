import { type Contract, type Part, partAt, referenceOf } from '../contract.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, pointerTo, segmentsOf } from '../json.ts';

/** A keyword of a schema and where it stands. */
export interface Keyword {
  value: Json;
  pointer: string;
}

/** What a schema says with all that it refers to and that `allOf` adds. */
export interface MergedSchema {
  /** The name that the document has for it, when it is a component. */
  name: string | undefined;
  /** The types that all of it allow; undefined when none is written. */
  types: Set<string> | undefined;
  isNullable: boolean;
  /** True when a part of it has a type, or a list of values, without null: then nothing else allows it. */
  refusesNull: boolean;
  keywords: Map<string, Keyword>;
  /** Pointers of the schemas of its properties: of several for one property that which is written in the schema. */
  properties: Map<string, string>;
  /** Of properties that have several schemas, all of them. */
  shared: Map<string, readonly string[]>;
  required: Map<string, string>;
  items: string | undefined;
  /** Where several schemas say what all items are, all of them. */
  sharedItems: readonly string[];
  /** Those of a list that has a schema for each of its first places. */
  places: string[];
  /** Pointers of the schemas of which one (`oneOf`) or some (`anyOf`) must match. */
  alternatives: string[];
  /** The schemas that it is put together from, each as it is written. */
  parts: Part[];
}

const kept = [
  ...[
    'enum',
    'const',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'pattern',
    'format',
  ],
  ...[
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
    'propertyNames',
    'additionalProperties',
    'unevaluatedProperties',
    'type',
  ],
  ...['readOnly', 'writeOnly', 'default', 'example', 'examples', 'description', 'discriminator'],
];

/** Reads the schemas at these pointers as one that all hold. Throws ContractError when a reference leads nowhere. */
export function mergeSchemas(contract: Contract, pointers: readonly string[]): MergedSchema {
  const draft: MergedSchema = {
    name: undefined,
    types: undefined,
    isNullable: false,
    refusesNull: false,
    keywords: new Map(),
    properties: new Map(),
    shared: new Map(),
    required: new Map(),
    items: undefined,
    sharedItems: [],
    places: [],
    alternatives: [],
    parts: [],
  };
  const collection: Collection = { draft, collected: new Set(), writtenHere: new Set() };
  for (const pointer of pointers) collect(contract, pointer, 'whole', collection);
  draft.isNullable &&= !draft.refusesNull;
  if (draft.refusesNull) draft.types?.delete('null');
  return draft;
}

/** The schema itself, what is written in it beneath `allOf`, or what that refers to. */
type Place = 'whole' | 'part' | 'referred';

interface Collection {
  draft: MergedSchema;
  collected: Set<string>;
  /** Names of the properties that have a schema which no other schema refers to. */
  writtenHere: Set<string>;
}

function collect(contract: Contract, pointer: string, place: Place, collection: Collection): void {
  const { draft, collected } = collection;
  const part = partAt(contract, pointer);
  // A schema says nothing more the second time, be it held by itself or by several others.
  if (collected.has(part.pointer)) return;
  collected.add(part.pointer);
  const reference = referenceOf(part.value);
  const isAlone = contract.version === '3.0' || Object.keys(objectOf(part.value)).length === 1;
  if (reference === undefined || !isAlone) draft.parts.push(part);
  if (!isObject(part.value)) return;
  if (reference !== undefined) {
    draft.name ??= segmentsOf(reference).at(-1);
    collect(contract, pointerTo(...segmentsOf(reference)), place === 'whole' ? place : 'referred', collection);
    if (contract.version === '3.0') return;
  }
  for (const index of listOf(part.value['allOf']).keys())
    collect(contract, `${part.pointer}/allOf/${index}`, place === 'whole' ? 'part' : place, collection);
  addOwn(contract, part.value, part.pointer, draft);
  addProperties(part.value, part.pointer, place, collection);
  addAlternatives(contract, part.value, part.pointer, place, collection);
}

function addOwn(contract: Contract, schema: JsonObject, pointer: string, draft: MergedSchema): void {
  for (const [key, keyword] of keywordsIn(contract, schema, pointer)) addKeyword(draft.keywords, key, keyword);
  if (schema['type'] !== undefined) {
    const types = [schema['type']].flat().map(String);
    draft.types = new Set(draft.types === undefined ? types : commonTypes([...draft.types], types));
    // OpenAPI 3.0.3, Schema Object: `nullable` adds null to the type beside it.
    const isNullable = contract.version === '3.0' && schema['nullable'] === true;
    draft.isNullable ||= isNullable;
    draft.refusesNull ||= !isNullable && !types.includes('null');
  }
  const values = valuesOf(schema);
  draft.refusesNull ||= values !== undefined && !values.includes(null);
  for (const name of listOf(schema['required'])) draft.required.set(String(name), `${pointer}/required`);
  const places = listOf(schema['prefixItems']).map((_, index) => `${pointer}/prefixItems/${index}`);
  if (places.length > 0) draft.places = places;
  // What follows these is no schema of all items.
  else if (isObject(schema['items'])) {
    if (draft.items !== undefined)
      draft.sharedItems = [...new Set([draft.items, ...draft.sharedItems, `${pointer}/items`])];
    draft.items = `${pointer}/items`;
  }
}

/** Of several schemas of a property the last one stands for all, before those that are referred to. */
function addProperties(schema: JsonObject, pointer: string, place: Place, collection: Collection): void {
  const { properties, shared } = collection.draft;
  for (const name of Object.keys(objectOf(schema['properties']))) {
    const [known, own] = [properties.get(name), `${pointer}/properties${pointerTo(name)}`];
    if (known !== undefined) shared.set(name, [...(shared.get(name) ?? [known]), own]);
    if (place !== 'referred') collection.writtenHere.add(name);
    if (place !== 'referred' || !collection.writtenHere.has(name)) properties.set(name, own);
  }
}

function valuesOf({ const: only, enum: all }: JsonObject): Json[] | undefined {
  return only !== undefined ? [only] : all === undefined ? undefined : listOf(all);
}

/** True where a list of JSON types has this one: every integer is a number (JSON Schema validation, section 6.1.1). */
export function allowsType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function commonTypes(some: readonly string[], others: readonly string[]): string[] {
  const all = [...some, ...others];
  return all.filter((type) => allowsType(some, type) && allowsType(others, type));
}

/** Of two bounds the narrower one counts; else the outer keyword, which comes last, wins. */
export function addKeyword(keywords: Map<string, Keyword>, key: string, keyword: Keyword): void {
  const known = keywords.get(key)?.value;
  const isNumber = typeof known === 'number' && typeof keyword.value === 'number';
  if (isNumber && /^(min|exclusiveMin)/.test(key) && known > Number(keyword.value)) return;
  if (isNumber && /^(max|exclusiveMax)/.test(key) && known < Number(keyword.value)) return;
  if (key === 'enum' && Array.isArray(known))
    keywords.set(key, { ...keyword, value: known.filter((value) => listOf(keyword.value).includes(value)) });
  else keywords.set(key, keyword);
}

/** The keywords of one schema. OpenAPI 3.0.3: an exclusive bound is a bound and a boolean. */
function keywordsIn(contract: Contract, schema: JsonObject, pointer: string): Map<string, Keyword> {
  const own = new Map<string, Keyword>();
  for (const key of kept) {
    const value = schema[key];
    if (value !== undefined) own.set(key, { value, pointer: `${pointer}/${key}` });
  }
  if (contract.version !== '3.0') return own;
  for (const side of ['Minimum', 'Maximum']) {
    const isExclusive = own.get(`exclusive${side}`)?.value === true;
    const bound = own.get(side.toLowerCase());
    own.delete(`exclusive${side}`);
    if (!isExclusive || bound === undefined) continue;
    own.delete(side.toLowerCase());
    own.set(`exclusive${side}`, bound);
  }
  return own;
}

/** "This or null" is one schema that is nullable, not two. */
function addAlternatives(
  contract: Contract,
  schema: JsonObject,
  pointer: string,
  place: Place,
  collection: Collection,
): void {
  const { draft, collected } = collection;
  for (const key of ['oneOf', 'anyOf']) {
    const all = listOf(schema[key]).map((_, index) => `${pointer}/${key}/${index}`);
    const others = all.filter((one) => !isNullSchema(contract, one));
    if (others.length < all.length) draft.isNullable = true;
    const [only] = others;
    if (others.length === 1 && only !== undefined && !collected.has(only)) {
      const { refusesNull } = draft;
      collect(contract, only, place === 'whole' ? 'part' : place, collection);
      // What one alternative refuses, the other allows.
      if (others.length < all.length) draft.refusesNull = refusesNull;
    } else draft.alternatives.push(...others);
  }
}

function isNullSchema(contract: Contract, pointer: string): boolean {
  const schema = objectOf(partAt(contract, pointer).value);
  const values = listOf(schema['enum']);
  return schema['type'] === 'null' || schema['const'] === null || (values.length === 1 && values[0] === null);
}
