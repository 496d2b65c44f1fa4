import { partAt } from '../../openapi/contract.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { bodiesOf, isComparable } from './bodies.ts';
import { clientAdvice, section, wholeBody } from './body-requirement.ts';
import { alteredBody } from './sent-body-faults.ts';

/** The schema of a body as a whole: what no requirement of a part is about. */
export const bodySchemaKept = defineKind({
  id: '{operationId}.requestBody.schema',
  section,
  list: ({ description: { contract } }, operation) => {
    if (operation === null) return [];
    const body = bodiesOf(contract, operation).find(isComparable);
    if (body === undefined) return [];
    return [
      {
        subject: { operationId: operation.id },
        pointer: partAt(contract, body.schema).pointer,
        statement: 'The body must be as its schema says.',
      },
    ];
  },
  contractAdvice: () => 'change the schema',
  server: null,
  client: {
    callerValue: wholeBody,
    reach: {
      by: 'requests',
      // What only the server sets is a violation that it may as well ignore, however deep it stands.
      refusedAt: (_, { body }) => (body.wrong.size > 0 ? 'body' : undefined),
      judge: ({ body: { violations, reached } }) =>
        violations.get('.schema') ?? (reached.size > 0 && violations.size === 0 ? 'kept' : undefined),
    },
    faults: (context, { subject }) => alteredBody(context, operationOf(context, subject)),
    advice: clientAdvice,
  },
});
