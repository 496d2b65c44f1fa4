import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { bodyFaults } from './body-fault.ts';
import { isShownPart, judgePart } from './body-outcome.ts';
import { listForParts } from './listed-parts.ts';
import { sectionOf } from './listed-responses.ts';
import { seenByClient } from './response-fault.ts';

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
  server: {
    reach: { by: 'responses', judge: (seen, subject) => judgePart(seen, subject, 'required') },
    faults: faultsOf,
    advice: () => 'Send a body that matches its schema.',
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'documented responses',
      isShownBy: (shown, subject) => isShownPart(shown, subject, 'required'),
      nearness: () => undefined,
    },
    faults: (context, requirement) => faultsOf(context, requirement).map(seenByClient),
    advice: () => 'Hand the body on as it came.',
  },
});

function faultsOf(context: MessageContext, requirement: Requirement<typeof id>): FaultDraft[] {
  return bodyFaults(context, requirement, requirement.subject, {
    changes: () => [() => undefined],
    violates: ['required'],
  });
}
