import type { Pair } from '../../http/message-changes.ts';
import { decodeQuery } from '../../http/percent-encoding.ts';
import { delimited } from './delimited.ts';
import { readingsOf } from './readings.ts';
import type { ParameterShape } from './shape.ts';
import type { QueryStyle } from './style.ts';

const commas = delimited({ written: ',', read: /,/ });

/** `form`: `by=a,b`, `by=a&by=b` exploded; the properties of an exploded object are parameters of their own. */
export const form: QueryStyle = {
  ...commas,
  read(shape, own) {
    if (!isSpread(shape)) return commas.read(shape, own);
    const entries = own.map(([name, text]): Pair => [decodeQuery(name), decodeQuery(text)]);
    return { readings: readingsOf(shape, { entries }), isRepeated: false };
  },
  isNameOf: (shape, name) =>
    isSpread(shape) ? shape.isOpen || shape.properties.has(name) : commas.isNameOf(shape, name),
};

/** True for an object whose properties are parameters of their own in a query. */
export function isSpread({ kinds, style, explode, mediaType }: ParameterShape): boolean {
  return mediaType === null && style === 'form' && explode && kinds.length === 1 && kinds[0] === 'object';
}
