import { dirname, relative, resolve } from 'node:path';
import { type Document, isMap, isSeq, type LineCounter, type Node } from 'yaml';
import { CannotRun, ContractError, type Location, type Problem, shownPath } from '../../cli/problem.ts';
import { segmentsOf } from '../json.ts';
import { limits } from './limits.ts';
import { resolveIdentifiers } from './schema-identifiers.ts';
import { type Permissions, pathOf, SourceFiles } from './source-files.ts';
import { parseYaml } from './yaml-document.ts';
import { childNode, keyOfReference, referenceIn, referencesIn } from './yaml-nodes.ts';

/** A part of a document: where it begins (its key, in a map) and its value. */
interface Part {
  source: Source;
  start: Node | null;
  value: Node | null;
  /** What of the pointer led nowhere. */
  rest: string[];
}

interface Followed {
  holder: Node;
  /** How many segments of the pointer were still to go. */
  left: number;
}

/** Every file of one description that was opened, by its path; and how many values they have. */
interface Opened {
  files: SourceFiles;
  sources: Map<string, Source>;
  values: number;
}

/** The text of a description with its syntax tree, to find the line on which a part of it stands. */
export class Source {
  readonly file: string;
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #isJson: boolean;
  readonly #opened: Opened;
  /** Its references are JSON pointers also where the file names a schema by an identifier. */
  readonly #text: string;
  #value: unknown;

