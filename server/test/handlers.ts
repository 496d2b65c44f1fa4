import { operations } from '../../generated/operations.ts';
import type { Handlers } from '../operation.ts';

/** A handler for each operation of the contract: of those that are given no other, this one. */
export function handlersWith(own: Partial<Handlers>, others: () => never = unused): Handlers {
  return { ...Object.fromEntries(Object.keys(operations).map((id) => [id, others])), ...own } as Handlers;
}

function unused(): never {
  throw new Error('This handler is not called.');
}
