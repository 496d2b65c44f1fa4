import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { bodyFaults } from './body-fault.ts';
import { bodySides } from './body-sides.ts';
import { listForParts } from './listed-parts.ts';
import { sectionOf } from './listed-responses.ts';

const id = '{set}.responses.{status}.body{path}.required';

/** A required property of a body is in every response. */
export const bodyRequired = defineKind({
  id,
  section: sectionOf,
  list: (context, operation) =>
    listForParts(context, operation, ({ set, status, path, keyword, pointer, title }) =>
      keyword === 'required' ? [{ subject: { set, status, path }, pointer, statement: `${title} must be there.` }] : [],
    ),
  contractAdvice: () => 'change required',
  ...bodySides<typeof id>({
    placeOf: ({ status, path }) => ({ status, path, keyword: 'required' }),
    faults: faultsOf,
    isOfValues: false,
  }),
});

function faultsOf(context: MessageContext, requirement: Requirement<typeof id>): FaultDraft[] {
  return bodyFaults(context, requirement, requirement.subject, {
    changes: () => [() => undefined],
    violates: ['required'],
  });
}
