import { isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Judgement, OutOfReach } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { bodyFaults } from './body-fault.ts';
import { propertyAt, stepTo } from './body-path.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import type { SeenResponse } from './seen-response.ts';
import { statusPropertiesOf } from './status-property.ts';

/**
 * The property of an error body that repeats the HTTP status is that status (RFC 9457).
 * Only the server can see to that.
 */
export const bodyStatus = defineKind({
  id: '{set}.responses.{status}.body{path}.meaning',
  section: sectionOf,
  list: (context, operation) =>
    listForResponses(context, operation, (keyed) =>
      statusPropertiesOf(context.description.contract, keyed).map(({ name, schema }) => ({
        subject: { set: keyed.set.name, status: keyed.status, path: stepTo(name) },
        pointer: schema,
        statement: `${name} of a ${keyed.status} response must be the HTTP status of the response.`,
      })),
    ),
  contractAdvice: ({ path }) => `change ${nameIn(path)}`,
  server: {
    reach: {
      by: 'responses',
      judge: (seen, { status, path }) => (seen.status === status ? judge(seen, nameIn(path)) : undefined),
    },
    faults: (context, requirement) =>
      bodyFaults(context, requirement, requirement.subject, {
        changes: () => [(value) => Number(value) + 1],
        violates: 'none',
      }),
    advice: ({ path }) => `Send the status of the response as ${nameIn(path)}.`,
  },
  client: null,
});

/** The name of a property of the body itself. */
function nameIn(path: string): string {
  return propertyAt(path);
}

function judge({ body, response: { status } }: SeenResponse, property: string): Judgement | OutOfReach {
  const own = isExactObject(body?.value) ? ownValue(body.value, property) : undefined;
  if (own === undefined) return body && { outOfReach: `No response has had ${property}.` };
  return own === status
    ? 'kept'
    : {
        documented: `${property} ${status}, as the response.`,
        received: `${property} ${JSON.stringify(own)} in a ${status}`,
      };
}
