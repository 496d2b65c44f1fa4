import type { HttpRequest } from '../../http/exchange.ts';
import { isAcceptable } from '../../http/media-types.ts';
import { withHeader } from '../../http/message-changes.ts';
import { successTypes } from '../../openapi/success-responses.ts';
import { requestFault } from '../client/request-fault.ts';
import { defineKind } from '../kind.ts';

/** What a client says it accepts is what it gets (RFC 9110 section 12.5.1). */
export const requestAccept = defineKind({
  id: '{operationId}.request.accept',
  section: () => 'The operation',
  list: (_, operation) =>
    operation === null || successTypes(operation).length === 0
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: `${operation.pointer}/responses`,
            statement: `If there is an Accept, it must allow ${successTypes(operation).join(' or ')}.`,
          },
        ],
  contractAdvice: () => null,
  server: null,
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      refusedAt: () => undefined,
      judge: ({ operation, text: { headers } }) => {
        const accept = headers.get('accept')?.join(', ');
        const types = successTypes(operation);
        if (accept === undefined || isAcceptable(accept, types)) return 'kept';
        return { documented: `Accept allows ${types.join(' or ')}.`, received: `Accept: ${accept}` };
      },
    },
    faults: (context, { subject: { operationId } }) => {
      const operation = context.operation(operationId);
      if (operation === undefined) return [];
      const other = ['image/png', 'text/x-other'].find((type) => !isAcceptable(type, successTypes(operation)));
      if (other === undefined) return [];
      const change = (request: HttpRequest) => withHeader(request, 'Accept', other);
      return [requestFault(context, operation, 'accepts nothing that is documented', change)];
    },
    advice: () => 'Let Accept name a media type that the operation answers with.',
  },
});
