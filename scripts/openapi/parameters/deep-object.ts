import { isExactObject } from '../../http/exact-json.ts';
import type { Pair } from '../../http/message-changes.ts';
import { decodeQuery, encode } from '../../http/percent-encoding.ts';
import { form } from './form.ts';
import { readingsOf } from './readings.ts';
import { textOf } from './scalar-text.ts';
import type { QueryStyle } from './style.ts';

/**
 * `deepObject`: `by[x]=1&by[y]=2`. OpenAPI says nothing of what is no object; that is written as in `form`, and a list
 * is read as `by[]=1` and `by[0]=1`, too.
 */
export const deepObject: QueryStyle = {
  write(parameter, value) {
    if (!isExactObject(value)) return form.write(parameter, value);
    return Object.entries(value).map(
      ([key, child]): Pair => [encode(`${parameter.name}[${key}]`), encode(textOf(child))],
    );
  },
  read(shape, own) {
    const entries = own.map(
      ([name, text]): Pair => [decodeQuery(name).slice(shape.name.length + 1, -1), decodeQuery(text)],
    );
    if (own.some(([name]) => decodeQuery(name) === shape.name)) return form.read(shape, own);
    const items = entries.every(([key]) => /^\d*$/.test(key)) ? entries.map(([, text]) => text) : undefined;
    return { readings: readingsOf(shape, { entries, items }), isRepeated: false };
  },
  isNameOf: ({ name: own, kinds }, name) =>
    (name.startsWith(`${own}[`) && name.endsWith(']')) || (name === own && kinds.some((kind) => kind !== 'object')),
};
