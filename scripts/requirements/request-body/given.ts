import { isOfType } from '../../http/media-types.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { bodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { anyOf, invalid, orMalformed, orUnsupported, refusals } from '../cases.ts';
import { requestFault } from '../client/request-fault.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { clientAdvice, section, serverAdvice, wholeBody } from './body-requirement.ts';
import {
  type BodyCase,
  boundBy,
  changedBody,
  isOf,
  type JsonTaker,
  jsonTaker,
  refused,
  takingRequests,
  usualType,
} from './whole-body.ts';

const statement = 'There must be a body.';

function casesOf({ contract }: Description, operation: Operation): BodyCase[] {
  if (operation.requestBody?.required !== true || usualType(operation) === undefined) return [];
  if (mayBeEmpty(contract, operation)) return [];
  const statuses = orMalformed(orUnsupported(anyOf(refusals(operation, invalid), refusals(operation, [411, 415]))));
  return changedBody(operation, 'no body', refused(statuses), () => null);
}

/** True where a form without a field is a body as well: on the wire, that is the same as none. */
function mayBeEmpty(contract: Contract, operation: Operation): boolean {
  const forms = operation.requestBody?.mediaTypes.filter((one) => isOfType(one, 'application/x-www-form-urlencoded'));
  return (forms ?? []).some((one) => {
    const schema = bodySchema(contract, operation, one);
    return schema !== undefined && viewSchema(contract, schema).required.size === 0;
  });
}

/** A body that must be given. */
export const bodyGiven = defineKind({
  id: '{operationId}.requestBody.given',
  section,
  list: ({ description }, operation) => {
    if (operation?.requestBody?.required !== true) return [];
    const { pointer } = operation.requestBody;
    return [
      { subject: { operationId: operation.id }, pointer, statement, ...boundBy(casesOf(description, operation)) },
    ];
  },
  contractAdvice: () => 'change required',
  server: {
    reach: { by: 'cases', cases: ({ description }, operation) => casesOf(description, operation) },
    faults: (context, { subject }) => {
      const taker = jsonTaker(context, subject);
      return taker === undefined
        ? []
        : [takingRequests(taker, 'takes no body', (request) => request.body === null), failing(taker)];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: wholeBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'no body',
      judge: ({ body }) => (body.bytes === null ? { documented: statement, received: 'no body' } : 'kept'),
    },
    faults: (context, { subject }) => [
      requestFault(context, operationOf(context, subject), 'drops it', (request) =>
        withHeader({ ...request, body: null }, 'Content-Length', undefined),
      ),
    ],
    advice: clientAdvice,
  },
});

function failing(taker: JsonTaker): FaultDraft {
  const isWithout = isOf(taker, (request) => request.body === null);
  const fail = answering(isWithout, async (request, send) => taker.context.madeUp(request, 500, await send(request)));
  return faultDraft('fails without a body', fail);
}
