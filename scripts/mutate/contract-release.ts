import type { Change } from '../change.ts';
import type { Contract } from '../contract/contract.ts';
import { isObject, type Json, pointerTo } from '../contract/json.ts';
import { describeLeaf } from '../leaves.ts';
import { isPromise, promiseChanges } from '../promises.ts';
import { compareContracts } from '../released.ts';
import type { Told } from './contract-told.ts';

/**
 * What the comparison with the release says of a contract under the version of the released one. Whichever rule rates a change,
 * none passes: that is so of each leaf that differs, which is all that is looked at here.
 */
export function toldByLeaves(released: Contract, current: Contract): Told | undefined {
  const others = differences('', released.document, current.document).filter(({ pointer }) => !isPromise(pointer) && pointer !== '/info/version');
  const changes = others.map(({ pointer, held = pointer, old, now }) => ({ message: describeLeaf(pointer.slice(1), old, now), current: current.locate(held), released: old === undefined ? undefined : released.locate(pointer) }));
  return toldByChanges([...promiseChanges(released, current), ...changes]);
}

/** The comparison itself, with Redocly's rules: a process for each contract. */
export async function toldByComparison(released: Contract, current: Contract): Promise<Told | undefined> {
  const { isVersionEnough, changes } = await compareContracts(released, current);
  return isVersionEnough ? undefined : toldByChanges(changes);
}

/** A change is told with its place, and with the one that it had in the release. */
export function toldByChanges(changes: readonly Pick<Change, 'message' | 'current' | 'released'>[]): Told | undefined {
  const [first] = changes;
  const places = changes.flatMap(({ current, released }) => (released === undefined ? [current] : [current, released]));
  return first && { check: 'released', message: first.message, places };
}

interface Difference {
  pointer: string;
  /** Where it would be now, if that is not there. */
  held?: string;
  old: Json | undefined;
  now: Json | undefined;
}

/** Down to the values that differ; in a list of objects, to those that it has not in both. */
function differences(pointer: string, old: Json | undefined, now: Json | undefined): Difference[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  if (Array.isArray(old) && Array.isArray(now) && old.length !== now.length && [...old, ...now].every(isObject)) {
    const gone = without(old, now).map(([index, item]): Difference => ({ pointer: pointer + pointerTo(index), held: pointer, old: item, now: undefined }));
    return [...gone, ...without(now, old).map(([index, item]): Difference => ({ pointer: pointer + pointerTo(index), old: undefined, now: item }))];
  }
  const isList = Array.isArray(old) && Array.isArray(now) && old.length === now.length;
  if (!isList && !(isObject(old) && isObject(now))) return [{ pointer, old, now }];
  const [olds, nows] = [membersOf(old), membersOf(now)];
  return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((key) => differences(pointer + pointerTo(key), olds.get(key), nows.get(key)));
}

function without(these: Json[], those: Json[]): [index: number, item: Json][] {
  const texts = new Set(those.map((item) => JSON.stringify(item)));
  return [...these.entries()].filter(([, item]) => !texts.has(JSON.stringify(item)));
}

function membersOf(value: Json): Map<string, Json> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
