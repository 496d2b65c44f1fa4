export type Json = null | boolean | number | string | Json[] | Item;

export interface Item {
  [name: string]: Json;
}

type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

export interface Schema {
  type: TypeName;
  nullable?: boolean;
  enum?: Json[];
  pattern?: RegExp;
  format?: keyof typeof formats;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  minProperties?: number;
  maxProperties?: number;
  open?: boolean;
  variants?: { by: string; of: Record<string, Schema> };
}

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function itemOf(value: Json | undefined): Item {
  return isItem(value) ? value : {};
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

const dateOf = (text: string) => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const days = [
    31,
    Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ];
  return Number(day) >= 1 && Number(day) <= (days[Number(month) - 1] ?? 0);
};

const timeOf = (text: string) => {
  const [, hour = '', minute = '', second = '', zone = '', zoneHour = '0', zoneMinute = '0'] =
    /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59 || Number(zoneHour) > 23 || Number(zoneMinute) > 59)
    return false;
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (zone === '-' ? -1 : 1);
  const utc = (Number(hour) * 60 + Number(minute) - offset + 2880) % 1440;
  return Number(second) < 60 || (Number(second) === 60 && utc === 1439);
};

const formats = {
  uuid: (value: Json) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(value)),
  date: (value: Json) => dateOf(String(value)),
  'date-time': (value: Json) =>
    dateOf(String(value).slice(0, 10)) && /^t$/i.test(String(value).charAt(10)) && timeOf(String(value).slice(11)),
  int32: (value: Json) => Number(value) >= -(2 ** 31) && Number(value) < 2 ** 31,
  int64: (value: Json) => Math.abs(Number(value)) <= 2 ** 63,
};

function hasType(type: TypeName, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isItem(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** The same text for equal values, whatever the order of their properties. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isItem(value)) return JSON.stringify(value);
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`)
    .join()}}`;
}

/** What is wrong with a value, each as `body.tags[] pattern`. */
export function problemsOf(schema: Schema, value: Json, path: string): string[] {
  if (value === null && schema.nullable) return [];
  const checks: [keyword: string, isKept: boolean][] = [
    [value === null ? 'null' : 'type', hasType(schema.type, value)],
    ['enum', schema.enum?.includes(value) ?? true],
    ['format', schema.format === undefined || !hasType(schema.type, value) || formats[schema.format](value)],
    ...(typeof value === 'number' ? numberChecks(schema, value) : []),
    ...(typeof value === 'string' ? textChecks(schema, value) : []),
    ...(Array.isArray(value) ? listChecks(schema, value) : []),
    ...(isItem(value) ? objectChecks(schema, value) : []),
  ];
  const own = checks.flatMap(([keyword, isKept]) => (isKept ? [] : [`${path} ${keyword}`]));
  const { items } = schema;
  const ofItems = Array.isArray(value) && items ? value.flatMap((item) => problemsOf(items, item, `${path}[]`)) : [];
  return [...own, ...ofItems, ...(isItem(value) ? propertyProblems(schema, value, path) : [])];
}

type Check = [keyword: string, isKept: boolean];

function numberChecks(schema: Schema, value: number): Check[] {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = schema;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  const steps = multipleOf === undefined ? 0 : value / multipleOf;
  return [
    ['minimum', value >= minimum],
    ['maximum', value <= maximum],
    ['exclusiveMinimum', value > exclusiveMinimum],
    ['exclusiveMaximum', value < exclusiveMaximum],
    ['multipleOf', Math.abs(steps - Math.round(steps)) < 1e-9],
  ];
}

function textChecks({ minLength = 0, maxLength = Infinity, pattern }: Schema, value: string): Check[] {
  const { length } = [...value];
  return [
    ['minLength', length >= minLength],
    ['maxLength', length <= maxLength],
    ['pattern', pattern?.test(value) ?? true],
  ];
}

function listChecks({ minItems = 0, maxItems = Infinity, uniqueItems }: Schema, value: Json[]): Check[] {
  return [
    ['minItems', value.length >= minItems],
    ['maxItems', value.length <= maxItems],
    ['uniqueItems', !uniqueItems || new Set(value.map(canonical)).size === value.length],
  ];
}

function objectChecks(schema: Schema, value: Item): Check[] {
  const { minProperties = 0, maxProperties = Infinity, properties = {}, variants, open } = schema;
  const names = Object.keys(value);
  return [
    ['minProperties', names.length >= minProperties],
    ['maxProperties', names.length <= maxProperties],
    ['surplus', variants !== undefined || open === true || names.every((name) => Object.hasOwn(properties, name))],
  ];
}

function propertyProblems({ properties = {}, required = [], variants }: Schema, value: Item, path: string): string[] {
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}.${name} required`);
  const wrong = Object.entries(properties).flatMap(([name, property]) =>
    Object.hasOwn(value, name) ? problemsOf(property, value[name] ?? null, `${path}.${name}`) : [],
  );
  if (variants === undefined) return [...missing, ...wrong];
  const tag = Object.hasOwn(value, variants.by) ? value[variants.by] : undefined;
  const variant = typeof tag === 'string' && Object.hasOwn(variants.of, tag) ? variants.of[tag] : undefined;
  const ofVariant = variant
    ? problemsOf(variant, value, path)
    : [`${path}.${variants.by} ${tag === undefined ? 'required' : 'enum'}`];
  return [...missing, ...wrong, ...ofVariant];
}

/** A text as what its schema wants, or as it is if it cannot be that. */
export function coerce(schema: Schema, text: string): Json {
  if (schema.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (schema.type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (schema.type === 'integer' && /^-?\d+$/.test(text))
    return schema.format !== 'int64' || BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? Number(text) : text;
  return text;
}
