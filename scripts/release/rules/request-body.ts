import { byReference } from './changed-reference.ts';
import type { Contracts, Found, Pair, Way } from './found.ts';
import { mediaTypeChanges } from './media-types.ts';
import type { OperationPlace } from './operation-places.ts';
import { capital, nameOf } from './part-names.ts';
import { requiredChanges } from './required.ts';
import type { SchemaComparison } from './schemas.ts';

/** What changed in the body of a request. */
export function requestBodyChanges(
  contracts: Contracts,
  schemas: SchemaComparison,
  { before, now }: Pair<OperationPlace>,
): readonly Found[] {
  const way: Way = { flow: before.request, message: 'request' };
  const { flow } = way;
  const [old, own] = [before.operation.requestBody, now.operation.requestBody];
  if (old === null && own === null) return [];
  if (own === null)
    return [
      {
        impact: 'major',
        flow,
        message: `${capital(nameOf(contracts.before, `${before.pointer}/requestBody`))} was removed.`,
        breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} it`,
        remedy: 'keep it as it was, optional if it is no longer needed',
        before: `${before.pointer}/requestBody`,
        holder: now.pointer,
      },
    ];
  const name = nameOf(contracts.now, own.pointer);
  if (old === null) return [addedBody(own.required, capital(name), own.pointer, way)];
  const pointers = { before: old.pointer, now: own.pointer };
  return byReference(contracts, pointers, [
    ...requiredChanges(contracts, { before: old, now: own }, name, 'body', way),
    ...mediaTypeChanges(contracts, schemas, pointers, way),
  ]);
}

function addedBody(isRequired: boolean, name: string, now: string, { flow }: Way): Found {
  const message = `${name} was added`;
  return isRequired && flow === 'sent'
    ? {
        impact: 'major',
        flow,
        message: `${message}, and is required.`,
        breaks: 'clients that send none',
        remedy: 'make it optional',
        now,
      }
    : { impact: 'minor', flow, message: `${message}.`, now };
}
