import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { type Pair, pairOf } from '../../http/message-changes.ts';
import { partsOf, readingsOf } from './readings.ts';
import type { ParameterShape } from './shape.ts';
import type { TextStyle } from './style.ts';
import { readParts, writtenParts } from './text-parts.ts';

/** `matrix`: `;by=a,b`, or `;by=a;by=b` exploded; an object as `;by=x,1,y,2`, or `;x=1;y=2` exploded. */
export const matrix: TextStyle = {
  write({ name, explode }, value, encode) {
    const [parts, own] = [writtenParts(value, explode, encode), `;${encode(name)}=`];
    if (!explode || typeof value !== 'object' || value === null) return own + parts.join(',');
    return parts.map((part) => (isExactObject(value) ? `;${part}` : own + part)).join('');
  },
  read(shape, text, decode) {
    if (!text.startsWith(';')) return [];
    const rest = text.slice(1);
    if (shape.explode) return readExploded(shape, rest, decode);
    const [name, own] = pairOf(rest);
    return decode(name) === shape.name ? readingsOf(shape, readParts(own, partsOf(own, ','), false, decode)) : [];
  },
};

function readExploded(shape: ParameterShape, text: string, decode: (text: string) => string): Exact[] {
  const entries = text.split(';').map((part): Pair => {
    const [name, own] = pairOf(part);
    return [decode(name), decode(own)];
  });
  const isNamed = entries.every(([name]) => name === shape.name);
  const items = entries.map(([, own]) => own);
  return readingsOf(shape, {
    text: isNamed && items.length === 1 ? items[0] : undefined,
    items: isNamed ? items : undefined,
    entries,
  });
}
