import { readFileSync } from 'node:fs';
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Location } from '../../cli/problem.ts';
import type { Json } from '../../openapi/json.ts';
import { startOf } from '../../openapi/source/yaml-nodes.ts';

/** A piece of a text, by offsets, and what is to stand there. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The text after all edits; they do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, { start, end, text: own }) => result.slice(0, start) + own + result.slice(end), text);
}

/** A YAML or JSON file with its syntax tree, and edits of single parts of it that leave every other byte as it is. */
export class YamlText {
  readonly file: string;
  readonly text: string;
  readonly document: Document.Parsed;
  readonly #lines = new LineCounter();
  readonly #newline: string;

  constructor(file: string, text = readFileSync(file, 'utf8')) {
    this.file = file;
    this.text = text;
    this.#newline = text.includes('\r\n') ? '\r\n' : '\n';
    this.document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
  }

  locationAt(offset: number): Location {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** Another value in the place of this one, in quotes if this one has them. */
  withValue(node: Node, value: Json): Edit {
    return {
      start: startOf(node),
      end: this.#endOf(node),
      text: isScalar(node) && typeof value === 'string' ? quotedLike(node, value) : written(value, this.#isJson),
    };
  }

  /** Another text in the place of a scalar: a number with all its digits. */
  withSource(node: Node, text: string): Edit {
    return { start: startOf(node), end: this.#endOf(node), text };
  }

  withKey(key: Scalar, name: string): Edit {
    return { start: startOf(key), end: key.range?.[1] ?? 0, text: quotedLike(key, name) };
  }

  withoutPair(map: YAMLMap, pair: Pair): Edit {
    const index = map.items.indexOf(pair);
    const [start, end] = this.#spanOf(pair);
    const [previous, next] = [map.items[index - 1], map.items[index + 1]];
    if (map.flow === true)
      return this.#withoutFlowItem(start, end, previous && this.#spanOf(previous)[1], next && this.#spanOf(next)[0]);
    if (map.items.length === 1) return { start, end, text: '{}' };
    return this.#withoutLines(start, end) ?? { start, end: next === undefined ? end : this.#spanOf(next)[0], text: '' };
  }

  /** A further member, before the others: on a line of its own, or within the braces. */
  withPair(map: YAMLMap, name: string, value: Json): Edit {
    const [first] = map.items;
    const style = isPair(first) && isScalar(first.key) ? first.key : undefined;
    const key = style === undefined ? written(name, this.#isJson) : quotedLike(style, name);
    const pair = `${key}: ${written(value, this.#isJson)}`;
    if (first === undefined) return { start: startOf(map), end: this.#endOf(map), text: `{ ${pair} }` };
    return this.#before(this.#spanOf(first)[0], pair, map.flow === true);
  }

  withoutItem(list: YAMLSeq, index: number): Edit {
    const [item, previous, next] = [index, index - 1, index + 1].map((at) => list.items[at]);
    const [start, end] = [startOf(item), this.#endOf(item)];
    if (list.flow === true)
      return this.#withoutFlowItem(
        start,
        end,
        isNode(previous) ? this.#endOf(previous) : undefined,
        isNode(next) ? startOf(next) : undefined,
      );
    if (list.items.length === 1) return { start: startOf(list), end, text: '[]' };
    const dash = this.#dashOf(start);
    return (
      this.#withoutLines(dash, end) ?? { start: dash, end: isNode(next) ? this.#dashOf(startOf(next)) : end, text: '' }
    );
  }

  withItem(list: YAMLSeq, value: Json): Edit {
    const last = list.items.at(-1);
    const text = written(value, this.#isJson);
    if (!isNode(last)) return { start: startOf(list), end: this.#endOf(list), text: `[${text}]` };
    if (list.flow === true) return { start: this.#endOf(last), end: this.#endOf(last), text: `, ${text}` };
    return this.#before(this.#dashOf(startOf(list.items[0])), `- ${text}`, false);
  }

  get #isJson(): boolean {
    return this.file.endsWith('.json');
  }

  #before(offset: number, text: string, isFlow: boolean): Edit {
    const { column } = this.locationAt(offset);
    return {
      start: offset,
      end: offset,
      text: isFlow ? `${text}, ` : `${text}${this.#newline}${' '.repeat(column - 1)}`,
    };
  }

  #withoutFlowItem(start: number, end: number, previousEnd: number | undefined, nextStart: number | undefined): Edit {
    if (nextStart !== undefined) return { start, end: nextStart, text: '' };
    return { start: previousEnd ?? start, end, text: '' };
  }

  /** Whole lines, when nothing else begins on the first one. */
  #withoutLines(start: number, end: number): Edit | undefined {
    const from = this.text.lastIndexOf('\n', start - 1) + 1;
    const to = this.text.indexOf('\n', end) + 1;
    return /\S/.test(this.text.slice(from, start))
      ? undefined
      : { start: from, end: to === 0 ? this.text.length : to, text: '' };
  }

  #dashOf(start: number): number {
    return this.text.lastIndexOf('-', start - 1);
  }

  #spanOf({ key, value }: Pair): [start: number, end: number] {
    return [
      startOf(key),
      isNode(value) && startOf(value) < this.#endOf(value)
        ? this.#endOf(value)
        : this.text.indexOf(':', isNode(key) ? (key.range?.[1] ?? 0) : 0) + 1,
    ];
  }

  /** The end of what is written: the tree counts blank lines and comments after a block to it. */
  #endOf(node: unknown): number {
    if (!isNode(node)) return 0;
    const last = isCollection(node) && node.flow !== true ? node.items.at(-1) : undefined;
    if (isPair(last)) return this.#spanOf(last)[1];
    if (isNode(last)) return this.#endOf(last);
    return this.text.slice(0, node.range?.[1] ?? 0).trimEnd().length;
  }
}

/** The members of a map with a name. */
export function pairsOf(node: unknown): [name: string, key: Scalar, pair: Pair][] {
  if (!isMap(node)) return [];
  return node.items.flatMap((pair) =>
    isPair(pair) && isScalar(pair.key) ? [[String(pair.key.value), pair.key, pair] as [string, Scalar, Pair]] : [],
  );
}

function quotedLike({ type, source = '' }: Scalar, text: string): string {
  if (type === 'QUOTE_DOUBLE') return JSON.stringify(text);
  if (type === 'QUOTE_SINGLE') return `'${text.replaceAll("'", "''")}'`;
  // Where braces stand without quotes, they may go on doing so.
  return /[{}[\],]/.test(source)
    ? stringify(text, { singleQuote: true, lineWidth: 0 }).trimEnd()
    : written(text, false);
}

/** A value on one line, as it may stand in braces too. */
function written(value: Json, isJson: boolean): string {
  if (isJson) return JSON.stringify(value);
  return stringify([value], { collectionStyle: 'flow', singleQuote: true, lineWidth: 0, flowCollectionPadding: true })
    .trim()
    .slice(1, -1)
    .trim();
}
