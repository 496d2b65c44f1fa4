import { readFileSync } from 'node:fs';
import type { Location } from '../cli/problem.ts';

/**
 * The line of a location with the ones beside it, and a mark below its column; empty where the file is gone. Of lines
 * that are wider than that, as a document without line breaks is, what is around the column.
 */
export function codeFrame({ file, line, column }: Location, width = 120): string[] {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
  const digits = String(line + 1).length;
  const room = Math.max(20, width - digits - ' | '.length - '……'.length);
  const start = column <= room ? 0 : column - Math.ceil(room / 2);
  const before = start > 0 ? '…' : '';
  const shown = (text: string) =>
    `${before}${text.slice(start, start + room)}${text.length > start + room ? '…' : ''}`.trimEnd();
  return [line - 1, line, line + 1].flatMap((number) => {
    const text = lines[number - 1];
    if (text === undefined) return [];
    const framed = `${String(number).padStart(digits)} | ${shown(text)}`;
    const mark = ' '.repeat(before.length + column - 1 - start);
    return number === line ? [framed, `${' '.repeat(digits)} | ${mark}^`] : [framed];
  });
}
