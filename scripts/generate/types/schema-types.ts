import { type Contract, referenceOf, resolvePart } from '../../openapi/contract.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, pointerTo, segmentsOf } from '../../openapi/json.ts';
import { componentType, documentation, members, propertyKey } from './type-text.ts';

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Types of schemas (OpenAPI, Schema Object) as text. */
export class SchemaTypes {
  readonly #contract: Contract;
  /** The values by which a discriminator distinguishes schemas, by the pointer of the schema. */
  readonly #discriminated: ReadonlyMap<string, { property: string; values: string[] }>;
  /** References on the way that lead to no component: one of them within itself has no name. */
  readonly #open: string[] = [];

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#discriminated = discriminatedSchemas(contract);
  }

  /** The type of a component: of a schema that a discriminator leads to, its property has the value for that. */
  componentType(schema: Json, pointer: string): string {
    const type = this.typeOf(schema);
    const found = this.#discriminated.get(pointer);
    if (found === undefined) return type;
    const values = found.values.map((value) => JSON.stringify(value)).join(' | ');
    return joined([type, members([`${propertyKey(found.property)}: ${values};`])], ' & ');
  }

  /** The type of a schema that stands anywhere in the document. */
  typeOf(schema: Json): string {
    if (!isObject(schema)) return schema === false ? 'never' : 'unknown';
    const reference = referenceOf(schema);
    if (reference !== undefined) return this.#referredTo(reference);
    const { const: constant } = schema;
    if (constant !== undefined) return literalType(constant);
    if (Array.isArray(schema['enum']) && schema['type'] !== 'object' && schema['properties'] === undefined)
      return joined([...schema['enum'].map(literalType), ...(isNullable(schema) ? ['null'] : [])], ' | ');
    const type = this.#composed(schema);
    return schema['nullable'] === true ? joined([type, 'null'], ' | ') : type;
  }

  #referredTo(reference: string): string {
    const component = componentType(reference, 'schemas');
    if (component !== undefined) return component;
    if (this.#open.includes(reference)) return 'unknown';
    this.#open.push(reference);
    const type = this.typeOf(this.#resolved(reference));
    this.#open.pop();
    return type;
  }

  #resolved(reference: string): Json {
    return resolvePart(this.#contract, pointerTo(...segmentsOf(reference))).value;
  }

  /** All of what a schema says of itself, all of `allOf`, and one of each list of alternatives. */
  #composed(schema: JsonObject): string {
    const required = listOf(schema['required']).map(String);
    const parts = [
      ...this.#own(schema),
      ...listOf(schema['allOf']).map((part) => this.#partOf(part, required)),
      ...['anyOf', 'oneOf'].flatMap((key) => {
        const alternatives = listOf(schema[key]).map((one) => this.typeOf(one));
        return alternatives.length === 0 ? [] : [joined(alternatives, ' | ')];
      }),
    ];
    if (parts.length > 0) return joined(parts, ' & ');
    if (schema['type'] === undefined) return 'unknown';
    return schema['additionalProperties'] === false ? 'Record<string, never>' : 'Record<string, unknown>';
  }

  /** A part of `allOf`, whose properties the schema around it may require. */
  #partOf(part: Json, required: readonly string[]): string {
    const reference = referenceOf(part);
    if (reference === undefined) {
      if (!isObject(part)) return this.typeOf(part);
      return this.typeOf({ ...part, required: [...listOf(part['required']), ...required] });
    }
    const properties = objectOf(objectOf(this.#resolved(reference))['properties']);
    const needed = required.filter((name) => Object.hasOwn(properties, name));
    const type = this.typeOf(part);
    if (needed.length === 0) return type;
    const names = needed.map((name) => JSON.stringify(name)).join(' | ');
    return `${type} & Required<Pick<${type}, ${names}>>`;
  }

  /** What a schema says by its type and its properties; nothing for an object of which it says no more. */
  #own(schema: JsonObject): string[] {
    const types = [schema['type']].flat().filter((type) => typeof type === 'string');
    const [only] = types;
    if (types.length > 1) {
      const each = types.map((type) => this.#own({ ...schema, type })[0] ?? 'Record<string, unknown>');
      return [joined([...new Set(each)], ' | ')];
    }
    if (only === 'array') return [this.#array(schema)];
    const scalar = only === undefined ? undefined : scalars[only];
    if (scalar !== undefined) return [scalar];
    const object = this.#object(schema);
    return object === undefined ? [] : [object];
  }

  #array({ items, prefixItems }: JsonObject): string {
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
    if (tuple !== undefined) return `[${tuple.map((item) => this.typeOf(item)).join(', ')}]`;
    const item = items === undefined ? 'unknown' : this.typeOf(items);
    return /[|&]|^\{/.test(item) ? `(${item})[]` : `${item}[]`;
  }

  #object(schema: JsonObject): string | undefined {
    const required = new Set(listOf(schema['required']));
    const lines = Object.entries(objectOf(schema['properties'])).map(([name, property]) => {
      const isReadOnly = isObject(property) && property['readOnly'] === true;
      const mark = required.has(name) ? '' : '?';
      const type = this.typeOf(property);
      return `${documentation(property)}${isReadOnly ? 'readonly ' : ''}${propertyKey(name)}${mark}: ${type};`;
    });
    const others = [schema['additionalProperties'], ...Object.values(objectOf(schema['patternProperties']))]
      .filter((other) => other !== undefined && other !== false)
      .map((other) => this.typeOf(other));
    const index = others.length === 0 ? [] : [`{\n    [key: string]: ${joined(others, ' | ')};\n}`];
    const parts = [...(lines.length === 0 ? [] : [members(lines)]), ...index];
    return parts.length === 0 ? undefined : joined(parts, ' & ');
  }
}

function isNullable({ type, nullable, enum: values }: JsonObject): boolean {
  return (nullable === true || listOf(type).includes('null')) && !listOf(values).includes(null);
}

/** The type of one JSON value. */
function literalType(value: Json): string {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' || value === null)
    return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(literalType).join(', ')}]`;
  return members(Object.entries(value).map(([name, own]) => `${propertyKey(name)}: ${literalType(own)};`));
}

/** Types with an operator between them; one that has another operator stands in brackets. No type at all is `never`. */
function joined(types: readonly string[], operator: ' | ' | ' & '): string {
  const all = [...new Set(types)];
  const [only = 'never'] = all;
  if (all.length <= 1) return only;
  const other = operator === ' | ' ? '&' : '|';
  return all.map((type) => (type.includes(other) ? `(${type})` : type)).join(operator);
}

/** By its pointer, each component that a mapping leads to, or `oneOf` or `anyOf` beside a discriminator. */
function discriminatedSchemas({ document }: Contract): ReadonlyMap<string, { property: string; values: string[] }> {
  const found = new Map<string, { property: string; values: string[] }>();
  const add = (reference: string, property: string, value: string) => {
    const pointer = reference.startsWith('#')
      ? pointerTo(...segmentsOf(reference))
      : pointerTo('components', 'schemas', reference);
    const known = found.get(pointer) ?? { property, values: [] };
    found.set(pointer, { property, values: [...new Set([...known.values, value])] });
  };
  for (const schema of Object.values(objectOf(objectOf(document['components'])['schemas']))) {
    if (!isObject(schema)) continue;
    const { propertyName, mapping } = objectOf(schema['discriminator']);
    if (typeof propertyName !== 'string') continue;
    const mapped = Object.entries(objectOf(mapping));
    for (const [value, target] of mapped) add(String(target), propertyName, value);
    const targets = new Set(mapped.map(([, target]) => target));
    for (const alternative of [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])]) {
      const reference = referenceOf(alternative);
      if (reference !== undefined && !targets.has(reference))
        add(reference, propertyName, segmentsOf(reference).at(-1) ?? '');
    }
  }
  return found;
}
