import type { Exact } from '../http/exact-json.ts';
import type { SchemaView } from './schema-view.ts';

/** The value that the text of a header or a parameter has under its schema: a number only where one is allowed. */
export function headerValue(view: SchemaView, text: string): Exact {
  const { types } = view;
  if (types.includes('array'))
    return text.split(',').map((part) => scalarOf(['integer', 'number', 'boolean', 'string'], part.trim()));
  return scalarOf(types, text);
}

/** A text as one of the types, else as the text that it is. */
export function scalarOf(types: readonly string[], text: string): Exact {
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+$/.test(text))
    return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  if (types.includes('number') && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
