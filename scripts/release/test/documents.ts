import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Contract } from '../../openapi/contract.ts';
import { isObject, type JsonObject } from '../../openapi/json.ts';

/** A document of this folder. */
export function documentIn(name: string): JsonObject {
  const document: unknown = parse(readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8'));
  if (!isObject(document)) throw new Error(`${name} holds no object.`);
  return document;
}

/** A contract without a text: where its parts stand is not looked at here. */
export function contractWith(document: JsonObject): Contract {
  return {
    file: 'contract.yaml',
    version: String(document['openapi']).startsWith('3.0') ? '3.0' : '3.1',
    document,
    mistakes: [],
    texts: new Map(),
    locate: (file) => ({ file, line: 1, column: 1 }),
  };
}
