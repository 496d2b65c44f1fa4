import type { Exact, ExactObject } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../contract.ts';
import { viewSchema } from '../schemas/schema-view.ts';

const stored = '(?:stored|saved|kept|held|returned|converted|normali[sz]ed|folded|changed|turned|shown)';
const inCase = new RegExp(`\\b${stored}\\b(?: [a-z]+)? (?:in|to|as|into) (?:all )?(upper|lower)[ -]?case\\b`, 'i');
const cased = /\b(?:is|are|be|gets?) (?:automatically )?(upper|lower)-?cased\b/i;

/** The case in which a description says that a text is stored, whatever was sent: "It is stored in upper case." */
function storedCase(contract: Contract, pointer: string): 'upper' | 'lower' | undefined {
  const text = descriptionAt(contract, pointer);
  const said = (inCase.exec(text) ?? cased.exec(text))?.[1]?.toLowerCase();
  return /\bnot\b[^.;]*case/i.test(text) || (said !== 'upper' && said !== 'lower') ? undefined : said;
}

/** A text as it comes back where a description says in which case; undefined where languages differ about that. */
export function asStored(contract: Contract, pointers: readonly string[], value: Exact): Exact | undefined {
  const said = pointers.map((pointer) => storedCase(contract, pointer)).find((one) => one !== undefined);
  if (said === undefined || typeof value !== 'string') return value;
  if (/[^ -~]/.test(value)) return undefined;
  return said === 'upper' ? value.toUpperCase() : value.toLowerCase();
}

/** The same of each property of a body; without what may come back in one way or another. */
export function bodyAsStored(contract: Contract, schema: string, body: ExactObject): ExactObject {
  const { properties } = viewSchema(contract, schema);
  const entries = Object.entries(body).flatMap(([name, value]): [string, Exact][] => {
    const pointer = properties.get(name);
    const own = pointer === undefined ? value : asStored(contract, [pointer], value);
    return own === undefined ? [] : [[name, own]];
  });
  return Object.fromEntries(entries);
}
