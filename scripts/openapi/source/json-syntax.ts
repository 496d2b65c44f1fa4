import { Document, type LineCounter, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { isJsonText } from '../json.ts';

const brackets = new Set('{}[]');
const separators = new Set(' \t\r\n,:');

/**
 * The syntax tree of a JSON text as the YAML library has it, which itself takes ten times as long for it; undefined for
 * a text that is no JSON, has a number that JavaScript takes for infinite, or more than so many tokens.
 */
export function parseJson(text: string, lines: LineCounter, mostTokens: number): Document | undefined {
  if (!/^\s*\{/.test(text) || !isJsonText(text)) return undefined;
  const document = new Document();
  const open: (YAMLMap | YAMLSeq)[] = [];
  let key: Scalar | undefined;
  const put = (node: Scalar | YAMLMap | YAMLSeq) => {
    const holder = open.at(-1);
    if (holder === undefined) document.contents = node;
    else if (holder instanceof YAMLSeq) holder.items.push(node);
    else if (key === undefined && node instanceof Scalar) key = node;
    else {
      holder.items.push(new Pair<Node, Node>(key ?? new Scalar(''), node));
      key = undefined;
    }
  };
  let [tokens, end] = [0, 0];
  for (let start = startOfToken(text, 0); start < text.length; start = startOfToken(text, end)) {
    tokens += 1;
    if (tokens > mostTokens) return undefined;
    end = endOfToken(text, start);
    const first = text.charAt(start);
    if (first === '}' || first === ']') endAt(open.pop(), end);
    else {
      const node = first === '{' ? new YAMLMap() : first === '[' ? new YAMLSeq() : scalarOf(text, start, end);
      if (node === undefined) return undefined;
      node.range = [start, end, end];
      put(node);
      if (!(node instanceof Scalar)) open.push(node);
    }
  }
  for (let start = 0; start !== 0 || lines.lineStarts.length === 0; start = text.indexOf('\n', start) + 1)
    lines.addNewLine(start);
  return document;
}

function endAt(node: YAMLMap | YAMLSeq | undefined, end: number): void {
  if (node !== undefined) node.range = [node.range?.[0] ?? 0, end, end];
}

/** Where the next bracket, text, number or word begins in a text that is known to be JSON. */
function startOfToken(text: string, from: number): number {
  let start = from;
  while (separators.has(text.charAt(start))) start += 1;
  return start;
}

function endOfToken(text: string, start: number): number {
  const first = text.charAt(start);
  if (brackets.has(first)) return start + 1;
  if (first === '"') return endOfText(text, start);
  let end = start + 1;
  while (end < text.length && !separators.has(text.charAt(end)) && !brackets.has(text.charAt(end))) end += 1;
  return end;
}

/** Where a text ends that begins with a quotation mark. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charAt(end - 1 - backslashes) === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
}

function scalarOf(text: string, start: number, end: number): Scalar | undefined {
  const value = valueOf(text, start, end);
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber && !Number.isFinite(Number(value)) ? undefined : new Scalar(value);
}

/** Integers as the rest of the toolchain takes them: with every digit. */
function valueOf(text: string, start: number, end: number): string | number | bigint | boolean | null {
  if (text.charAt(start) === '"') {
    const inner = text.slice(start + 1, end - 1);
    return inner.includes('\\') ? String(JSON.parse(`"${inner}"`)) : inner;
  }
  const token = text.slice(start, end);
  if (token === 'null') return null;
  if (token === 'true' || token === 'false') return token === 'true';
  return /^-?\d+$/.test(token) ? BigInt(token) : Number(token);
}
