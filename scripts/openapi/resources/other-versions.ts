import { type Contract, resolvePart } from '../contract.ts';
import type { Resource } from './resource.ts';

const version = /\/v\d+(?:\.\d+)*(?=\/)/i;

/**
 * The same with the lists of other versions: what is made at `/v2/routes` is there at `/v3/routes` as well, where
 * nothing else is done with what is listed there, and both answer with the same things.
 */
export function withOtherVersions(contract: Contract, all: readonly Resource[]): Resource[] {
  const listed = all.filter(isListedInVersion);
  const made = listed.length === 0 ? [] : all.filter(({ create }) => create !== undefined);
  const originOf = (one: Resource) => {
    const [origin, ...others] = made.filter((other) => isSameInVersions(contract, other, one));
    return others.length === 0 ? origin : undefined;
  };
  const byOrigin = Map.groupBy(listed, originOf);
  const moved = new Set([...byOrigin].flatMap(([origin, lists]) => (origin === undefined ? [] : lists)));
  return all
    .filter((one) => !moved.has(one))
    .map((one) => {
      const lists = byOrigin.get(one)?.flatMap(({ list }) => list ?? []) ?? [];
      return lists.length === 0 ? one : { ...one, searches: [...one.searches, ...lists] };
    });
}

/** True for a list alone at the path of a version. */
function isListedInVersion({
  create,
  read,
  replace,
  merge,
  remove,
  parameter,
  list,
  collectionPath,
}: Resource): boolean {
  const isAlone = [create, read, replace, merge, remove, parameter].every((part) => part === undefined);
  return isAlone && list !== undefined && version.test(collectionPath);
}

function isSameInVersions(contract: Contract, one: Resource, other: Resource): boolean {
  if (one.list === undefined || other.list === undefined || one.collectionPath === other.collectionPath) return false;
  const [path, otherPath] = [one, other].map(({ collectionPath }) => collectionPath.replace(version, ''));
  const [item, otherItem] = [one.list, other.list].map((list) => resolvePart(contract, list.item).pointer);
  return path === otherPath && item === otherItem;
}
