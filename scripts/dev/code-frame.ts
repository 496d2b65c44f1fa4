import { readFileSync } from 'node:fs';
import type { Location } from '../cli/problem.ts';

/** The line of a location with the ones beside it, and a mark below its column; empty where the file is gone. */
export function codeFrame({ file, line, column }: Location): string[] {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
  const width = String(line + 1).length;
  return [line - 1, line, line + 1].flatMap((number) => {
    const text = lines[number - 1];
    if (text === undefined) return [];
    const shown = `${String(number).padStart(width)} | ${text}`;
    return number === line ? [shown, `${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [shown];
  });
}
