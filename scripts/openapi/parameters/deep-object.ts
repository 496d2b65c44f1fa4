import { isExactObject } from '../../http/exact-json.ts';
import type { Pair } from '../../http/message-changes.ts';
import { decodeQuery, encode } from '../../http/percent-encoding.ts';
import { form } from './form.ts';
import { readingsOf } from './readings.ts';
import { textOf } from './scalar-text.ts';
import type { QueryStyle } from './style.ts';

/** `deepObject`: `by[x]=1&by[y]=2`. OpenAPI says nothing of what is no object; that is written as in `form`. */
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
    return { readings: readingsOf(shape, { entries }), isRepeated: false };
  },
  isNameOf: ({ name: own }, name) => name.startsWith(`${own}[`) && name.endsWith(']'),
};
