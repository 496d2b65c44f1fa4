import type { Operation } from '../operation-table.ts';

/** The path of an operation without a slash at its end: `/books/` has the things that are at `/books/{id}`. */
export function barePath({ path }: Pick<Operation, 'path'>): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
