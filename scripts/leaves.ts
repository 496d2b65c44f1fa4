import { pointerTo } from './contract/json.ts';
import { type Exact, isExactObject, writeExact } from './verify/exact-json.ts';

/** A value without members that differs between two documents; undefined on the side that does not have it. */
export interface ChangedLeaf {
  pointer: string;
  old: Exact | undefined;
  now: Exact | undefined;
}

/** Every leaf that is not the same in both documents. A list is one leaf: what moves in it is another list. */
export function changedLeaves(before: Exact, after: Exact): ChangedLeaf[] {
  const [olds, nows] = [new Map(leavesOf('', before)), new Map(leavesOf('', after))];
  return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((pointer) => {
    const [old, now] = [olds.get(pointer), nows.get(pointer)];
    return written(old) === written(now) ? [] : [{ pointer, old, now }];
  });
}

/** A sentence for one leaf. */
export function describeLeaf(name: string, old: Exact | undefined, now: Exact | undefined): string {
  if (old === undefined) return `${name} was added.`;
  return now === undefined ? `${name} was removed.` : `${name} changed from ${writeExact(old)} to ${writeExact(now)}.`;
}

function leavesOf(pointer: string, value: Exact): [pointer: string, leaf: Exact][] {
  if (!isExactObject(value)) return [[pointer, value]];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(pointer + pointerTo(key), child));
}

function written(leaf: Exact | undefined): string | undefined {
  return leaf === undefined ? undefined : writeExact(leaf);
}
