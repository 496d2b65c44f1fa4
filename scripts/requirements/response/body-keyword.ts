import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { aspectSentence } from '../schema/aspect-sentence.ts';
import { bodyFaults } from './body-fault.ts';
import { bodySides } from './body-sides.ts';
import { listForParts } from './listed-parts.ts';
import { sectionOf } from './listed-responses.ts';
import { wrongValues } from './wrong-values.ts';

const id = '{set}.responses.{status}.body{path}.{keyword}';

/** A keyword of the schema of one part of a body, such as `maximum`. */
export const bodyKeyword = defineKind({
  id,
  section: sectionOf,
  list: (context, operation) =>
    listForParts(context, operation, ({ set, status, path, keyword, pointer, title, value }) =>
      ['required', 'surplus', 'schema'].includes(keyword)
        ? []
        : [{ subject: { set, status, path, keyword }, pointer, statement: aspectSentence(title, { keyword, value }) }],
    ),
  contractAdvice: ({ keyword }) => `change ${keyword}`,
  ...bodySides<typeof id>({ placeOf: (subject) => subject, faults: faultsOf, isOfValues: true }),
});

function faultsOf(context: MessageContext, requirement: Requirement<typeof id>): FaultDraft[] {
  return bodyFaults(context, requirement, requirement.subject, {
    changes: (part) => wrongValues(part, requirement.subject.keyword),
    violates: [requirement.subject.keyword],
  });
}
