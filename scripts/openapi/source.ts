import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { type Document, isMap, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { CannotRun, ContractError, type Location, type Problem } from '../cli/problem.ts';
import { segmentsOf } from './json.ts';
import { childNode, describeSyntaxError, keyOfReference, referenceIn } from './yaml-nodes.ts';

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

/** The text of a description with its syntax tree, to find the line on which a part of it stands. */
export class Source {
  readonly file: string;
  readonly #document: Document.Parsed;
  readonly #lines = new LineCounter();
  /** Every file of the description that was opened, by its path. */
  readonly #files: Map<string, Source>;

  /** Throws CannotRun when the file cannot be read, ContractError when it is not YAML or JSON. */
  constructor(file: string, files = new Map<string, Source>()) {
    this.file = resolve(file);
    this.#files = files;
    this.#document = parseDocument(readText(this.file), {
      lineCounter: this.#lines,
      prettyErrors: false,
      intAsBigInt: true,
    });
    const [error] = [...this.#document.errors, ...this.#document.warnings];
    if (error !== undefined)
      throw new ContractError([{ location: this.#at(error.pos[0]), message: describeSyntaxError(this.file, error) }]);
    files.set(this.file, this);
  }

  /** The value at `key` of the root, or undefined. */
  root(key: string): unknown {
    return isMap(this.#document.contents) ? this.#document.get(key) : undefined;
  }

  /** Every file of the description that is open by now: all of them once its references are checked. */
  get files(): string[] {
    return [...this.#files.keys()];
  }

  /** What the file holds, its integers as bigints, which keep every digit. */
  get value(): unknown {
    return this.#document.toJS();
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

  /**
   * Opens every file that a `$ref` leads to.
   * Throws ContractError for a file that is not YAML or JSON and for references that lead in a circle.
   */
  checkReferences(): void {
    const problems: Problem[] = [];
    const circular = new Set<Node>();
    for (const source of this.#files.values()) {
      for (const holder of source.#references()) {
        try {
          const circle = source.#circleFrom(holder);
          if (circle.length > 0 && !circular.has(holder))
            problems.push({
              location: source.#startOf(keyOfReference(holder)),
              message: '`$ref` leads in a circle back to itself.',
            });
          for (const member of circle) circular.add(member);
        } catch (error) {
          if (!(error instanceof ContractError)) throw error;
          problems.push(...error.problems);
        }
      }
    }
    const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
    if (unique.size > 0) throw new ContractError([...unique.values()]);
  }

  /** Walks down as far as `segments` lead, through references; `followed` has those on the way. */
  #walk(segments: string[], followed: Followed[] = []): Part {
    let part: Part = { source: this, start: this.#document.contents, value: this.#document.contents, rest: segments };
    while (part.rest.length > 0) {
      const [segment = '', ...rest] = part.rest;
      const child = childNode(part.value, segment);
      if (child === undefined) return this.#follow(part.value, part.rest, followed) ?? part;
      part = { source: this, ...child, rest };
    }
    return part;
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

  /** The references that follow each other from `holder` back to it; none when they end elsewhere. */
  #circleFrom(holder: Node): Node[] {
    const chain = [holder];
    let part = this.#follow(holder, []);
    while (
      part !== undefined &&
      part.value !== null &&
      part.rest.length === 0 &&
      referenceIn(part.value) !== undefined
    ) {
      if (part.value === holder) return chain;
      if (chain.includes(part.value)) return [];
      chain.push(part.value);
      part = part.source.#follow(part.value, []);
    }
    return [];
  }

  #references(): Node[] {
    const holders: Node[] = [];
    visit(this.#document, {
      Map: (_, node) => {
        if (referenceIn(node) !== undefined) holders.push(node);
      },
    });
    return holders;
  }

  /** Another file of the description; undefined when there is none, which Redocly reports with the reference. */
  #open(path: string): Source | undefined {
    // Markdown may be referred to as well; what is elsewhere on the network has no lines here.
    if (!/\.(ya?ml|json)$/i.test(path) || /^\w+:\/\//.test(path)) return undefined;
    const file = resolve(dirname(this.file), path);
    try {
      return this.#files.get(file) ?? new Source(file, this.#files);
    } catch (error) {
      if (error instanceof CannotRun) return undefined;
      throw error;
    }
  }

  #startOf(node: Node | null): Location {
    return this.#at(node?.range?.[0] ?? 0);
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
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : String(cause);
    throw new CannotRun(`Cannot read ${relative('.', file)}: ${reason}.`, { cause });
  }
}
