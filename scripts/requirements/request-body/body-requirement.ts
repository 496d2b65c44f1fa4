import type { Operation } from '../../openapi/operation-table.ts';
import type { CallerValue } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';

// What the kinds of requirements of bodies have in common.

export const section = () => 'Request body';

export const serverAdvice = () => 'Check the body as its schema says, and keep what it allows unaltered.';

export const clientAdvice = () => 'Send a body as its schema allows, and as the caller gave it.';

export const wholeBody = (): CallerValue => ({ kind: 'body', path: '' });

export const partOfBody = ({ path }: { path: string }): CallerValue => ({ kind: 'body', path });

/** The operation that a requirement is about. Throws for one that the contract does not have. */
export function operationOf(context: MessageContext, { operationId }: { operationId: string }): Operation {
  const operation = context.operation(operationId);
  if (operation === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return operation;
}
