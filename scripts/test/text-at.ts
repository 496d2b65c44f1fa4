import { readFileSync } from 'node:fs';
import type { Location } from '../cli/problem.ts';

/** The text that a location points at, to the end of the line. */
export function textAt({ file, line, column }: Location): string {
  return (readFileSync(file, 'utf8').split('\n')[line - 1] ?? '').slice(column - 1);
}
