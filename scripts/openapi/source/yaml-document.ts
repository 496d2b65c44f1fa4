import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { ContractError } from '../../cli/problem.ts';
import { parseJson } from './json-syntax.ts';
import { figure, limits } from './limits.ts';
import { describeSyntaxError, isTooDeep, languageOf, placeOfError, startOf } from './yaml-nodes.ts';

/** A file of YAML or JSON within the limits. */
export interface YamlDocument {
  document: Document;
  lines: LineCounter;
  isJson: boolean;
  /** How many values it has, with each alias written out. */
  values: number;
}

/**
 * Parses a text that may have so many values.
 * Throws ContractError when it is not YAML or JSON, or is more than the limits allow.
 */
export function parseYaml(file: string, text: string, most: number): YamlDocument {
  const lines = new LineCounter();
  try {
    const json = parseJson(text, lines, limits.tokens);
    const document = json ?? parse(text, lines);
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) {
      const place = isTooDeep(error) ? placeOfDepth(text) : placeOfError(document, error);
      throw new Refusal(place, describeSyntaxError(file, text, error));
    }
    return { document, lines, isJson: json !== undefined, values: new Measurement(file, document, lines, most).values };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { line, col } = lines.linePos(error.offset);
    throw new ContractError([
      { location: { file, line: Math.max(line, 1), column: Math.max(col, 1) }, message: error.message },
    ]);
  }
}

function parse(text: string, lines: LineCounter): Document {
  checkTokens(text, lines);
  checkBrackets(text, lines);
  // Of the keys of a map, the library compares each with each.
  return parseDocument(text, { lineCounter: lines, prettyErrors: false, intAsBigInt: true, uniqueKeys: false });
}

/** Why a text is refused, and where in it. */
class Refusal extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** To parse a token takes a hundred times the memory of a character. */
function checkTokens(text: string, lines: LineCounter): void {
  if (text.length <= limits.tokens) return;
  let tokens = 0;
  for (const { token, offset } of tokensOf(text)) {
    tokens += 1;
    if (token.includes('\n')) lines.addNewLine(offset + token.lastIndexOf('\n') + 1);
    if (tokens > limits.tokens)
      throw new Refusal(offset, `A file has ${figure(limits.tokens)} words and signs at most; here it has more.`);
  }
  lines.lineStarts.length = 0;
}

/** Of brackets in each other, the library reads all before it gives up. */
function checkBrackets(text: string, lines: LineCounter): void {
  let [open, most] = [0, 0];
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open = Math.max(0, open + (bracket === '[' || bracket === '{' ? 1 : -1));
    most = Math.max(most, open);
  }
  // Those in texts are none: they are known by the lexer alone.
  const place = most > limits.depth ? placeOfDepth(text) : 0;
  if (place === 0) return;
  for (let start = 0; start <= place; start = text.indexOf('\n', start) + 1 || place + 1) lines.addNewLine(start);
  throw new Refusal(place, `Maps and lists are ${limits.depth} levels deep at most; here they are deeper.`);
}

function* tokensOf(text: string): Generator<{ token: string; offset: number }> {
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    yield { token, offset };
    // These say what follows, and stand nowhere.
    if (!['\u0002', '\u0018', '\u001f'].includes(token)) offset += token.length;
  }
}

/** Where brackets, or lists in one line, are too deep in each other: where the parser gives up depends on its stack. */
function placeOfDepth(text: string): number {
  let [brackets, dashes] = [0, 0];
  for (const { token, offset } of tokensOf(text)) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-') dashes += 1;
    else if (token.includes('\n')) dashes = 0;
    if (brackets + dashes > limits.depth) return offset;
  }
  return 0;
}

/** What an alias stands for, as large as it is written out. */
interface Anchored {
  node: Node;
  values: number;
  height: number;
}

/**
 * Walks a document once, and puts what each alias stands for in its place.
 * Throws Refusal where the document passes a limit.
 */
class Measurement {
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #most: number;
  /** The parts with an anchor that were walked so far: an alias stands for the last one of its name. */
  readonly #anchored = new Map<string, Anchored | 'open'>();
  values = 0;

  constructor(file: string, document: Document, lines: LineCounter, most: number) {
    this.#file = file;
    this.#lines = lines;
    this.#most = most;
    this.#walk(document.contents, 0);
  }

  /** Gives how many levels are below a node. */
  #walk(node: unknown, depth: number): number {
    if (isAlias(node)) return this.#walkAlias(node, depth);
    const before = this.values;
    this.#count(node, 1, depth);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchored.set(anchor, 'open');
    const height = isMap(node) ? this.#walkMap(node, depth) : isSeq(node) ? this.#walkList(node, depth) : 0;
    if (anchor !== undefined && isNode(node))
      this.#anchored.set(anchor, { node, values: this.values - before, height });
    return height;
  }

  #walkMap(map: YAMLMap, depth: number): number {
    const keys = new Map<unknown, number>();
    let height = 0;
    for (const pair of map.items) {
      height = Math.max(height, this.#walk(pair.key, depth + 1), this.#walk(pair.value, depth + 1));
      pair.key = this.#written(pair.key);
      pair.value = this.#written(pair.value);
      // To JSON, and so to OpenAPI, a number is the same key as its text.
      const key = isScalar(pair.key) ? String(pair.key.value) : pair.key;
      // No URI, and so no reference, can name it.
      if (typeof key === 'string' && !key.isWellFormed())
        throw new Refusal(startOf(pair.key), 'This key has half a sign: one surrogate of UTF-16 without the other.');
      const earlier = keys.get(key);
      if (earlier !== undefined) throw this.#keyTwice(String(key), pair.key, earlier);
      keys.set(key, startOf(pair.key));
    }
    return height + 1;
  }

  #keyTwice(key: string, node: unknown, earlier: number): Refusal {
    const { line } = this.#lines.linePos(earlier);
    return new Refusal(
      startOf(node),
      `This is not valid ${languageOf(this.#file)}: Map keys must be unique, and line ${line} has \`${key}\` already.`,
    );
  }

  #walkList(list: YAMLSeq, depth: number): number {
    let height = 0;
    for (const item of list.items) height = Math.max(height, this.#walk(item, depth + 1));
    list.items = list.items.map((item) => this.#written(item));
    return height + 1;
  }

  /** What an alias stands for; all else as it is. */
  #written(node: unknown): unknown {
    const anchored = isAlias(node) ? this.#anchored.get(node.source) : undefined;
    return anchored === undefined || anchored === 'open' ? node : anchored.node;
  }

  #walkAlias(alias: Alias, depth: number): number {
    const anchored = this.#anchored.get(alias.source);
    if (anchored === undefined)
      throw new Refusal(startOf(alias), `This is not valid YAML: no anchor &${alias.source} stands before this alias.`);
    if (anchored === 'open')
      throw new Refusal(startOf(alias), `The alias *${alias.source} stands in the part that it stands for.`);
    this.#count(alias, anchored.values, depth + anchored.height);
    return anchored.height;
  }

  #count(node: unknown, values: number, depth: number): void {
    this.values += values;
    if (this.values > this.#most)
      throw new Refusal(
        startOf(node),
        `A document has ${figure(limits.values)} values at most, with its aliases written out; here it has more.`,
      );
    if (depth > limits.depth)
      throw new Refusal(startOf(node), `Maps and lists are ${limits.depth} levels deep at most; here they are deeper.`);
  }
}
