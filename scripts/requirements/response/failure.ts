import { shortened } from '../../cli/text.ts';
import { excerpt } from '../../http/excerpt.ts';
import { NoResponse } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { ClientChange } from '../client/client-fault.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import type { Judgement } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { bodySchemasOf } from './body-parts.ts';
import { givenValue } from './outcome-values.ts';
import { everyNth } from './response-fault.ts';
import { type ResponseSet, responsesFor } from './response-sets.ts';
import type { SeenOutcome } from './seen-outcome.ts';

/** No request makes a server fail, and every call of a client ends with something that its types have. */
export const responseFailure = defineKind({
  id: '{set}.responses.failure',
  section: () => 'Any response',
  list: ({ description }, operation) => {
    const set = responsesFor(description, operation);
    if (set === undefined) return [];
    const subject = { set: set.name };
    const pointer = operation?.pointer ?? set.pointer;
    const ofServer = {
      subject,
      pointer,
      side: 'server' as const,
      statement: 'Every request must get a whole response, and none may make the server fail.',
    };
    const ofClient = {
      subject,
      pointer,
      side: 'client' as const,
      statement: 'Every call must end with data, with an error of a documented type, or with a rejection.',
    };
    return operation === null ? [ofServer] : [ofServer, ofClient];
  },
  contractAdvice: () => null,
  server: {
    reach: {
      by: 'responses',
      judge: (seen) => {
        const { status } = seen.response;
        if (status < 500) return 'kept';
        if (seen.documented !== undefined && documentsFailuresAlone(seen.set))
          return { outOfReach: 'The contract documents nothing but failures of the server (5xx).' };
        return { documented: 'No request makes the server fail.', received: `${status}, ${excerpt(seen)}` };
      },
      whenUnanswered: (reason) => ({
        documented: 'Every request gets a whole response.',
        received: `No response: ${reason}.`,
      }),
    },
    faults: failures,
    advice: () => 'Answer every request, and find out why this one makes the server fail.',
  },
  client: {
    callerValue: () => null,
    reach: { by: 'outcomes', judge: judgeOutcome },
    faults: (context, { operationId }) => {
      const operation = context.operation(operationId);
      return operation === undefined ? [] : untypedErrors(operation);
    },
    advice: () => 'Give the caller an error of a documented type for whatever is no success.',
  },
});

/** True for what only shows how a server fails, as an example of it. */
function documentsFailuresAlone({ responses }: ResponseSet): boolean {
  return Object.keys(responses).every((status) => status.startsWith('5'));
}

function failures(context: MessageContext, requirement: Requirement): FaultDraft[] {
  const [seldom, often] = requirement.operationId === null ? [7, 5] : [40, 25];
  const fail = answering(
    () => true,
    async (request, send) => context.madeUp(request, 500, await send(request)),
  );
  const close = answering(
    () => true,
    async (request) => Promise.reject(new NoResponse(request, 'socket hang up')),
  );
  return [
    faultDraft('a documented 500 now and then', everyNth(context, requirement, seldom, fail)),
    faultDraft('no response now and then', everyNth(context, requirement, often, close)),
  ];
}

/** An error that is none of the bodies which the operation documents for errors is not of its type. */
function judgeOutcome({ description: { contract, schemas }, operation, outcome }: SeenOutcome): Judgement {
  if (outcome.kind === 'rejected' || outcome.error === undefined) return 'kept';
  const { responses } = operation;
  if (responses[outcome.status]?.mediaTypes.length === 0) return 'kept';
  const error = givenValue(outcome.error);
  const documented = Object.entries(responses)
    .filter(([status]) => !/^[123]/.test(status))
    .flatMap(([, response]) => bodySchemasOf(contract, operation, response));
  const isTyped = documented.length === 0 || documented.some((pointer) => schemas.isValid('response', pointer, error));
  return isTyped
    ? 'kept'
    : {
        documented: 'An error is of a documented type, whatever the server sent.',
        received: shortened(outcome.error, 300),
      };
}

/** Clients whose errors are none, or of no documented type. */
function untypedErrors(operation: Operation): ClientChange[] {
  const withError = (what: string, error: string | undefined): ClientChange => ({
    what,
    view: (result, called) => {
      const { outcome } = result;
      const isError = called === operation && outcome.kind === 'answered' && outcome.error !== undefined;
      return isError ? { ...result, outcome: { ...outcome, error } } : result;
    },
  });
  return [
    withError('swallows errors', undefined),
    withError('gives an empty text for an error', '""'),
    withError('gives errors a shape of its own', '{"reason":"unknown"}'),
  ];
}
