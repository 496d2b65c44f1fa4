import { ContractError, type Location } from '../../cli/problem.ts';
import { exactOf } from '../../http/exact-json.ts';
import { pointerTo, segmentsOf } from '../../openapi/json.ts';
import { Source } from '../../openapi/source/source.ts';
import { NotUnderstood } from './expressions.ts';
import { isRecord, type Value, type ValueObject } from './values.ts';

/** A part of an Arazzo document and where it stands; reading it says where anything that is not understood does. */
export class Node {
  readonly value: Value;
  readonly pointer: string;
  readonly #document: ArazzoDocument;

  constructor(document: ArazzoDocument, value: Value, pointer: string) {
    this.#document = document;
    this.value = value;
    this.pointer = pointer;
  }

  /** The member of this name; undefined when there is none. */
  get(name: string): Node | undefined {
    const fields = this.#object();
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value === undefined ? undefined : new Node(this.#document, value, this.pointer + pointerTo(name));
  }

  /** The member of this name, which must be there. */
  need(name: string): Node {
    return this.get(name) ?? this.refuse(`\`${name}\` is missing.`);
  }

  /** Its text, if there is a member of this name. */
  text(name: string): string | undefined {
    return this.get(name)?.asText();
  }

  asText(): string {
    return typeof this.value === 'string' ? this.value : this.refuse('This must be a string.');
  }

  /** A number that is not negative. */
  asNumber(): number {
    return typeof this.value === 'number' && this.value >= 0
      ? this.value
      : this.refuse('This must be a number that is not negative.');
  }

  /** The items of the member of this name; none when it is not there. */
  items(name: string): Node[] {
    const list = this.get(name);
    if (list === undefined) return [];
    return list.list();
  }

  /** The items of this list. */
  list(): Node[] {
    if (!Array.isArray(this.value)) return this.refuse('This must be a list.');
    return this.value.map((item, index) => new Node(this.#document, item, this.pointer + pointerTo(index)));
  }

  /** The members of this object with their names. */
  members(): [name: string, node: Node][] {
    return Object.entries(this.#object()).map(([name, value]) => [
      name,
      new Node(this.#document, value, this.pointer + pointerTo(name)),
    ]);
  }

  /** Refuses any member but these and extensions (`x-…`). */
  only(...names: string[]): this {
    const [strange] = this.members().filter(([name]) => !names.includes(name) && !name.startsWith('x-'));
    if (strange !== undefined) strange[1].refuse(`\`${strange[0]}\` is not supported here.`);
    return this;
  }

  /** What `read` makes of this part. Throws ContractError, with this place, for what it does not understand. */
  read<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      if (error instanceof NotUnderstood) return this.refuse(error.message);
      throw error;
    }
  }

  refuse(message: string): never {
    throw new ContractError([{ location: this.location, message }]);
  }

  get location(): Location {
    return this.#document.source.locate(this.pointer);
  }

  /** The part of the same document at `pointer`. */
  at(pointer: string): Node {
    return segmentsOf(pointer).reduce<Node>(
      (node, segment) => node.get(segment) ?? this.refuse(`\`${pointer}\` leads nowhere.`),
      this.#document.root,
    );
  }

  #object(): ValueObject {
    return isRecord(this.value) ? this.value : this.refuse('This must be an object.');
  }
}

/** An Arazzo 1.0 file. */
export class ArazzoDocument {
  readonly source: Source;
  readonly root: Node;

  /** Throws CannotRun when the file cannot be read, ContractError when it is no Arazzo 1.0. */
  constructor(file: string) {
    this.source = new Source(file);
    this.root = new Node(this, exactOf(this.source.value), '');
    const version = this.root.need('arazzo');
    if (!/^1\.0\.\d+$/.test(version.asText()))
      version.refuse(`Only Arazzo 1.0 is supported; this is ${version.asText()}.`);
  }
}
