import { type Exact, writeExact } from '../../http/exact-json.ts';

/** A scalar as the text that stands for it outside of JSON. */
export function textOf(value: Exact): string {
  return typeof value === 'string' ? value : writeExact(value);
}

/** A text as one of the types, numbers as JSON writes them (RFC 8259 section 6); else as the text that it is. */
export function scalarOf(types: readonly string[], text: string): Exact {
  if ((types.includes('integer') || types.includes('number')) && /^-?(0|[1-9]\d*)$/.test(text))
    return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  if (types.includes('number') && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
