import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Fields, isFields, isReference } from './cursor.ts';
import type { Context } from './redocly.ts';

/**
 * What is wrong with `value` by `schema`, which stands in the node that `context` visits.
 * Undefined when nothing is, or when the schema itself is broken.
 */
export function whyInvalid(value: unknown, schema: unknown, context: Context): string | undefined {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, allErrors: true });
  formats.default(ajv);
  try {
    ajv.validate(new Bundle(context).bundle(schema), value);
  } catch {
    return undefined; // `struct` and `no-unresolved-refs` report such a schema
  }
  return ajv.errors ? ajv.errorsText(ajv.errors, { dataVar: 'it', separator: '; ' }) : undefined;
}

const schemaMaps = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const data = new Set(['const', 'enum']);
// Ajv would register these, or check values that are not in question here.
const dropped = new Set(['$id', '$anchor', '$schema', '$defs', 'definitions', 'default', 'example', 'examples']);

/** Makes one schema of all that a schema refers to, whichever files that stands in. */
class Bundle {
  readonly #context: Context;
  readonly #names = new Map<string, string>();
  readonly #definitions: Fields = {};

  constructor(context: Context) {
    this.#context = context;
  }

  bundle(schema: unknown): Fields {
    return { allOf: [this.#copy(schema, this.#context.location.source.absoluteRef)], $defs: this.#definitions };
  }

  #copy(schema: unknown, source: string): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.#copy(item, source));
    if (!isFields(schema)) return schema;
    const isOld = this.#context.specVersion === 'oas3_0';
    if (isReference(schema) && isOld) return { $ref: this.#refer(schema, source) };
    const copy: Fields = {};
    for (const [key, value] of Object.entries(schema)) {
      if (dropped.has(key)) continue;
      else if (key === '$ref' && isReference(schema)) copy[key] = this.#refer(schema, source);
      else if (schemaMaps.has(key) && isFields(value)) copy[key] = mapValues(value, (item) => this.#copy(item, source));
      else copy[key] = data.has(key) ? value : this.#copy(value, source);
    }
    return isOld ? withoutFlags(copy) : copy;
  }

  #refer(reference: { $ref: string }, source: string): string {
    const { node, location } = this.#context.resolve(reference, source);
    const place = location?.absolutePointer ?? reference.$ref;
    const known = this.#names.get(place);
    const name = known ?? `s${this.#names.size}`;
    if (known === undefined) {
      this.#names.set(place, name);
      this.#definitions[name] = node === undefined || !location ? true : this.#copy(node, location.source.absoluteRef);
    }
    return `#/$defs/${name}`;
  }
}

function mapValues(fields: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value)]));
}

/** In OpenAPI 3.0 `exclusiveMinimum` is a flag beside `minimum`; in JSON Schema 2020-12 it is the limit. */
function withoutFlags(schema: Fields): Fields {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  return {
    ...rest,
    ...(minimum !== undefined && { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum !== undefined && { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
}
