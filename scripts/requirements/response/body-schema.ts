import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { bodyFaults } from './body-fault.ts';
import { isShownPart, judgePart, nearnessOfPart } from './body-outcome.ts';
import { listForParts } from './listed-parts.ts';
import { sectionOf } from './listed-responses.ts';
import { seenByClient } from './response-fault.ts';
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
  server: {
    reach: { by: 'responses', judge: (seen, subject) => judgePart(seen, subject, 'schema') },
    faults: faultsOf,
    advice: () => 'Send a body that matches its schema.',
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'documented responses',
      isShownBy: (shown, subject) => isShownPart(shown, subject, 'schema'),
      nearness: nearnessOfPart,
    },
    faults: (context, requirement) => faultsOf(context, requirement).map(seenByClient),
    advice: () => 'Hand the body on as it came.',
  },
});

function faultsOf(context: MessageContext, requirement: Requirement<typeof id>): FaultDraft[] {
  return bodyFaults(context, requirement, requirement.subject, {
    changes: (part) => wrongValues(part, 'schema'),
    violates: 'any',
  });
}
