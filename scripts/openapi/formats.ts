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
