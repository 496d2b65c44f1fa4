import { isExactObject } from '../../http/exact-json.ts';
import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { aspectSentence } from '../schema/aspect-sentence.ts';
import { bodyFaults } from './body-fault.ts';
import { bodySides } from './body-sides.ts';
import { listForParts } from './listed-parts.ts';
import { sectionOf } from './listed-responses.ts';

const id = '{set}.responses.{status}.body{path}.surplus';

/** Where a schema allows no other properties, a body has none. */
export const bodySurplus = defineKind({
  id,
  section: sectionOf,
  list: (context, operation) =>
    listForParts(context, operation, ({ set, status, path, keyword, pointer, title }) =>
      keyword === 'surplus'
        ? [{ subject: { set, status, path }, pointer, statement: aspectSentence(title, { keyword, value: false }) }]
        : [],
    ),
  contractAdvice: () => 'describe the property',
  ...bodySides<typeof id>({
    placeOf: ({ status, path }) => ({ status, path, keyword: 'surplus' }),
    faults: faultsOf,
    isOfValues: false,
  }),
});

function faultsOf(context: MessageContext, requirement: Requirement<typeof id>): FaultDraft[] {
  return bodyFaults(context, requirement, requirement.subject, {
    changes: () => [(value) => ({ ...(isExactObject(value) ? value : {}), undescribed: 'value' })],
    violates: ['additionalProperties', 'unevaluatedProperties'],
  });
}
