import { carrierOf, isOpen } from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { PlanningContext } from '../planning-context.ts';
import { isSelected } from '../specification.ts';
import { restrictionOf } from './roles.ts';
import { endsSession } from './session-ends.ts';

/** So many are asked. */
const mostReaders = 3;

/**
 * What shows whether a server takes the token of a login: GET that names nothing in its path, and is for whoever is
 * known. None where the contract has several schemes, of which the token may be for another one.
 */
export function tokenReaders({
  description,
  specification,
}: Pick<PlanningContext, 'description' | 'specification'>): Operation[] {
  const { contract, operations, service } = description;
  const closed = operations.filter((operation) => !isOpen(operation));
  const [scheme, ...others] = new Set(closed.flatMap(({ security }) => security.flatMap(Object.keys)));
  if (scheme === undefined || others.length > 0) return [];
  if (!['bearer', 'header'].includes(carrierOf(service, scheme).kind)) return [];
  const isForAnybody = (operation: Operation) =>
    !endsSession(operation) && restrictionOf(contract, operation, []) === undefined;
  return closed
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    .filter((operation) => isSelected(specification, operation) && isForAnybody(operation))
    .slice(0, mostReaders);
}
