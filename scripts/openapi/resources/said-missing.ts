import { type Contract, descriptionAt } from '../contract.ts';
import { wordsOf } from './name-words.ts';
import { nounsPattern, type Resource } from './resource.ts';

const anything = 'resource|item|thing|entity|entry|record|object|element|either|any|one of them';

/**
 * True where the 404 of a removal is, by its description, about what the item is beneath alone: "Store not found" of
 * `DELETE /stores/{storeId}/books/{bookId}`. What is answered where that book is not there, nothing says then.
 */
export function missesOwnerAlone(contract: Contract, resource: Resource): boolean {
  const { collectionPath, parameter, remove } = resource;
  const said = descriptionAt(contract, remove?.responses['404']?.pointer ?? '');
  const names = wordsOf(parameter?.name ?? '').filter((word) => !/^(?:ids?|key|name|code|number)$/.test(word));
  const above = collectionPath.split('/').slice(0, -1);
  const owners = above
    .filter((segment, index) => !segment.startsWith('{') && above[index + 1]?.startsWith('{'))
    .map((segment) => nounsPattern({ collectionPath: segment }));
  if (owners.length === 0) return false;
  const others = said.replaceAll(patternOf(owners), '');
  return others !== said && !patternOf([nounsPattern(resource), anything, ...names]).test(others);
}

function patternOf(nouns: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${nouns.join('|')})(?:e?s)?\\b`, 'gi');
}
