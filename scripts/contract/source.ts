import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { pointerTo, segmentsOf } from './json.ts';
import { CannotRun, ContractError, type Location } from './problem.ts';

/** The text of a description with its syntax tree, to tell on which line a part of it stands. */
export class Source {
  readonly file: string;
  readonly #document: Document.Parsed;
  readonly #lines = new LineCounter();
  readonly #others: Map<string, Source>;

  /** Throws CannotRun when the file cannot be read, ContractError when it is not YAML or JSON. */
  constructor(file: string, others = new Map<string, Source>()) {
    this.file = resolve(file);
    this.#others = others;
    others.set(this.file, this);
    this.#document = parseDocument(readText(this.file), { lineCounter: this.#lines });
    const [error] = this.#document.errors;
    if (error === undefined) return;
    const message = (error.message.split(/ at line \d+/)[0] ?? error.message).trim();
    throw new ContractError([{ location: this.#at(error.pos[0]), message: `This is not valid YAML: ${message}.` }]);
  }

  /** The value at `key` of the root, or undefined. */
  root(key: string): unknown {
    return isMap(this.#document.contents) ? this.#document.get(key) : undefined;
  }

  /**
   * Where the part that `pointer` names stands: its key in a map, else its value. A `$ref` on the way is followed, into
   * other files too; of a part that is not there, the nearest one above it.
   */
  locate(pointer: string): Location {
    let node: Node | null = this.#document.contents;
    let start: Node | null = node;
    const segments = segmentsOf(pointer);
    for (const [index, segment] of segments.entries()) {
      const step = childOf(node, segment);
      if (step === undefined) {
        const reference = isMap(node) ? node.get('$ref') : undefined;
        if (typeof reference !== 'string') break;
        return this.#follow(reference, pointerTo(...segments.slice(index))) ?? this.#at(start?.range?.[0] ?? 0);
      }
      start = step.key;
      node = step.value;
    }
    return this.#at(start?.range?.[0] ?? 0);
  }

  #follow(reference: string, rest: string): Location | undefined {
    const [path = '', fragment = ''] = reference.split('#');
    if (/^\w+:\/\//.test(path)) return undefined;
    const file = path === '' ? this.file : resolve(dirname(this.file), path);
    const source = this.#others.get(file) ?? new Source(file, this.#others);
    const target = decodeURIComponent(fragment) + rest;
    // A reference to itself would be followed for ever.
    return target.length > 4096 ? undefined : source.locate(target);
  }

  #at(offset: number): Location {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CannotRun(`Cannot read ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function childOf(node: Node | null, segment: string): { key: Node; value: Node | null } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === segment);
    if (pair === undefined || !isNode(pair.key)) return undefined;
    return { key: pair.key, value: isNode(pair.value) && !isAlias(pair.value) ? pair.value : null };
  }
  if (isSeq(node)) {
    const item = node.items[Number(segment)];
    return isNode(item) ? { key: item, value: item } : undefined;
  }
  return undefined;
}
