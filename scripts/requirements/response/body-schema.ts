import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { bodyFaults } from './body-fault.ts';
import { bodySides } from './body-sides.ts';
import { listForParts } from './listed-parts.ts';
import { sectionOf } from './listed-responses.ts';
import { wrongValues } from './wrong-values.ts';

const id = '{set}.responses.{status}.body{path}.schema';

/** A body is as its schema says in all, and so is a part of it that may be of one of several schemas. */
export const bodySchema = defineKind({
  id,
  section: sectionOf,
  list: (context, operation) =>
    listForParts(context, operation, ({ set, status, path, keyword, pointer, title }) =>
      keyword === 'schema'
        ? [{ subject: { set, status, path }, pointer, statement: `${title} must match its schema.` }]
        : [],
    ),
  contractAdvice: () => 'change the schema',
  ...bodySides<typeof id>({
    placeOf: ({ status, path }) => ({ status, path, keyword: 'schema' }),
    faults: faultsOf,
    isOfValues: true,
  }),
});

function faultsOf(context: MessageContext, requirement: Requirement<typeof id>): FaultDraft[] {
  return bodyFaults(context, requirement, requirement.subject, {
    changes: (part) => wrongValues(part, 'schema'),
    violates: 'any',
  });
}
