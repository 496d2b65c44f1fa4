import type { Json } from '../../openapi/json.ts';
import type { PartKind } from '../../openapi/source/document-structure.ts';

const defaults: Partial<Record<PartKind, Readonly<Record<string, Json>>>> = {
  operation: { deprecated: false },
  parameter: { required: false, deprecated: false, allowEmptyValue: false, allowReserved: false },
  header: { required: false, deprecated: false, style: 'simple', explode: false },
  requestBody: { required: false },
  encoding: { allowReserved: false },
  schema: {
    ...{ deprecated: false, readOnly: false, writeOnly: false, nullable: false, uniqueItems: false },
    ...{ minLength: 0, minItems: 0, minProperties: 0, exclusiveMinimum: false, exclusiveMaximum: false },
  },
};

/** True for a field of an object that says what is so without it. */
export function isDefault(
  kind: PartKind,
  name: string,
  value: Json,
  fieldOf: (name: string) => Json | undefined,
): boolean {
  if (kind === 'parameter' && (name === 'style' || name === 'explode')) {
    const usual = fieldOf('in') === 'query' || fieldOf('in') === 'cookie' ? 'form' : 'simple';
    return value === (name === 'style' ? usual : (fieldOf('style') ?? usual) === 'form');
  }
  if (kind === 'schema' && name === 'multipleOf') return value === 1 && fieldOf('type') === 'integer';
  return value === defaults[kind]?.[name];
}
