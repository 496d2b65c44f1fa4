import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/**
 * An `int64` that holds only what a JavaScript number can hold exactly: JSON.parse turns 2^53+1 into another number
 * without a word; here it is refused instead.
 */
export const ownFormats: Record<string, Format> = {
  int64: { type: 'number', async: false, validate: (value: number) => Number.isSafeInteger(value) },
};

/** The formats that validators know: those of ajv-formats, and the own ones instead of those of the same name. */
export const formats: Record<string, Format> = { ...fullFormats, ...ownFormats };

/** Whether a text has a format; true for one that says nothing of texts. */
export function hasFormat(text: string, name: string): boolean {
  // Without a module for it: the package has this file alone, for `generate` to bundle.
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (typeof format !== 'object' || format instanceof RegExp) return isAllowed(text, format);
  return format.type === 'number' || format.async === true || isAllowed(text, format.validate);
}

function isAllowed(text: string, check: unknown): boolean {
  if (check instanceof RegExp) return check.test(text);
  return typeof check !== 'function' || check(text) === true;
}
