import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import type { MessageContext } from '../message-context.ts';

/** What descriptions are read with. */
export type Described = Pick<MessageContext, 'description' | 'resources'>;

/** The same search, which reads the descriptions of an operation once, and not again for each of its requirements. */
export function foundOnce<Rule>(
  find: (context: Described, operation: Operation) => Rule[],
): (context: Described, operation: Operation) => Rule[] {
  // What is found of an operation names resources: those of the same context.
  const known = new WeakMap<readonly Resource[], Map<Operation, Rule[]>>();
  return (context, operation) => {
    const own = known.get(context.resources) ?? new Map<Operation, Rule[]>();
    known.set(context.resources, own);
    const found = own.get(operation) ?? find(context, operation);
    own.set(operation, found);
    return found;
  };
}
