import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Contract } from '../openapi/contract.ts';
import { type Description, describe } from '../openapi/description.ts';
import { isObject } from '../openapi/json.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { Source } from '../openapi/source/source.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The path of a file in `contracts/`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`contracts/${name}`, import.meta.url));
}

/** A contract in one file, without the checks and the bundling of `readContract`. */
export function contractOf(text: string): Contract {
  const file = join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml');
  const source = new Source(file);
  const document: unknown = parse(text);
  if (!isObject(document)) throw new Error('The document is no object.');
  return {
    file,
    texts: new Map([[file, text]]),
    version: String(document['openapi']).startsWith('3.0') ? '3.0' : '3.1',
    document,
    mistakes: [],
    locate: (pointer) => source.locate(pointer),
  };
}

const indented = (text: string, by: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => by + line)
    .join('\n');

/** A contract that has these schemas, written one under the other, and no operation. */
export function contractWith(schemas: string, version = '3.1.0'): Contract {
  return contractOf(
    `openapi: ${version}
info: { title: Library, version: 1.0.0 }
paths: {}
components:
  schemas:
${indented(schemas, '    ')}
`,
  );
}

/** A contract with these `paths` and what else the document has. */
export function descriptionOf(paths: string, others = ''): Description {
  return describe(
    contractOf(
      `openapi: 3.1.0\ninfo: { title: Library, version: 1.0.0 }\n${others}\npaths:\n${indented(paths, '  ')}\n`,
    ),
  );
}

export function operationIn({ operations }: Description, id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
}
