import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';
import { makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { originOf } from '../../openapi/resources/things-elsewhere.ts';
import { answerAlike } from '../../openapi/success-responses.ts';

interface Known {
  readonly description: Description;
  readonly resources: readonly Resource[];
}

/**
 * True for what is done to an item of which more than one can be made, as to send an order: it may be allowed once,
 * or leave the item in a state that other requests do not allow.
 */
export function isActionOn(known: Known, operation: Operation, resource: Resource): boolean {
  return (makerOf(resource) ?? originOf(known, resource)) !== undefined && isAction(known, operation, resource);
}

/** The same of an item that nothing makes, and that a list shows: an alert is raised by itself, and acknowledged. */
export function isActionOnFound(known: Known, operation: Operation, resource: Resource): boolean {
  const { list, idProperty } = resource;
  const isFound = (makerOf(resource) ?? originOf(known, resource)) === undefined && list !== undefined;
  return isFound && idProperty !== undefined && isAction(known, operation, resource);
}

function isAction({ description, resources }: Known, operation: Operation, resource: Resource): boolean {
  return (
    isBeneath(operation, resource) &&
    resources.every(({ create }) => create !== operation) &&
    description.operations.every(({ path, method }) => path !== operation.path || method !== 'GET')
  );
}

/** True for what puts back an item that was removed, and is marked so: `POST /notes/{id}/restore`. */
export function undoesRemoval({ id, path }: Operation): boolean {
  const words = [path.split(/[/:]/).at(-1), id].flatMap((name) => wordsOf(name ?? ''));
  return words.some((word) => ['restore', 'undelete', 'recover', 'reinstate', 'undo', 'unremove'].includes(word));
}

/** An action that makes another item of one, as a copy, and the operation that reads such items. */
interface Making {
  operation: Operation;
  resource: Resource;
  read: Operation;
}

/** What an operation makes of an item: it is answered with 201 and what reads such an item. */
export function madeBy(known: Known, operation: Operation | null): Making[] {
  if (operation === null || !Object.hasOwn(operation.responses, '201')) return [];
  // What has paths of its own beneath the action is what it assigns to the item.
  if (known.description.operations.some(({ path }) => path.startsWith(`${operation.path}/{`))) return [];
  return known.resources.flatMap((resource) => {
    const { read, idProperty } = resource;
    const isMaking = isActionOn(known, operation, resource) && idProperty !== undefined;
    return isMaking && read !== undefined && answerAlike(known.description.contract, operation, read)
      ? [{ operation, resource, read }]
      : [];
  });
}

/** True for what may change an item, and is no removal of a part of it: `POST /orders/{id}/send`, or `{id}:send`. */
export function isBeneath({ method, path, parameters }: Operation, resource: Resource): boolean {
  if (!['POST', 'PUT', 'PATCH'].includes(method)) return false;
  const names = parameters.flatMap((one) => (one.in === 'path' ? [one.name] : []));
  return names.some((name) => {
    const [before, after = ''] = path.split(`/{${name}}`);
    return before === resource.itemsPath && /^[:/][^/{}]+(?:\/[^/{}]+)*\/?$/.test(after);
  });
}

/**
 * What is done beneath an item, for which that may have to be in some state: `POST /payments/{id}/refunds`, which makes
 * what all requests to refunds are to, or `GET /invoices/{id}/pdf`. Undefined where nothing else is done to such items.
 */
export function neededBeneath(
  { description, resources }: Known,
  operation: Operation,
  resource: Resource,
): Operation | undefined {
  const named = operation.parameters.find(
    ({ in: place, name }) => place === 'path' && operation.path.startsWith(`${resource.itemsPath}/{${name}}/`),
  );
  if (named === undefined) return undefined;
  const item = `${resource.itemsPath}/{${named.name}}`;
  const [below = ''] = operation.path.slice(item.length).split('/{');
  const there = description.operations.filter(({ path }) => path === `${item}${below}`);
  const maker = there.find((one) =>
    resources.some(({ create, addition }) => one === create || one === addition?.operation),
  );
  const needed = maker ?? (operation.method === 'GET' && there.length === 1 ? there[0] : undefined);
  const hasOthers = description.operations.some((one) => one !== needed && isBeneath(one, resource));
  return hasOthers ? needed : undefined;
}
