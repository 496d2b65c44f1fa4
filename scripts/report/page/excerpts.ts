import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Location } from '../../cli/problem.ts';
import type { ExcerptReport } from './report.ts';

const before = 3;
const [leastAfter, mostAfter] = [2, 9];
// A document may be one line.
const mostCharacters = 200;

/** The parts of the contract and its workflows that a report shows, each once. */
export class Excerpts {
  readonly list: ExcerptReport[] = [];
  readonly #indices = new Map<string, number | null>();
  readonly #files = new Map<string, string[]>();

  /** The index of the lines around a place; null when the file can no longer be read. */
  add({ file, line, column }: Location): number | null {
    const key = `${line} ${file}`;
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const all = this.#linesOf(file);
    const index =
      all[line - 1] === undefined
        ? null
        : this.list.push(excerptOf(relative(process.cwd(), file), all, line, column)) - 1;
    this.#indices.set(key, index);
    return index;
  }

  #linesOf(file: string): string[] {
    const lines = this.#files.get(file) ?? readLines(file);
    this.#files.set(file, lines);
    return lines;
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}

/** A few lines before the place, and what belongs to it as far as that is short. */
function excerptOf(file: string, all: string[], line: number, column: number): ExcerptReport {
  const own = indentOf(all[line - 1]);
  const following = all.slice(line, line + mostAfter);
  const end = following.findIndex((text) => text.trim() !== '' && indentOf(text) <= own);
  const last = line + Math.max(leastAfter, end === -1 ? following.length : end);
  const firstLine = Math.max(1, line - before);
  return { file, firstLine, line, lines: withoutEnd(all.slice(firstLine - 1, last)).map((text) => cut(text, column)) };
}

function indentOf(text = ''): number {
  return text.length - text.trimStart().length;
}

function withoutEnd(lines: string[]): string[] {
  return lines.slice(0, lines.findLastIndex((text) => text.trim() !== '') + 1);
}

function cut(text: string, column: number): string {
  if (text.length <= mostCharacters) return text;
  const start = Math.min(Math.max(0, column - mostCharacters / 2), text.length - mostCharacters);
  const end = start + mostCharacters;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}
