import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/**
 * The formats that validators know: those of ajv-formats, with an `int64` that holds only what a JavaScript number can
 * hold exactly. JSON.parse turns 2^53+1 into another number without a word; here it is refused instead.
 */
export const formats: Record<string, Format> = {
  ...fullFormats,
  int64: { type: 'number', async: false, validate: (value: number) => Number.isSafeInteger(value) },
};
