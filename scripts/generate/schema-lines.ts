import { basename, dirname, relative } from 'node:path';
import type { Contract } from '../openapi/contract.ts';
import { standalonePointer } from '../openapi/schemas/schema-pointers.ts';
import { readSchema } from '../openapi/schemas/schema-view.ts';
import { ownParts } from '../requirements/response/body-parts.ts';

/** Where a schema was written. Its parts are named by the pointers of their schemas, as a schema may hold itself. */
export interface SchemaLines {
  /** `file:line` of what it requires, by the last part of a requirement's id: `type`, `name.required`, `schema`. */
  lines: Record<string, string>;
  properties: Record<string, string>;
  items?: string;
}

/** `file:line` of the part of a contract at `pointer`; the file as seen from the folder of the contract. */
export function lineAt(contract: Contract, pointer: string): string {
  const { file, line } = contract.locate(pointer);
  return `${file === contract.file ? basename(file) : relativeTo(contract, file)}:${line}`;
}

function relativeTo(contract: Contract, file: string): string {
  return relative(dirname(contract.file), file).replaceAll('\\', '/');
}

/** The lines of the schemas at `pointers` and of all that they hold, by pointer. */
export function schemaLines(contract: Contract, pointers: Iterable<string>): Record<string, SchemaLines> {
  const found = new Map<string, SchemaLines>();
  const waiting = [...pointers];
  for (let pointer = waiting.pop(); pointer !== undefined; pointer = waiting.pop()) {
    if (found.has(pointer)) continue;
    const lines = linesOf(contract, pointer);
    found.set(pointer, lines);
    waiting.push(...Object.values(lines.properties), ...(lines.items === undefined ? [] : [lines.items]));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function linesOf(contract: Contract, pointer: string): SchemaLines {
  const view = readSchema(contract, pointer);
  const whole = ['schema', pointer] as const;
  // Which of several schemas a value was to match, nobody knows: the requirement is all of them.
  if (view.alternatives.length > 0) return { lines: located(contract, [whole]), properties: {} };
  const required = [...view.required].map(([name, at]) => [`${name}.required`, at] as const);
  const keywords = ownParts(view, '').map(({ keyword, pointer: at }) => [keyword, at] as const);
  const properties = [...view.properties].map(([name, at]) => [name, standalonePointer(contract, at)]);
  return {
    lines: located(contract, [whole, ...keywords, ...required]),
    properties: Object.fromEntries(properties),
    ...(view.items === undefined ? {} : { items: standalonePointer(contract, view.items) }),
  };
}

function located(contract: Contract, pointers: (readonly [name: string, pointer: string])[]): Record<string, string> {
  return Object.fromEntries(pointers.map(([name, pointer]) => [name, lineAt(contract, pointer)]));
}
