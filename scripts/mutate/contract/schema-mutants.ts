import { isObject, type Json, listOf } from '../../openapi/json.ts';
import { otherValue } from './other-values.ts';
import type { MutantDraft, Place } from './place.ts';

const counts = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', ...counts];
const otherTypes: Readonly<Record<string, readonly string[]>> = {
  integer: ['number', 'string'],
  number: ['integer', 'string'],
  string: ['integer'],
  boolean: ['string'],
  object: ['array'],
  array: ['object'],
  null: ['string'],
};
const otherFormats: Readonly<Record<string, string>> = {
  int32: 'int64',
  int64: 'int32',
  float: 'double',
  double: 'float',
  date: 'date-time',
  'date-time': 'date',
  email: 'uri',
  uri: 'email',
};

/** One keyword of a schema changed; what concerns its properties is in property-mutants.ts. */
export function schemaMutants(schema: Place, version: '3.0' | '3.1'): MutantDraft[] {
  return [
    ...bounds.flatMap((keyword) => boundMutants(schema.get(keyword), counts.includes(keyword))),
    ...multipleMutants(schema.get('multipleOf')),
    ...enumMutants(schema),
    ...constMutants(schema),
    // Which values there are at all follows from these, and is reported at the schema itself.
    ...[...typeMutants(schema), ...nullMutants(schema, version)].map((draft) => ({
      ...draft,
      besides: schema.pointer,
    })),
    ...formatMutants(schema),
    ...patternMutants(schema),
    ...defaultMutants(schema),
    ...['exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems', 'readOnly', 'writeOnly'].flatMap((keyword) =>
      flagMutants(schema, keyword),
    ),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => alternativeMutants(schema.get(keyword))),
    ...discriminatorMutants(schema.get('discriminator')),
  ];
}

/** By one, both ways. */
function boundMutants(bound: Place | undefined, isCount: boolean): MutantDraft[] {
  const { source = '' } = bound ?? {};
  if (bound === undefined || typeof bound.value !== 'number') return [];
  const moved = /^-?\d+$/.test(source)
    ? [-1n, 1n].map((step) => String(BigInt(source) + step))
    : [-1, 1].map((step) => String(Number(bound.value) + step));
  return moved.filter((text) => !isCount || !text.startsWith('-')).flatMap((text) => bound.becomesSource(text));
}

/** A multiple by one both ways, one of a fraction twice and half of it. */
function multipleMutants(multiple: Place | undefined): MutantDraft[] {
  if (multiple === undefined || typeof multiple.value !== 'number') return [];
  const { value } = multiple;
  const others = Number.isInteger(value) ? [value - 1, value + 1] : [value / 2, value * 2];
  return others.filter((other) => other > 0).flatMap((other) => multiple.becomesSource(String(other)));
}

/** Each value dropped, but for the last one, and a further one. */
function enumMutants(schema: Place): MutantDraft[] {
  const list = schema.get('enum');
  const values = listOf(list?.value);
  if (list === undefined) return [];
  const dropped =
    values.length === 1
      ? []
      : values.flatMap((value, index) => list.losesItem(index, `enum loses ${JSON.stringify(value)}`));
  const further = otherValue(values[0] ?? null, values);
  return [...dropped, ...list.getsItem(further, `enum gets ${JSON.stringify(further)}`)];
}

function constMutants(schema: Place): MutantDraft[] {
  const constant = schema.get('const');
  return constant === undefined ? [] : schema.becomes('const', otherValue(constant.value, [constant.value]));
}

function typeMutants(schema: Place): MutantDraft[] {
  const type = schema.get('type');
  if (type === undefined) return [];
  if (type.text !== undefined) return (otherTypes[type.text] ?? []).flatMap((other) => schema.becomes('type', other));
  const types = listOf(type.value);
  return types.length < 2
    ? []
    : types.flatMap((one, index) => (one === 'null' ? [] : type.losesItem(index, `type loses ${JSON.stringify(one)}`)));
}

