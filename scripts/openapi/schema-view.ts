import { type Contract, partAt, referenceOf } from './contract.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, pointerTo, segmentsOf } from './json.ts';

/** A keyword of a schema and where it stands. */
export interface Keyword {
  value: Json;
  pointer: string;
}

/** A schema as one: what it refers to and what `allOf` adds are part of it. */
export interface SchemaView {
  pointer: string;
  /** The name that the document has for it, when it is a component. */
  name: string | undefined;
  /** JSON types that it allows; empty when it allows any. */
  types: readonly string[];
  keywords: ReadonlyMap<string, Keyword>;
  /** Pointers of the schemas of its properties. */
  properties: ReadonlyMap<string, string>;
  required: ReadonlyMap<string, string>;
  items: string | undefined;
  /** Pointers of the schemas of which one (`oneOf`) or some (`anyOf`) must match. */
  alternatives: readonly string[];
}

interface Draft {
  name: string | undefined;
  types: Set<string> | undefined;
  isNullable: boolean;
  keywords: Map<string, Keyword>;
  properties: Map<string, string>;
  required: Map<string, string>;
  items: string | undefined;
  alternatives: string[];
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
    'minProperties',
    'maxProperties',
    'additionalProperties',
    'unevaluatedProperties',
    'type',
  ],
  ...['readOnly', 'writeOnly', 'default', 'example', 'examples', 'description', 'discriminator'],
];

const known = new WeakMap<Contract, Map<string, SchemaView>>();

/** The schema at `pointer`. */
export function viewSchema(contract: Contract, pointer: string): SchemaView {
  const views = known.get(contract) ?? new Map<string, SchemaView>();
  known.set(contract, views);
  const view = views.get(pointer) ?? newView(contract, pointer);
  views.set(pointer, view);
  return view;
}

function newView(contract: Contract, pointer: string): SchemaView {
  const draft: Draft = {
    name: undefined,
    types: undefined,
    isNullable: false,
    keywords: new Map(),
    properties: new Map(),
    required: new Map(),
    items: undefined,
    alternatives: [],
  };
  collect(contract, pointer, draft, []);
  const types = draft.types ?? impliedTypes(draft);
  return { pointer, ...draft, types: [...types, ...(draft.isNullable && types.size > 0 ? ['null'] : [])] };
}

function collect(contract: Contract, pointer: string, draft: Draft, passed: string[]): void {
  const part = partAt(contract, pointer);
  // A schema that holds itself by `allOf` alone says nothing more the second time.
  if (!isObject(part.value) || passed.includes(part.pointer)) return;
  const way = [...passed, part.pointer];
  const reference = referenceOf(part.value);
  if (reference !== undefined) {
    draft.name ??= segmentsOf(reference).at(-1);
    collect(contract, pointerTo(...segmentsOf(reference)), draft, way);
    if (contract.version === '3.0') return;
  }
  addOwn(contract, part.value, part.pointer, draft);
  for (const index of listOf(part.value['allOf']).keys())
    collect(contract, `${part.pointer}/allOf/${index}`, draft, way);
  addAlternatives(contract, part.value, part.pointer, draft, way);
}

function addOwn(contract: Contract, schema: JsonObject, pointer: string, draft: Draft): void {
  for (const [key, keyword] of keywordsIn(contract, schema, pointer)) addKeyword(draft, key, keyword);
  if (schema['type'] !== undefined) {
    const types = [schema['type']].flat().map(String);
    const known = draft.types;
    draft.types = new Set(known === undefined ? types : types.filter((type) => known.has(type)));
  }
  if (contract.version === '3.0') draft.isNullable ||= schema['nullable'] === true;
  for (const name of Object.keys(objectOf(schema['properties'])))
    draft.properties.set(name, `${pointer}/properties${pointerTo(name)}`);
  for (const name of listOf(schema['required'])) draft.required.set(String(name), `${pointer}/required`);
  if (isObject(schema['items'])) draft.items = `${pointer}/items`;
}

/** Of two bounds the narrower one counts; else the outer keyword, which comes last, wins. */
function addKeyword(draft: Draft, key: string, keyword: Keyword): void {
  const known = draft.keywords.get(key)?.value;
  const isNumber = typeof known === 'number' && typeof keyword.value === 'number';
  if (isNumber && /^(min|exclusiveMin)/.test(key) && known > Number(keyword.value)) return;
  if (isNumber && /^(max|exclusiveMax)/.test(key) && known < Number(keyword.value)) return;
  if (key === 'enum' && Array.isArray(known))
    draft.keywords.set(key, { ...keyword, value: known.filter((value) => listOf(keyword.value).includes(value)) });
  else draft.keywords.set(key, keyword);
}

/** The keywords of one schema. OpenAPI 3.0.3: an exclusive bound is a bound and a boolean. */
function keywordsIn(contract: Contract, schema: JsonObject, pointer: string): Map<string, Keyword> {
  const own = new Map(
    kept.flatMap((key) =>
      schema[key] === undefined ? [] : [[key, { value: schema[key], pointer: `${pointer}/${key}` }] as const],
    ),
  );
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
function addAlternatives(contract: Contract, schema: JsonObject, pointer: string, draft: Draft, way: string[]): void {
  for (const key of ['oneOf', 'anyOf']) {
    const all = listOf(schema[key]).map((_, index) => `${pointer}/${key}/${index}`);
    const others = all.filter((one) => !isNullSchema(contract, one));
    if (others.length < all.length) draft.isNullable = true;
    const [only] = others;
    if (others.length === 1 && only !== undefined && !way.includes(only)) collect(contract, only, draft, way);
    else draft.alternatives.push(...others);
  }
}

function isNullSchema(contract: Contract, pointer: string): boolean {
  const schema = objectOf(partAt(contract, pointer).value);
  return schema['type'] === 'null' || schema['const'] === null;
}

function impliedTypes({ keywords, properties, items }: Draft): Set<string> {
  const values = keywords.has('const') ? [keywords.get('const')?.value ?? null] : listOf(keywords.get('enum')?.value);
  if (values.length > 0) return new Set(values.map(typeOfJson));
  if (properties.size > 0) return new Set(['object']);
  return new Set(items === undefined ? [] : ['array']);
}

/** The JSON type of a value, `integer` for whole numbers. */
export function typeOfJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The value of a keyword when it is a number. */
export function numberAt(view: SchemaView, key: string): number | undefined {
  const value = view.keywords.get(key)?.value;
  return typeof value === 'number' ? value : undefined;
}

/** The value of a keyword when it is a text. */
export function textAt(view: SchemaView, key: string): string | undefined {
  const value = view.keywords.get(key)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The allowed values when they are listed. */
export function enumOf(view: SchemaView): Json[] | undefined {
  const { value: constant } = view.keywords.get('const') ?? {};
  if (constant !== undefined) return [constant];
  const { value } = view.keywords.get('enum') ?? {};
  return value === undefined ? undefined : listOf(value);
}
