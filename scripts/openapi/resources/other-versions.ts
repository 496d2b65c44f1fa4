import { type Contract, resolvePart } from '../contract.ts';
import type { Resource } from './resource.ts';

const version = /\/v\d+(?:\.\d+)*(?=\/)/i;

/**
 * The same with the lists of other versions: what is made at `/v2/routes` is there at `/v3/routes` as well, where
 * nothing else is done with what is listed there, and both answer with the same things.
 */
export function withOtherVersions(contract: Contract, all: readonly Resource[]): Resource[] {
  const made = all.filter(({ create }) => create !== undefined);
  const originOf = (listed: Resource) => {
    const [origin, ...others] = made.filter((one) => isListedIn(contract, one, listed));
    return others.length === 0 ? origin : undefined;
  };
  const origins = new Map(all.map((one) => [one, originOf(one)]));
  return all
    .filter((one) => origins.get(one) === undefined)
    .map((one) => {
      const lists = all.flatMap((listed) => (origins.get(listed) === one ? (listed.list ?? []) : []));
      return lists.length === 0 ? one : { ...one, searches: [...one.searches, ...lists] };
    });
}

function isListedIn(contract: Contract, one: Resource, { list, collectionPath, ...other }: Resource): boolean {
  const { create, read, replace, merge, remove, parameter } = other;
  const isAlone = [create, read, replace, merge, remove, parameter].every((part) => part === undefined);
  if (list === undefined || one.list === undefined || !isAlone || !version.test(collectionPath)) return false;
  if (collectionPath === one.collectionPath) return false;
  const [path, ownPath] = [collectionPath, one.collectionPath].map((each) => each.replace(version, ''));
  const [item, ownItem] = [list.item, one.list.item].map((pointer) => resolvePart(contract, pointer).pointer);
  return path === ownPath && item === ownItem;
}
