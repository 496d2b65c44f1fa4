import { isExactObject } from '../../http/exact-json.ts';
import type { Pair } from '../../http/message-changes.ts';
import { decodeQuery, encode } from '../../http/percent-encoding.ts';
import { entriesInTurns, partsOf, readingsOf } from './readings.ts';
import { textOf } from './scalar-text.ts';
import type { QueryStyle } from './style.ts';

/** What stands between the parts of a list or an object that is one text of a query. */
interface Delimiter {
  written: string;
  read: RegExp;
}

/**
 * A style of queries: one text for each item when it is exploded,
 * else one text in which a delimiter stands between them.
 */
export function delimited({ written, read }: Delimiter): QueryStyle {
  return {
    write({ name, explode }, value) {
      const own = encode(name);
      if (Array.isArray(value)) {
        const texts = value.map((item) => encode(textOf(item)));
        return explode ? texts.map((text): Pair => [own, text]) : [[own, texts.join(written)]];
      }
      if (!isExactObject(value)) return [[own, encode(textOf(value))]];
      const entries = Object.entries(value).map(([key, child]): Pair => [encode(key), encode(textOf(child))]);
      return explode ? entries : [[own, entries.flat().join(written)]];
    },
    read(shape, own) {
      const [[, first] = ['', ''] as const] = own;
      const parts = partsOf(first, read).map(decodeQuery);
      const items = shape.explode ? own.map(([, text]) => decodeQuery(text)) : parts;
      return {
        readings: readingsOf(shape, { text: decodeQuery(first), items, entries: entriesInTurns(parts) }),
        isRepeated: own.length > 1 && !(shape.explode && shape.kinds.includes('list')),
      };
    },
    isNameOf: (shape, name) => name === shape.name,
  };
}
