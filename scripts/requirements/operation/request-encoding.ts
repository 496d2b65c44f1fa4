import type { HttpRequest } from '../../http/exchange.ts';
import { joinTarget, type Pair, splitTarget } from '../../http/message-changes.ts';
import { whyNotEncoded } from '../../http/request-text.ts';
import { requestFault } from '../client/request-fault.ts';
import { defineKind } from '../kind.ts';

/** The address of a request is one (RFC 3986). */
export const requestEncoding = defineKind({
  id: '{operationId}.request.encoding',
  section: () => 'The operation',
  list: (_, operation) =>
    operation === null
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'Path and query must be percent-encoded UTF-8 (RFC 3986).',
          },
        ],
  contractAdvice: () => null,
  server: null,
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      refusedAt: () => undefined,
      judge: ({ raw }) => {
        const received = whyNotEncoded(raw);
        return received === undefined
          ? 'kept'
          : { documented: 'Path and query are percent-encoded UTF-8 (RFC 3986).', received };
      },
    },
    faults: (context, { subject: { operationId } }) => {
      const operation = context.operation(operationId);
      if (operation === undefined) return [];
      return [
        requestFault(context, operation, 'a blank that is not encoded', withPair(['a', 'b"c'])),
        requestFault(context, operation, 'a broken escape', withPair(['a', '%zz'])),
      ];
    },
    advice: () => 'Percent-encode every value in the path and in the query.',
  },
});

function withPair(pair: Pair): (request: HttpRequest) => HttpRequest {
  return (request) => {
    const { path, pairs } = splitTarget(request.target);
    return { ...request, target: joinTarget(path, [...pairs, pair]) };
  };
}
