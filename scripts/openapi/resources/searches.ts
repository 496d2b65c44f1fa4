import { type Contract, textsAt } from '../contract.ts';
import type { Description } from '../description.ts';
import { stringOf } from '../json.ts';
import type { Operation } from '../operation-table.ts';
import { enumOf, viewSchema } from '../schemas/schema-view.ts';
import { barePath } from './bare-path.ts';
import { bodyParameters, bodyThatAsksNothing } from './body-parameters.ts';
import { viewItem } from './item-view.ts';
import { listOperation } from './list-operation.ts';
import { wordsOf } from './name-words.ts';
import { type ListOperation, makerOf, type Resource } from './resource.ts';
import { listsThingsOf } from './things-elsewhere.ts';

const searching = /^(search(es)?|find|query|queries|lookup|filter)$/;

/** What is found, but not yet. */
const later = /\b(eventual|delay|lag|shortly|index|indexed|indexing|up to \w+ (second|minute)s?|near[- ]real)/i;

/** The same with what finds their things by the body of a POST. */
export function withSearches({ contract, operations }: Description, resources: readonly Resource[]): Resource[] {
  const searches = operations.flatMap((operation) => searchBy(contract, operation) ?? []);
  return resources.map((resource) => {
    const own = searches.filter((search) => {
      const [found, ...others] = resources.filter((one) => findsThingsOf(contract, one, search));
      return found === resource && others.length === 0;
    });
    return own.length === 0 ? resource : { ...resource, searches: own };
  });
}

/** A search that can be asked for everything, and for a part of it. */
function searchBy(contract: Contract, operation: Operation): ListOperation | undefined {
  const last = barePath(operation).split(/[/:]/).at(-1) ?? '';
  const isNamed = [wordsOf(last).join(' '), wordsOf(operation.id)[0] ?? ''].some((name) => searching.test(name));
  if (operation.method !== 'POST' || !isNamed || isDeferred(contract, operation)) return undefined;
  if (bodyParameters(contract, operation).length === 0 || bodyThatAsksNothing(contract, operation) === undefined)
    return undefined;
  return listOperation(contract, operation);
}

function isDeferred(contract: Contract, { pointer }: Operation): boolean {
  return textsAt(contract, pointer).some((text) => later.test(text));
}

function findsThingsOf(contract: Contract, resource: Resource, search: ListOperation): boolean {
  const { collectionPath, create, idProperty } = resource;
  const names = [...search.operation.path.matchAll(/\{[^}]+\}/g)].map(([name]) => name);
  return (
    create !== search.operation &&
    makerOf(resource) !== undefined &&
    idProperty !== undefined &&
    names.every((name) => collectionPath.includes(name)) &&
    listsThingsOf(contract, resource, { list: search })
  );
}

/**
 * True where the description of a search has a word for a state of its items, as "Finds published articles", or for a
 * switch of them: it may leave out what is in another one.
 */
export function namesState(contract: Contract, { operation, item }: ListOperation): boolean {
  const said = new Set(textsAt(contract, operation.pointer).flatMap(wordsOf));
  return [...viewItem(contract, item).properties].some(([name, pointer]) => {
    const view = viewSchema(contract, pointer);
    const values = enumOf(view)?.flatMap((value) => stringOf(value) ?? []) ?? [];
    const words = view.types.includes('boolean') ? [name, ...values] : values;
    return words.some((word) => said.has(word.toLowerCase()));
  });
}
