import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { type Pair, pairOf } from '../../http/message-changes.ts';
import { entriesInTurns, type Pieces } from './readings.ts';
import { textOf } from './scalar-text.ts';

type Coding = (text: string) => string;

/** The parts of a value in one text: items, `name=value` when an object is exploded, else names and values in turns. */
export function writtenParts(value: Exact, explode: boolean, encode: Coding): string[] {
  if (Array.isArray(value)) return value.map((item) => encode(textOf(item)));
  if (!isExactObject(value)) return [encode(textOf(value))];
  return Object.entries(value).flatMap(([key, child]) => {
    const pair = [encode(key), encode(textOf(child))];
    return explode ? [pair.join('=')] : pair;
  });
}

/** What such parts of a text stand for. */
export function readParts(text: string, parts: readonly string[], explode: boolean, decode: Coding): Pieces {
  const entries = explode ? parts.map(pairOf) : entriesInTurns(parts);
  return {
    text: decode(text),
    items: parts.map(decode),
    entries: entries?.map(([key, own]): Pair => [decode(key), decode(own)]),
  };
}
