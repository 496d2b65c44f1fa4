import { partsOf, readingsOf } from './readings.ts';
import type { TextStyle } from './style.ts';
import { readParts, writtenParts } from './text-parts.ts';

/** `label`: `.a,b`, or `.a.b` exploded; an object as `.x,1,y,2`, or `.x=1.y=2` exploded. */
export const label: TextStyle = {
  write: ({ explode }, value, encode) => `.${writtenParts(value, explode, encode).join(explode ? '.' : ',')}`,
  read(shape, text, decode) {
    if (!text.startsWith('.')) return [];
    const rest = text.slice(1);
    return readingsOf(shape, readParts(rest, partsOf(rest, shape.explode ? '.' : ','), shape.explode, decode));
  },
};
