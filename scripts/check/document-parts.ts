import { isMap, isNode, isScalar, isSeq, LineCounter, type Pair, parseDocument, visit } from 'yaml';
import { segmentsOf } from '../openapi/json.ts';
import { below } from '../openapi/source/document-structure.ts';

/** Lines of a document, from the first to the last of them. */
export interface Lines {
  first: number;
  last: number;
}

/** A member of an object or of an array of a document. */
interface Member {
  key: string;
  lines: Lines;
  value: unknown;
}

/** Where the parts of an OpenAPI document stand, and what they refer to. */
export class DocumentParts {
  readonly #counter = new LineCounter();
  readonly #root: Member;

  /** False where the document is not well-formed. */
  readonly isRead: boolean;

  constructor(text: string) {
    const { contents, errors } = parseDocument(text, { lineCounter: this.#counter });
    this.isRead = errors.length === 0;
    this.#root = { key: '', lines: { first: 1, last: text.split('\n').length }, value: contents };
  }

  /**
   * The lines of all that what stands at a line may depend on, the nearest first: the part itself, what it refers to,
   * what that refers to; then the same of the part that holds it, up to its operation, its path or its component; then
   * of an operation.
   */
  *nearest(line: number | undefined, operationId: string | null): Generator<Lines[]> {
    for (const place of [line, this.#lineOfOperation(operationId)])
      for (const parts of place === undefined ? [] : this.#scopesOf(place)) yield* this.#withReferred(parts);
  }

  #lineOfOperation(id: string | null): number | undefined {
    const paths = this.#partAt('#/paths');
    const members = [paths].flatMap((part) => (part === undefined ? [] : this.#membersOf(part)));
    const parts = members.flatMap((item) => this.#membersOf(item)).flatMap((part) => this.#membersOf(part));
    return parts.find(({ key, value }) => key === 'operationId' && isScalar(value) && value.value === id)?.lines.first;
  }

  /** The parts that a line is in, the smallest first; of a path, what all of its operations have. */
  #scopesOf(line: number): Member[][] {
    const [, section, kind, part, ...inner] = this.#holdersOf(line);
    // One response has nothing to do with the others.
    const within = inner.filter(({ key }, depth) => key !== 'responses' || depth > 0).reverse();
    if (part === undefined || kind === undefined) return [];
    if (section?.key !== 'paths') return [...within, part].map((one) => [one]);
    const common = this.#membersOf(kind).filter(({ key }) => below('pathItem', key) !== 'operation');
    return [...[...within, part].map((one) => [one]), common];
  }

  /** All that a line is in, the document first. */
  #holdersOf(line: number): Member[] {
    const holders: Member[] = [];
    for (let inner: Member | undefined = this.#root; inner !== undefined; ) {
      holders.push(inner);
      inner = this.#membersOf(inner).find(({ lines }) => lines.first <= line && line <= lines.last);
    }
    return holders;
  }

  *#withReferred(parts: Member[]): Generator<Lines[]> {
    const known = new Set<string>();
    for (let ring = parts; ring.length > 0; ) {
      yield ring.map(({ lines }) => lines);
      ring = ring
        .flatMap(({ value }) => this.#referencesIn(value))
        .flatMap((reference) => {
          if (known.has(reference)) return [];
          known.add(reference);
          return this.#partAt(reference) ?? [];
        });
    }
  }

  #referencesIn(value: unknown): string[] {
    const found: string[] = [];
    if (isNode(value))
      visit(value, {
        Scalar: (_, { value: text }) => {
          if (typeof text === 'string' && text.startsWith('#/')) found.push(text);
        },
      });
    return found;
  }

  #partAt(reference: string): Member | undefined {
    return segmentsOf(reference).reduce<Member | undefined>(
      (part, key) => part && this.#membersOf(part).find((member) => member.key === key),
      this.#root,
    );
  }

  #membersOf({ lines, value }: Member): Member[] {
    const children = isMap(value) ? value.items.flatMap(childOf) : isSeq(value) ? value.items.flatMap(itemOf) : [];
    const firsts = children.map(({ start }) => this.#counter.linePos(start).line);
    return children.map(({ key, value: child }, index) => {
      const first = firsts[index] ?? lines.first;
      // A member goes on to where the next one begins.
      const last = Math.max(first, (firsts[index + 1] ?? lines.last + 1) - 1);
      return { key, lines: { first, last }, value: child };
    });
  }
}

interface Child {
  key: string;
  /** Where it begins, in characters. */
  start: number;
  value: unknown;
}

function childOf({ key, value }: Pair): Child[] {
  return isScalar(key) && key.range ? [{ key: String(key.value), start: key.range[0], value }] : [];
}

function itemOf(item: unknown, index: number): Child[] {
  return isNode(item) && item.range ? [{ key: String(index), start: item.range[0], value: item }] : [];
}
