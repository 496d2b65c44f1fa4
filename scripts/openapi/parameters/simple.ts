import { partsOf, readingsOf } from './readings.ts';
import type { TextStyle } from './style.ts';
import { readParts, writtenParts } from './text-parts.ts';

/** `simple`: `a,b`; an object as `x,1,y,2`, or `x=1,y=2` exploded. */
export const simple: TextStyle = {
  write: ({ explode }, value, encode) => writtenParts(value, explode, encode).join(','),
  read(shape, text, decode) {
    // In a header, blanks may stand beside the commas (RFC 9110 section 5.6.1).
    const parts = partsOf(text, ',').map((part) => part.trim());
    return readingsOf(shape, readParts(text, parts, shape.explode, decode));
  },
};
