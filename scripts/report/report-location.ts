import { relative } from 'node:path';
import type { Location } from '../cli/problem.ts';

/** A place as a report names it: the file is relative to the working directory. */
export function reportLocation({ file, line, column }: Location): Location {
  return { file: relative(process.cwd(), file), line, column };
}
