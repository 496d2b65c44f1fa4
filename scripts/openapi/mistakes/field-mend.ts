import { isObject, type Json } from '../json.ts';
import type { FieldType } from './object-fields.ts';

/** What each type is called in a message. */
export const typeNames: Readonly<Record<FieldType, string>> = {
  any: 'any value',
  text: 'a string',
  flag: 'true or false',
  number: 'a number',
  object: 'an object',
  list: 'a list',
  texts: 'a list of strings',
  schema: 'a schema',
};

/** The value as one of the type: itself where it is one, undefined where it cannot be read as one. */
export function mendedValue(type: FieldType, value: Json): Json | undefined {
  switch (type) {
    case 'any':
      return value;
    case 'text':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ofType('string', value);
    case 'flag':
      return value === 'true' || value === 'false' ? value === 'true' : ofType('boolean', value);
    case 'number':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? Number(value)
        : ofType('number', value);
    case 'object':
      return isObject(value) ? value : undefined;
    case 'list':
      return Array.isArray(value) ? value : undefined;
    case 'texts':
      return mendedTexts(value);
    case 'schema':
      return isObject(value) || typeof value === 'boolean'
        ? value
        : value === 'true' || value === 'false'
          ? value === 'true'
          : undefined;
  }
}

function ofType(type: string, value: Json): Json | undefined {
  return typeof value === type ? value : undefined;
}

function mendedTexts(value: Json): Json | undefined {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  if (value.every((one) => typeof one === 'string') && new Set(value).size === value.length) return value;
  return [...new Set(value.flatMap((one) => mendedValue('text', one) ?? []))];
}
