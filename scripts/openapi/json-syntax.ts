import { Document, type LineCounter, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

/**
 * The syntax tree of a JSON text as the YAML library has it, which itself takes ten times as long for it; undefined for
 * a text that is no JSON, or has more than so many tokens.
 */
export function parseJson(text: string, lines: LineCounter, mostTokens: number): Document | undefined {
  if (!/^\s*\{/.test(text) || !isJson(text)) return undefined;
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
  let tokens = 0;
  for (const { start, token } of tokensOf(text)) {
    tokens += 1;
    if (tokens > mostTokens) return undefined;
    if (token === '}' || token === ']') endAt(open.pop(), start + 1);
    else {
      const node = token === '{' ? new YAMLMap() : token === '[' ? new YAMLSeq() : new Scalar(valueOf(token));
      node.range = [start, start + token.length, start + token.length];
      put(node);
      if (!(node instanceof Scalar)) open.push(node);
    }
  }
  for (let start = 0; start !== 0 || lines.lineStarts.length === 0; start = text.indexOf('\n', start) + 1)
    lines.addNewLine(start);
  return document;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function endAt(node: YAMLMap | YAMLSeq | undefined, end: number): void {
  if (node !== undefined) node.range = [node.range?.[0] ?? 0, end, end];
}

/** Brackets, texts, numbers and words of a text that is known to be JSON. */
function* tokensOf(text: string): Generator<{ start: number; token: string }> {
  const other = /[^\s,:\]}]+/y;
  for (let start = 0; start < text.length; start += 1) {
    const first = text.charAt(start);
    if (first === '{' || first === '}' || first === '[' || first === ']') yield { start, token: first };
    else if (first === '"') {
      const end = endOfText(text, start);
      yield { start, token: text.slice(start, end) };
      start = end - 1;
    } else if (!/[\s,:]/.test(first)) {
      other.lastIndex = start;
      const [token = first] = other.exec(text) ?? [];
      yield { start, token };
      start += token.length - 1;
    }
  }
}

/** Where a text ends that begins with a quotation mark. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charAt(end - 1 - backslashes) === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
}

/** Integers as the rest of the toolchain takes them: with every digit. */
function valueOf(token: string): string | number | bigint | boolean | null {
  if (token.startsWith('"')) return token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1);
  if (token === 'null') return null;
  if (token === 'true' || token === 'false') return token === 'true';
  return /^-?\d+$/.test(token) ? BigInt(token) : Number(token);
}
