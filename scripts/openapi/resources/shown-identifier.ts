import { type Exact, parseExact } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import { typesOf, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { viewItem } from './item-view.ts';
import type { Resource } from './resource.ts';

/**
 * An identifier that a path has, as items show it: many contracts call it a text in the path, whatever it is, and a
 * number in the item.
 */
export function asShown(
  contract: Contract,
  { idProperty, list, read }: Pick<Resource, 'idProperty' | 'list' | 'read'>,
  id: Exact,
): Exact {
  if (idProperty === undefined || typeof id !== 'string' || !/^(0|[1-9]\d*)$/.test(id)) return id;
  const item = list?.item ?? (read && successSchema(contract, read));
  const property = item === undefined ? undefined : viewItem(contract, item).properties.get(idProperty);
  const types = property === undefined ? [] : typesOf(contract, viewSchema(contract, property));
  const isNumber = types.length > 0 && types.every((type) => ['integer', 'number', 'null'].includes(type));
  return isNumber ? parseExact(Buffer.from(id)) : id;
}