/** Null where there was none, or none where there was. OpenAPI 3.0 has a keyword of its own for it. */
function nullMutants(schema: Place, version: '3.0' | '3.1'): MutantDraft[] {
  const type = schema.get('type');
  if (version === '3.0')
    return schema.get('nullable') !== undefined
      ? flagMutants(schema, 'nullable')
      : type === undefined
        ? []
        : schema.gets('nullable', true);
  const types = type?.text === undefined ? listOf(type?.value) : [type.text];
  if (type === undefined || types.length === 0 || types[0] === 'null') return [];
  const at = types.indexOf('null');
  if (at >= 0) return type.losesItem(at, 'type loses "null"');
  return type.text === undefined
    ? type.getsItem('null', 'type gets "null"')
    : type.replaced([...types, 'null'], `type ${type.text} gets "null"`);
}

function formatMutants(schema: Place): MutantDraft[] {
  const format = schema.get('format')?.text;
  return format === undefined
    ? []
    : [...schema.loses('format'), ...schema.becomes('format', otherFormats[format] ?? 'date-time')];
}

/** Without the pattern more is allowed, with a letter that nothing begins with less. */
function patternMutants(schema: Place): MutantDraft[] {
  const pattern = schema.get('pattern')?.text;
  return pattern === undefined
    ? []
    : [...schema.loses('pattern'), ...schema.becomes('pattern', `^~${pattern.replace(/^\^/, '')}`)];
}

/** Another default that the schema allows, and none. */
function defaultMutants(schema: Place): MutantDraft[] {
  const standard = schema.get('default');
  if (standard === undefined) return [];
  const { value } = standard;
  const allowed = listOf(schema.get('enum')?.value).find((one) => one !== value);
  const maximum = schema.get('maximum')?.value;
  const other =
    allowed ?? (typeof value === 'number' ? (value === maximum ? value - 1 : value + 1) : otherValue(value, [value]));
  return [
    ...(isObject(value) || Array.isArray(value) ? [] : schema.becomes('default', other)),
    ...schema.loses('default'),
  ];
}

function flagMutants(schema: Place, keyword: string): MutantDraft[] {
  const value: Json | undefined = schema.get(keyword)?.value;
  return typeof value === 'boolean' ? schema.becomes(keyword, !value) : [];
}

function alternativeMutants(list: Place | undefined): MutantDraft[] {
  const all = list?.items() ?? [];
  if (list === undefined || all.length < 2) return [];
  return all.flatMap((one, index) =>
    list.losesItem(index, `${list.name} loses ${one.get('$ref')?.text ?? `its ${index + 1}. schema`}`),
  );
}

function discriminatorMutants(discriminator: Place | undefined): MutantDraft[] {
  const property = discriminator?.get('propertyName')?.text;
  const mapping = discriminator?.get('mapping');
  const drafts = [
    ...(property === undefined ? [] : (discriminator?.becomes('propertyName', `${property}Other`) ?? [])),
    ...(mapping?.names ?? []).flatMap((name) => mapping?.loses(name, `mapping of ${name} is removed`) ?? []),
  ];
  return drafts.map((draft) => ({ ...draft, pointer: discriminator?.pointer ?? '' }));
}

/** Another schema of the same document in the place of this one. */
export function referenceMutants(part: Place, names: readonly string[]): MutantDraft[] {
  const reference = part.get('$ref')?.text;
  const [, folder = '', own = ''] = /^(#\/components\/\w+\/)([^/]+)$/.exec(reference ?? '') ?? [];
  const other = names[(names.indexOf(own) + 1) % names.length];
  if (folder === '' || other === undefined || other === own) return [];
  return part
    .becomes('$ref', folder + other)
    .map((draft) => ({ ...draft, pointer: part.pointer, what: `${own} becomes ${other}` }));
}
