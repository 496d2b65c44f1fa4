import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../openapi/json.ts';
import { digest } from './contract-parts.ts';

/** A digest of what the compiler sees of the files in a folder: code without its comments, the types of data. */
export async function digestOfTypes(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true }).catch(() => [])).toSorted();
  // The page is one text. It says all that the contract says, and its type is no more than that of a text.
  const typed = files.filter((file) => /\.(ts|json)$/.test(file) && file !== 'documentation.ts');
  const parts = typed.map(async (file) => [file, seenIn(file, await readFile(join(folder, file), 'utf8'))]);
  return digest((await Promise.all(parts)).flat());
}

function seenIn(file: string, text: string): string {
  if (file.endsWith('.json')) return typesOfData(text);
  // Comments behind code, which no generated file has, stay.
  return text.replaceAll(/^\s*(?:\/\/(?! @ts-).*|\/\*\*[\s\S]*?\*\/)/gm, '');
}

function typesOfData(text: string): string {
  try {
    return JSON.stringify(typesIn(JSON.parse(text)));
  } catch {
    // It is cut, or edited by hand: the compiler says so.
    return text;
  }
}

/** The same with the name of its type instead of each value. */
function typesIn(value: Json): Json {
  if (Array.isArray(value)) return value.map(typesIn);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, typesIn(member)]));
}
