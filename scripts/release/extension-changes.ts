import type { Exact } from '../http/exact-json.ts';
import { type Contract, resolvePart } from '../openapi/contract.ts';
import { type JsonObject, objectOf } from '../openapi/json.ts';
import { operationPointers } from '../openapi/operations.ts';
import type { Change, Impact } from './change.ts';
import { changedValues, describeChangedValue } from './json-diff.ts';

// Extensions that the toolchain and the server act on; those of others are remarks.
const plans = 'x-rate-limit-plans';
const ofOperations = ['x-sunset', 'x-deprecated-since', 'x-replacement'];

/** True for a pointer to, or into, one of the extensions that count. */
export function isExtensionThatCounts(pointer: string): boolean {
  return new RegExp(`^/(${plans}|paths/[^/]+/[^/]+/(${ofOperations.join('|')}))(/|$)`).test(pointer);
}

/** What changed in the extensions that count; Redocly has no rules for them. */
export function extensionChanges(released: Contract, current: Contract): Change[] {
  return changedValues(extensionsOf(released), extensionsOf(current)).map(({ pointer, old, now }) => ({
    impact: impactOf(pointer, old, now),
    message: describeChangedValue(pointer.slice(pointer.indexOf('/x-') + 1), old, now),
    current: current.locate(pointer),
    released: old === undefined ? undefined : released.locate(pointer),
  }));
}

/** A caller may count on the requests of its plan and on an operation until its day; the rest are announcements. */
function impactOf(pointer: string, old: Exact | undefined, now: Exact | undefined): Impact {
  const isLess = typeof old !== 'number' || typeof now !== 'number' || now < old;
  if (pointer.startsWith(`/${plans}`)) return old !== undefined && isLess ? 'major' : 'minor';
  const isEarlier = old !== undefined && now !== undefined && String(now) < String(old);
  return pointer.endsWith('/x-sunset') && isEarlier ? 'major' : 'minor';
}

/** The extensions that count, at the places where they stand in a contract, without all the rest. */
function extensionsOf(contract: Contract): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { pointer, path, method } of operationPointers(contract)) {
    const operation = objectOf(resolvePart(contract, pointer).value);
    const extensions = ofOperations.flatMap((name) =>
      operation[name] === undefined ? [] : [[name, operation[name]] as const],
    );
    paths[path] = { ...paths[path], [method]: Object.fromEntries(extensions) };
  }
  return { [plans]: objectOf(contract.document[plans]), paths };
}
