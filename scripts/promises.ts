import type { Change, Impact } from './change.ts';
import { type Contract, resolvePart } from './contract/contract.ts';
import { isObject, type Json, objectOf, pointerTo } from './contract/json.ts';
import { operationPointers } from './contract/operations.ts';

// Extensions that the toolchain and the server act on: promises, where those of others are remarks.
const plans = 'x-rate-limit-plans';
const ofOperations = ['x-sunset', 'x-deprecated-since', 'x-replacement'];

/** True for a pointer to, or into, one of the extensions that count as promises. */
export function isPromise(pointer: string): boolean {
  return new RegExp(`^/(${plans}|paths/[^/]+/[^/]+/(${ofOperations.join('|')}))(/|$)`).test(pointer);
}

/** What changed in the extensions that are promises; Redocly has no rules for them. */
export function promiseChanges(released: Contract, current: Contract): Change[] {
  const [before, after] = [promisesOf(released), promisesOf(current)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((pointer) => {
    const [old, now] = [before.get(pointer), after.get(pointer)];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    return {
      impact: impactOf(pointer, old, now),
      message: describe(pointer.slice(pointer.indexOf('/x-') + 1), old, now),
      current: current.locate(pointer),
      released: old === undefined ? undefined : released.locate(pointer),
    };
  });
}

function describe(name: string, old: Json | undefined, now: Json | undefined): string {
  if (old === undefined) return `${name} was added.`;
  return now === undefined ? `${name} was removed.` : `${name} changed from ${JSON.stringify(old)} to ${JSON.stringify(now)}.`;
}

/** A caller may count on the requests of its plan and on an operation until its day; the rest are announcements. */
function impactOf(pointer: string, old: Json | undefined, now: Json | undefined): Impact {
  const isLess = typeof old !== 'number' || typeof now !== 'number' || now < old;
  if (pointer.startsWith(`/${plans}`)) return old !== undefined && isLess ? 'major' : 'minor';
  const isEarlier = old !== undefined && now !== undefined && String(now) < String(old);
  return pointer.endsWith('/x-sunset') && isEarlier ? 'major' : 'minor';
}

/** The leaves of every promise of a contract, by pointer. */
function promisesOf(contract: Contract): Map<string, Json> {
  const operations = operationPointers(contract).flatMap(({ pointer }) => {
    const operation = objectOf(resolvePart(contract, pointer).value);
    return ofOperations.map((name) => [pointer + pointerTo(name), operation[name]] as const);
  });
  return new Map([[pointerTo(plans), contract.document[plans]] as const, ...operations].flatMap(([pointer, value]) => leavesOf(pointer, value)));
}

function leavesOf(pointer: string, value: Json | undefined): [pointer: string, leaf: Json][] {
  if (value === undefined) return [];
  if (!isObject(value)) return [[pointer, value]];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(pointer + pointerTo(key), child));
}
