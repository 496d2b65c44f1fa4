import { ContractError, type Location } from '../cli/problem.ts';
import {
  childOf,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  pointerTo,
  segmentsOf,
  stringOf,
  valueAt,
} from './json.ts';
import type { Mistake } from './mistakes/mistakes.ts';

/** An OpenAPI description, bundled into one document, and the way back to the lines it was read from. */
export interface Contract {
  file: string;
  /** The text of each file that it was read from, by its path. */
  texts: ReadonlyMap<string, string>;
  version: '3.0' | '3.1';
  document: JsonObject;
  /** What was wrong with the description, and is mended in `document`. */
  mistakes: readonly Mistake[];
  /** Where the part that a JSON pointer into `document` names was written. */
  locate(pointer: string): Location;
}

/** A part of a document and the pointer under which it really stands, after the references on the way. */
export interface Part {
  pointer: string;
  value: Json;
}

// Looked up for every response that is verified. A document is never changed once it is read.
const parts = new WeakMap<Contract, Map<string, Part>>();
const targets = new WeakMap<Contract, Map<string, Part>>();

/** The part at `pointer`; itself, also when it is a `$ref`. Throws ContractError when there is none. */
export function partAt(contract: Contract, pointer: string, followed: string[] = []): Part {
  const known = knownIn(parts, contract);
  // What was found without a circle is there on any way.
  const earlier = known.get(pointer);
  if (earlier !== undefined) return earlier;
  const part = walk(contract, known, pointer, followed);
  known.set(pointer, part);
  return part;
}

/** The part at `pointer`, or what its `$ref` leads to. Throws ContractError, at the reference, when that is nowhere. */
export function resolvePart(contract: Contract, pointer: string): Part {
  const part = partAt(contract, pointer);
  if (referenceOf(part.value) === undefined) return part;
  const known = knownIn(targets, contract);
  const earlier = known.get(pointer);
  if (earlier !== undefined) return earlier;
  const target = follow(contract, part, []);
  known.set(pointer, target);
  return target;
}

function knownIn(all: WeakMap<Contract, Map<string, Part>>, contract: Contract): Map<string, Part> {
  const known = all.get(contract);
  if (known !== undefined) return known;
  const first = new Map<string, Part>();
  all.set(contract, first);
  return first;
}

function walk(contract: Contract, known: ReadonlyMap<string, Part>, pointer: string, followed: string[]): Part {
  // Most are asked for after what holds them.
  const end = pointer.startsWith('/') ? pointer.lastIndexOf('/') : 0;
  const holder = known.get(pointer.slice(0, end));
  let part: Part = holder ?? { pointer: '', value: contract.document };
  for (const segment of segmentsOf(holder === undefined ? pointer : pointer.slice(end))) {
    if (childOf(part.value, segment) === undefined && referenceOf(part.value) !== undefined)
      part = follow(contract, part, followed);
    const value = childOf(part.value, segment);
    if (value === undefined) throw leadsNowhere(contract, followed.at(-1) ?? part.pointer, pointer);
    part = { pointer: part.pointer + pointerTo(segment), value };
  }
  return part;
}

/** The pointer that a `$ref` in the document has; undefined for what is no reference. */
export function referenceOf(value: Json): string | undefined {
  return isObject(value) ? stringOf(value['$ref']) : undefined;
}

/** True where a reference leads to a part of the document that it stands in. */
export function hasTarget(document: Json, reference: string): boolean {
  return /^#(\/|$)/.test(reference) && valueAt(document, reference) !== undefined;
}

function follow(contract: Contract, part: Part, followed: string[]): Part {
  const reference = referenceOf(part.value);
  if (reference === undefined) return part;
  if (followed.includes(part.pointer) || !reference.startsWith('#'))
    throw leadsNowhere(contract, part.pointer, reference);
  const way = [...followed, part.pointer];
  return follow(contract, partAt(contract, pointerTo(...segmentsOf(reference)), way), way);
}

function leadsNowhere(contract: Contract, at: string, target: string): ContractError {
  return new ContractError([{ location: contract.locate(at), message: `$ref '${target}' leads nowhere.` }]);
}

/**
 * What a contract says in words of the part that a pointer leads to; empty where it says nothing. What is said beside a
 * reference comes before what is said where it leads (OpenAPI 3.1, Reference Object).
 */
export function descriptionAt(contract: Contract, pointer: string): string {
  const [own, target] = [partAt(contract, pointer), resolvePart(contract, pointer)].map(({ value }) =>
    stringOf(objectOf(value)['description']),
  );
  return own ?? target ?? '';
}

/** The summary and the description that something has, of an operation or a response, as far as they are there. */
export function textsAt(contract: Contract, pointer: string): string[] {
  const { summary, description } = objectOf(resolvePart(contract, pointer).value);
  return [summary, description].flatMap((text) => stringOf(text) ?? []);
}
