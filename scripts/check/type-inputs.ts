import { basename } from 'node:path';
import type { Json } from '../openapi/json.ts';

/** What the compiler sees of a file: code without its comments, the types of data. Nothing of any other file. */
export function seenByCompiler([file, text]: readonly [file: string, text: string]): (readonly [string, string])[] {
  if (file.endsWith('.json')) return [[file, typesOfData(text)]];
  // The page is one text. It says all that the contract says, and its type is no more than that of a text.
  if (!file.endsWith('.ts') || basename(file) === 'documentation.ts') return [];
  // Comments behind code, which no generated file has, stay. Some that begin so are meant for the compiler.
  return [[file, text.replaceAll(/^\s*(?:\/\/(?! @ts-).*|\/\*\*[\s\S]*?\*\/)/gm, '')]];
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
