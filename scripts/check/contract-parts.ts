import { createHash } from 'node:crypto';
import { type Contract, resolvePart } from '../openapi/contract.ts';
import { isObject, type Json, type JsonObject, objectOf, pointerTo, segmentsOf, valueAt } from '../openapi/json.ts';
import { operationsOf } from '../openapi/operations.ts';

/** Digests of a contract: of each operation with all that it refers to, and of the rest without its texts. */
export interface ContractParts {
  operations: Readonly<Record<string, OperationDigests>>;
  rest: string;
}

/** Digests of what an operation is sent, and of all else that is said of it, its responses first. */
export interface OperationDigests {
  request: string;
  others: string;
}

/**
 * The parts of a contract: a change of one operation leaves the digests of the others as they are. The texts of an
 * operation count, and those of what it refers to: some of its requirements are read from them.
 */
export function contractParts(contract: Contract): ContractParts {
  const { document } = contract;
  const { paths, components, ...others } = document;
  const operations = operationsOf(contract);
  const used = new Set<string>();
  const digests = operations.map(({ id, path, pointer }) => {
    const { pointer: at } = resolvePart(contract, pointerTo('paths', path));
    const item = objectOf(valueAt(document, at));
    const siblings = operations.filter((one) => one.path === path).map((one) => one.pointer.split('/').at(-1) ?? '');
    const shared = Object.entries(item).filter(([name]) => !siblings.includes(name));
    const { parameters: common = null, ...ofPath } = Object.fromEntries(shared);
    const { parameters = null, requestBody = null, ...others } = objectOf(valueAt(document, pointer));
    const digestWithReferred = (...own: Json[]) => {
      const referred = referredFrom(document, own);
      for (const target of referred.keys()) used.add(target);
      return digest([own, ...referred].map((part) => JSON.stringify(part)));
    };
    const digests: OperationDigests = {
      request: digestWithReferred(common, parameters, requestBody),
      others: digestWithReferred(ofPath, others),
    };
    return [id, digests] as const;
  });
  const unused = Object.entries(objectOf(components)).flatMap(([section, members]) =>
    Object.entries(objectOf(members)).filter(([name]) => !used.has(pointerTo('components', section, name))),
  );
  const table = operations.map(({ id, method, path }) => [id, method, path]);
  const rest = withoutTexts([others, unused, table]);
  // Which schemas a discriminator may mean is not to be seen from a reference to it.
  const all = JSON.stringify(document).includes('"discriminator":') ? [paths ?? null, components ?? null] : [];
  const texts = [rest, ...referredFrom(document, rest), all].map((part) => JSON.stringify(part));
  return { operations: Object.fromEntries(digests), rest: digest(texts) };
}

/** What a value refers to, and what that refers to in turn, by pointer. */
function referredFrom(document: JsonObject, value: Json, found = new Map<string, Json>()): Map<string, Json> {
  if (typeof value === 'string' && value.startsWith('#/')) {
    const pointer = pointerTo(...segmentsOf(value));
    const target = valueAt(document, pointer);
    if (target === undefined || found.has(pointer)) return found;
    found.set(pointer, target);
    return referredFrom(document, target, found);
  }
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) referredFrom(document, member, found);
  return found;
}

/** A contract without the texts that are for people, and however it is written. */
export function meaningOf({ document }: Pick<Contract, 'document'>): JsonObject {
  return objectOf(withoutTexts(document));
}

// Below these stands data, in which a description is a value like others.
const data = new Set(['default', 'example', 'examples', 'enum', 'const', 'value']);

function withoutTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !((name === 'description' || name === 'summary') && typeof member === 'string'))
      .map(([name, member]) => [name, data.has(name) ? member : withoutTexts(member)]),
  );
}

/** A digest of texts, in their order. */
export function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length} `).update(text);
  return hash.digest('hex');
}
