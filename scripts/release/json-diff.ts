import { type Exact, isExactObject, writeExact } from '../http/exact-json.ts';
import { pointerTo } from '../openapi/json.ts';

/** A value without members that differs between two documents; undefined on the side that does not have it. */
export interface ChangedValue {
  pointer: string;
  old: Exact | undefined;
  now: Exact | undefined;
}

/**
 * Every value without members that is not the same in both documents.
 * A list is one value: what moves in it is another list.
 */
export function changedValues(before: Exact, after: Exact): ChangedValue[] {
  const [olds, nows] = [new Map(valuesOf('', before)), new Map(valuesOf('', after))];
  return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((pointer) => {
    const [old, now] = [olds.get(pointer), nows.get(pointer)];
    return written(old) === written(now) ? [] : [{ pointer, old, now }];
  });
}

/** A sentence for one changed value. */
export function describeChangedValue(name: string, old: Exact | undefined, now: Exact | undefined): string {
  if (old === undefined) return `${name} was added.`;
  return now === undefined ? `${name} was removed.` : `${name} changed from ${writeExact(old)} to ${writeExact(now)}.`;
}

function valuesOf(pointer: string, value: Exact): [pointer: string, leaf: Exact][] {
  if (!isExactObject(value)) return [[pointer, value]];
  return Object.entries(value).flatMap(([key, child]) => valuesOf(pointer + pointerTo(key), child));
}

function written(leaf: Exact | undefined): string | undefined {
  return leaf === undefined ? undefined : writeExact(leaf);
}
