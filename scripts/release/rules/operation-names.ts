import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { objectOf, stringOf } from '../../openapi/json.ts';
import type { OperationPlace } from './operation-places.ts';
import { capital, nameOfPart } from './part-names.ts';

/** An operation by its method and its path: `GET /things`. */
export function callOf({ method, path }: OperationPlace['operation']): string {
  return `${method.toUpperCase()} ${path}`;
}

/** What an operation is called; a webhook, and a callback that has no name as an operation, by the name it has. */
export function titleOf(contract: Contract, { operation, pointer }: OperationPlace): string {
  if (pointer.startsWith('/webhooks/')) return nameOfPart(contract, itemOf(pointer));
  if (idAt(contract, pointer) !== undefined) return operation.id;
  return pointer.includes('/callbacks/') ? nameOfPart(contract, pointer) : callOf(operation);
}

/** The title at the beginning of a sentence. */
export function subjectOf(contract: Contract, place: OperationPlace): string {
  const title = titleOf(contract, place);
  return /^(callback|webhook) /.test(title) ? capital(title) : `Operation ${title}`;
}

/** The `operationId` that is written at a place. */
export function idAt(contract: Contract, pointer: string): string | undefined {
  return stringOf(objectOf(resolvePart(contract, pointer).value)['operationId']);
}

/** The path item that holds an operation. */
export function itemOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
