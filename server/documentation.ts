import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The program that shows the generated documentation, in one file, as its package has it. */
export function readViewer(): Promise<string> {
  const file = import.meta.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js');
  return readFile(fileURLToPath(file), 'utf8');
}
