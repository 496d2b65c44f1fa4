import { isObject, type Json, pointerTo } from './contract/json.ts';

/** A value without members that differs between two documents; undefined on the side that does not have it. */
export interface ChangedLeaf {
  pointer: string;
  old: Json | undefined;
  now: Json | undefined;
}

/** Every leaf that is not the same in both documents. A list is one leaf: what moves in it is another list. */
export function changedLeaves(before: Json, after: Json): ChangedLeaf[] {
  const [olds, nows] = [new Map(leavesOf('', before)), new Map(leavesOf('', after))];
  return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((pointer) => {
    const [old, now] = [olds.get(pointer), nows.get(pointer)];
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ pointer, old, now }];
  });
}

/** A sentence for one leaf. */
export function describeLeaf(name: string, old: Json | undefined, now: Json | undefined): string {
  if (old === undefined) return `${name} was added.`;
  return now === undefined ? `${name} was removed.` : `${name} changed from ${JSON.stringify(old)} to ${JSON.stringify(now)}.`;
}

function leavesOf(pointer: string, value: Json): [pointer: string, leaf: Json][] {
  if (!isObject(value)) return [[pointer, value]];
  return Object.entries(value).flatMap(([key, child]) => leavesOf(pointer + pointerTo(key), child));
}
