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

/** A part that differs, as deep as both documents have it. */
export interface Difference extends ChangedValue {
  /** Where it would be in the second document, if that does not have it. */
  parent?: string;
}

/** What differs between two documents: in lists of objects, too, those that only one of them has. */
export function differences(before: Exact, after: Exact): Difference[] {
  return differencesAt('', before, after);
}

function differencesAt(pointer: string, old: Exact | undefined, now: Exact | undefined): Difference[] {
  if (written(old) === written(now)) return [];
  if (Array.isArray(old) && Array.isArray(now) && old.length !== now.length && [...old, ...now].every(isExactObject)) {
    const gone = without(old, now).map(
      ([index, item]): Difference => ({
        pointer: pointer + pointerTo(index),
        parent: pointer,
        old: item,
        now: undefined,
      }),
    );
    return [
      ...gone,
      ...without(now, old).map(
        ([index, item]): Difference => ({ pointer: pointer + pointerTo(index), old: undefined, now: item }),
      ),
    ];
  }
  const isList = Array.isArray(old) && Array.isArray(now) && old.length === now.length;
  if (!isList && !(isExactObject(old) && isExactObject(now))) return [{ pointer, old, now }];
  const [olds, nows] = [new Map(Object.entries(old)), new Map(Object.entries(now))];
  return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((key) =>
    differencesAt(pointer + pointerTo(key), olds.get(key), nows.get(key)),
  );
}

function without(these: Exact[], those: Exact[]): [index: number, item: Exact][] {
  const texts = new Set(those.map(writeExact));
  return [...these.entries()].filter(([, item]) => !texts.has(writeExact(item)));
}