  /**
   * Throws CannotRun when the file cannot be read, ContractError when it is not YAML or JSON, or more than the limits
   * allow.
   */
  constructor(file: string, permissions: Permissions = { allowRemote: false }, opened?: Opened) {
    this.file = resolve(file);
    this.#opened = opened ?? { files: new SourceFiles(this.file, permissions), sources: new Map(), values: 0 };
    const text = this.#opened.files.read(this.file);
    if (text === undefined) throw cannotFind(file);
    const { document, lines, isJson, values } = parseYaml(this.file, text, limits.values - this.#opened.values);
    this.#document = document;
    this.#lines = lines;
    this.#isJson = isJson;
    this.#opened.values += values;
    this.#opened.sources.set(this.file, this);
    // What a file holds that the description refers to is not known before the reference is followed.
    this.#text = opened === undefined ? resolveIdentifiers(document, this.file, text) : text;
  }

  /** The value at `key` of the root, or undefined. */
  root(key: string): unknown {
    return isMap(this.#document.contents) ? this.#document.get(key) : undefined;
  }

  /** Every file of the description that is open by now: all of them once its references are checked. */
  get files(): string[] {
    return [...this.#opened.sources.keys()];
  }

  /** The text of each file of the description, those that are neither YAML nor JSON among them, and its folder. */
  get texts(): SourceFiles {
    return this.#opened.files;
  }

  /** The same texts for another program: a reference to a schema of the document is a JSON pointer. */
  get textsWithPointers(): [file: string, text: string][] {
    return [...this.#opened.files.texts, [this.file, this.#text]];
  }

  /** What the file holds, its integers as bigints, which keep every digit. */
  get value(): unknown {
    this.#value ??= this.#document.toJS();
    return this.#value;
  }

  /** What the file holds where it is JSON, its numbers as JavaScript has them; undefined for YAML. */
  get json(): unknown {
    return this.#isJson ? JSON.parse(this.#text) : undefined;
  }

  /** True when this file alone is the whole description, and as YAML 1.2 has it: merge keys are of YAML 1.1. */
  get isWhole(): boolean {
    const text = this.#opened.files.read(this.file) ?? '';
    return this.#opened.files.texts.size === 1 && !this.#opened.files.isRemoteAllowed && !text.includes('<<');
  }

  /** True when this file itself has the part that `pointer` names. */
  has(pointer: string): boolean {
    const { source, rest } = this.#walk(segmentsOf(pointer));
    return source === this && rest.length === 0;
  }

  /**
   * Where the part that `pointer` names stands: its key in a map, else its value. A `$ref` on the way is followed, into
   * other files too; of a part that is not there, the nearest one above it.
   */
  locate(pointer: string): Location {
    const { source, start } = this.#walk(segmentsOf(pointer));
    return source.#startOf(start);
  }

  /** The `$ref` of the part that `pointer` names, and where it stands; undefined when that is no reference. */
  referenceAt(pointer: string): { target: string; location: Location } | undefined {
    const { source, value, rest } = this.#walk(segmentsOf(pointer));
    const target = rest.length === 0 ? referenceIn(value) : undefined;
    return target === undefined || value === null
      ? undefined
      : { target, location: source.#startOf(keyOfReference(value)) };
  }

  /** Opens another file in the folder, and what it refers to; see `checkReferences` for what is thrown. */
  add(file: string): void {
    this.#read(relative(this.#opened.files.folder, resolve(file)));
    this.checkReferences();
  }

  /**
   * Opens every file that a reference leads to. Throws ContractError for a file that is not YAML or JSON, for
   * references that lead out of the folder of the description, and for those that lead in a circle.
   */
  checkReferences(): void {
    const problems: Problem[] = [];
    const reported = new Set<Node>();
    for (const source of this.#opened.sources.values())
      for (const { holder, key, target, isNeeded } of source.#references()) {
        try {
          const refusal = this.#opened.files.refusalOf(target, source.file);
          if (refusal === undefined) source.#read(pathOf(target));
          else if (isNeeded || !/^https?:/i.test(target))
            throw source.#problemAt(
              key,
              `${JSON.stringify(target)} is not followed: ${refusal}.${source.#meantBy(target)}`,
            );
          if (referenceIn(holder) !== undefined) source.#checkChain(holder, reported);
        } catch (error) {
          if (!(error instanceof ContractError)) throw error;
          problems.push(...error.problems);
        }
      }
    const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
    if (unique.size > 0) throw new ContractError([...unique.values()]);
  }

  /** A part of the file itself is referred to with a `#` before its pointer. */
  #meantBy(target: string): string {
    return target.startsWith('/') && this.has(target) ? ` Did you mean #${target}?` : '';
  }

  /** Walks down as far as `segments` lead, through references; `followed` has those on the way. */
  #walk(segments: string[], followed: Followed[] = []): Part {
    let [start, value] = [this.#document.contents, this.#document.contents];
    for (const [index, segment] of segments.entries()) {
      const child = childNode(value, segment);
      if (child === undefined) {
        const rest = segments.slice(index);
        return this.#follow(value, rest, followed) ?? { source: this, start, value, rest };
      }
      ({ start, value } = child);
    }
    return { source: this, start, value, rest: [] };
  }

  /** The part under `rest` in what `holder` refers to; undefined when it refers to nothing, or only leads around. */
  #follow(holder: Node | null, rest: string[], followed: Followed[] = []): Part | undefined {
    const reference = referenceIn(holder);
    // A schema may hold itself: to come by again is no circle as long as less of the pointer is left.
    const isCircle = followed.some((earlier) => earlier.holder === holder && earlier.left <= rest.length);
    if (reference === undefined || holder === null || isCircle) return undefined;
    const [path = '', fragment = ''] = reference.split('#');
    const source = path === '' ? this : this.#open(path);
    return source === undefined
      ? undefined
      : source.#walk([...segmentsOf(`#${fragment}`), ...rest], [...followed, { holder, left: rest.length }]);
  }

  /** Throws where the references from `holder` on lead in a circle that is not reported yet, or are too many. */
  #checkChain(holder: Node, reported: Set<Node>): void {
    const chain = new Set<Node>();
    let part: Part | undefined = { source: this, start: holder, value: holder, rest: [] };
    while (
      part?.value &&
      part.rest.length === 0 &&
      referenceIn(part.value) !== undefined &&
      !reported.has(part.value)
    ) {
      if (chain.has(part.value)) {
        for (const member of chain) reported.add(member);
        throw part.source.#problemAt(keyOfReference(part.value), '`$ref` leads in a circle back to itself.');
      }
      if (chain.size >= limits.chain)
        throw this.#problemAt(
          keyOfReference(holder),
          `More than ${limits.chain} references follow each other from here.`,
        );
      chain.add(part.value);
      part = part.source.#follow(part.value, []);
    }
  }

  /** The references of the document, in its order. */
  *#references() {
    const waiting: unknown[] = [this.#document.contents];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (isMap(node)) {
        yield* referencesIn(node);
        for (const { key, value } of node.items.toReversed()) waiting.push(value ?? null, key ?? null);
      } else if (isSeq(node)) for (const item of node.items.toReversed()) waiting.push(item ?? null);
    }
  }

  /** Reads a file that a reference leads to, and opens it where it is YAML or JSON. */
  #read(path: string): void {
    if (path === '' || /^https?:/i.test(path) || this.#open(path) !== undefined) return;
    try {
      this.#opened.files.read(resolve(dirname(this.file), path));
    } catch (error) {
      // Redocly says with the reference what cannot be read.
      if (!(error instanceof CannotRun)) throw error;
    }
  }

  /** Another file of the description; undefined when there is none, which Redocly reports with the reference. */
  #open(path: string): Source | undefined {
    // Markdown may be referred to as well; what is elsewhere on the network has no lines here.
    if (!/\.(ya?ml|json)$/i.test(path) || this.#opened.files.refusalOf(path, this.file) !== undefined) return undefined;
    if (/^https?:/i.test(path)) return undefined;
    const file = resolve(dirname(this.file), path);
    try {
      return this.#opened.sources.get(file) ?? new Source(file, undefined, this.#opened);
    } catch (error) {
      if (error instanceof CannotRun) return undefined;
      throw error;
    }
  }

  #problemAt(node: Node, message: string): ContractError {
    return new ContractError([{ location: this.#startOf(node), message }]);
  }

  #startOf(node: Node | null): Location {
    return this.#at(node?.range?.[0] ?? 0);
  }

  #at(offset: number): Location {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}

/** Why a contract that is not there cannot be read. */
export function cannotFind(file: string): CannotRun {
  return new CannotRun(
    /^https?:/.test(file)
      ? `Cannot read ${file}: it is an address. Download it, and give the file.`
      : `Cannot read ${shownPath(file)}: there is no such file.`,
  );
}
