import { withHeader } from '../../http/message-changes.ts';
import { requestFault } from '../client/request-fault.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { section } from './body-requirement.ts';

const statement = 'There must be no body.';

/** An operation that takes no body. */
export const noBody = defineKind({
  id: '{operationId}.requestBody.none',
  section,
  list: (_, operation) =>
    operation === null || operation.requestBody !== null
      ? []
      : [{ subject: { operationId: operation.id }, pointer: operation.pointer, statement }],
  contractAdvice: () => 'describe the body',
  // RFC 9110 section 9.3.1: what a server makes of a body that is not described, is left open.
  server: null,
  client: {
    // The types of a client leave a caller no body to give.
    callerValue: () => null,
    reach: {
      by: 'requests',
      refusedAt: () => undefined,
      judge: ({ body: { bytes } }) =>
        bytes === null ? 'kept' : { documented: statement, received: `${bytes.length} bytes` },
    },
    faults: (context, { subject }) => [
      requestFault(context, operationOf(context, subject), 'sends a body', (request) =>
        withHeader({ ...request, body: Buffer.from('{}') }, 'Content-Type', 'application/json'),
      ),
    ],
    advice: () => 'Send no body.',
  },
});
