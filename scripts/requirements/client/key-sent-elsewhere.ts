import { headerOf } from '../../http/exchange.ts';
import { securityPointer } from '../../openapi/credentials.ts';
import { defineKind } from '../kind.ts';
import { exchangeFault } from './exchange-fault.ts';
import type { Arrival } from './observed-call.ts';

/** The key goes to no other server than that of the contract, wherever a response leads. */
export const keySentElsewhere = defineKind({
  id: '{operationId}.security.elsewhere',
  section: () => 'Security',
  list: ({ description: { contract } }, operation) =>
    operation === null || operation.security.length === 0
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: securityPointer(contract, operation),
            statement: 'The key must be sent to no other server, wherever a response leads.',
          },
        ],
  contractAdvice: () => null,
  server: null,
  client: {
    callerValue: () => null,
    reach: {
      by: 'redirects',
      judge: ({ key, arrivals: [first], elsewhere }) => {
        const withKey = elsewhere.find((arrival) => hasKey(arrival, key));
        if (withKey === undefined) return [{ kept: [first] }];
        const violation = {
          documented: 'The key is sent to no other server.',
          received: 'another server got the key',
        };
        return [{ violation, by: withKey }];
      },
    },
    faults: (context, { subject: { operationId } }) => [
      exchangeFault(context, operationId, 'follows redirects with the key', async (request, respond, { elsewhere }) => {
        const response = await respond(request);
        const isRedirect = response.status >= 300 && response.status < 400;
        return isRedirect && headerOf(response, 'Location') !== undefined ? elsewhere(request) : response;
      }),
    ],
    advice: () => 'Send the key to the server that was called, and to no other.',
  },
});

/** True for a request that has the key anywhere, also as the user name of basic authentication (RFC 7617). */
function hasKey({ request: { target, headers, body } }: Arrival, key: string): boolean {
  const text = JSON.stringify([target, headers, body?.toString('latin1')]);
  return [key, Buffer.from(`${key}:`).toString('base64')].some((spelling) => text.includes(spelling));
}
