import { type Exact, writeExact } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import { decodeQuery, encode } from '../../http/percent-encoding.ts';
import { jsonOf } from './readings.ts';
import type { StyledParameter } from './shape.ts';
import type { QueryStyle, TextStyle } from './style.ts';

/** `content`: one document, such as JSON; of other media types no more than the text is known. */
export const content: { query: QueryStyle; text: TextStyle } = {
  query: {
    write: (parameter, value) => [[encode(parameter.name), encode(documentText(parameter, value))]],
    read(shape, own) {
      const [[, first] = ['', ''] as const] = own;
      return { readings: documentReadings(shape, decodeQuery(first)), isRepeated: own.length > 1 };
    },
    isNameOf: (shape, name) => name === shape.name,
  },
  text: {
    write: (parameter, value, encode) => encode(documentText(parameter, value)),
    read: (shape, text, decode) => documentReadings(shape, decode(text)),
  },
};

function documentText({ mediaType }: StyledParameter, value: Exact): string {
  return typeof value === 'string' && !isJson(mediaType ?? '') ? value : writeExact(value);
}

function documentReadings({ mediaType }: StyledParameter, text: string): Exact[] {
  return isJson(mediaType ?? '') ? jsonOf(text) : [text];
}
