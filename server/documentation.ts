import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The generated documentation: the same bytes each time. */
export const readDocumentation = once(async () => Buffer.from((await import('../generated/documentation.ts')).default));

/** The program that shows it, in one file, as its package has it: the same bytes each time. */
export const readViewer = once(() => {
  const file = import.meta.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js');
  return readFile(fileURLToPath(file));
});

/** Keeps what was read; where it could not be, it is read anew for whoever comes next. */
function once(read: () => Promise<Buffer<ArrayBuffer>>): () => Promise<Buffer<ArrayBuffer>> {
  let kept: Promise<Buffer<ArrayBuffer>> | undefined;
  return () => {
    kept ??= read().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
