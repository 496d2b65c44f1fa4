import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Json, listOf, objectOf, stringOf } from '../../../openapi/json.ts';

/** A server that differs from the one of an example in one place of its source. */
export interface Variant {
  name: string;
  find: string;
  replace: string;
}

/** One that violates the contract. */
export interface Fault extends Variant {
  /** Matches the id of a requirement that it violates. */
  violates: RegExp;
}

export interface Variants {
  faults: Fault[];
  controls: Variant[];
}

/** Reads the variants of a server. Throws for one that does not say everything. */
export function readVariants(file: string): Variants {
  const document = objectOf(parse(readFileSync(file, 'utf8')) as Json);
  const entries = (name: string) => listOf(document[name]).map(objectOf);
  const text = (entry: Record<string, Json>, field: string) => {
    const value = stringOf(entry[field]);
    if (value === undefined) throw new Error(`${file}: ${JSON.stringify(entry)} has no ${field}.`);
    return value;
  };
  const variantOf = (entry: Record<string, Json>): Variant => ({
    name: text(entry, 'name'),
    find: text(entry, 'find'),
    replace: text(entry, 'replace'),
  });
  return {
    faults: entries('faults').map((entry) => ({ ...variantOf(entry), violates: new RegExp(text(entry, 'violates')) })),
    controls: entries('controls').map(variantOf),
  };
}

/** The source with the change of a variant. Throws where it has the place never, or more than once. */
export function changedSource(source: string, { name, find, replace }: Variant): string {
  const places = source.split(find).length - 1;
  if (places !== 1) throw new Error(`${name}: its place is in the source ${places} times: ${find}`);
  return source.replace(find, () => replace);
}
