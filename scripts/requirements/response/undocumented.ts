import { excerpt } from '../../http/excerpt.ts';
import { headerOf, isSuccess } from '../../http/exchange.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import { descriptionAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { documentsSuccess, isDefaultSuccess } from '../../openapi/success-responses.ts';
import type { ClientChange } from '../client/client-fault.ts';
import { altering, type FaultDraft, faultDraft } from '../fault.ts';
import type { Judgement } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { statusDifference } from './outcome-difference.ts';
import { isTruthy } from './outcome-values.ts';
import { everyNth } from './response-fault.ts';
import { documentedStatus, responsesFor, responsesTo } from './response-sets.ts';
import type { SeenOutcome } from './seen-outcome.ts';
import type { SeenResponse } from './seen-response.ts';

/** No response has an undocumented status, and a client takes none for what it expects. */
export const undocumentedResponse = defineKind({
  id: '{set}.responses.undocumented',
  section: () => 'Any response',
  list: ({ description }, operation) => {
    const set = responsesFor(description, operation);
    // Where none is documented, none can be another one; after a 1xx comes another (RFC 9110 section 15.2).
    if (set === undefined || Object.keys(set.responses).every((status) => status.startsWith('1'))) return [];
    const listed = {
      subject: { set: set.name },
      pointer: set.pointer,
      statement: `Every response must have a documented status: ${Object.keys(set.responses).join(', ')}.`,
    };
    return [operation === null ? { ...listed, side: 'server' } : listed];
  },
  contractAdvice: () => 'document this status',
  server: {
    reach: {
      by: 'responses',
      judge: (seen) => {
        if (seen.status !== undefined && !isUndocumentedSuccess(seen)) return 'kept';
        // A failure is judged as such.
        if (seen.response.status >= 500 || seen.hasReachedNoOperation) return undefined;
        const mayRefuse = [seen.refusesMediaType, seen.refusesBroken, seen.refusesPage, seen.refusesTaken];
        if (seen.namesNothing || mayRefuse.includes(true)) return undefined;
        // Where no success is documented, a request that is served has none to be answered with.
        if (isSuccess(seen.response) && seen.set.operation !== null && !hasSuccess(seen.set.operation))
          return { outOfReach: 'The contract documents no successful response.' };
        return {
          documented: `One of ${Object.keys(seen.set.responses).join(', ')}.`,
          received: `${seen.response.status}, ${excerpt(seen)}`,
        };
      },
    },
    faults: undocumentedStatuses,
    advice: () => 'Answer with the documented status.',
  },
  client: {
    callerValue: () => null,
    reach: { by: 'outcomes', judge: judgeOutcome },
    faults: (context, { operationId }) => {
      const operation = context.operation(operationId);
      return operation === undefined ? [] : trustingClients(context, operation);
    },
    advice: () => 'Accept only documented responses, and give the caller an error for any other.',
  },
});

function undocumentedStatuses(context: MessageContext, requirement: Requirement): FaultDraft[] {
  const as = (what: string, count: number, status: number, isAbout: (status: number) => boolean) => {
    const wrap = altering((response) => (isAbout(response.status) ? { ...response, status } : response));
    return faultDraft(what, everyNth(context, requirement, count, wrap));
  };
  const refusal = as('a refusal with another status now and then', 3, 418, (status) => status >= 400 && status !== 429);
  const success = as('a success with another status now and then', 20, 206, (status) => status < 300);
  return hasSuccess(context.operation(requirement.operationId ?? '')) ? [refusal, success] : [refusal];
}

function hasSuccess(operation: Operation | undefined): boolean {
  return operation !== undefined && documentsSuccess(operation);
}

const failures = /\b(?:errors?|fail\w*|unexpected|problems?|exceptions?|faults?|wrong|invalid|refused|rejected)\b/i;

/** True for a success under `default`, where another one is documented and `default` says that it is of errors. */
function isUndocumentedSuccess({ set: { operation }, status, response, documented, description }: SeenResponse) {
  if (operation === null || documented === undefined || status !== 'default' || !isSuccess(response)) return false;
  const says = descriptionAt(description.contract, documented.pointer);
  return !isDefaultSuccess(operation) && failures.test(says);
}

/** A response that the contract does not have arrives neither as a success nor as nothing at all. */
function judgeOutcome({ is, response, outcome }: SeenOutcome): Judgement {
  if (is === 'documented') return undefined;
  if (outcome.kind === 'rejected') return 'kept';
  const difference = statusDifference(response, outcome);
  if (difference !== undefined) return difference;
  const { data, error } = outcome;
  const mayBeData = is === 'undocumented with a documented body' && response.status < 300;
  if (error === undefined && !(mayBeData && (data !== undefined || response.body.length === 0)))
    return {
      documented: 'An undocumented response is given as an error, or the call rejects.',
      received: `${response.status} as data ${data ?? 'undefined'}`,
    };
  return error === undefined || isTruthy(error)
    ? 'kept'
    : {
        documented: 'A response that is not a success gives an error that the caller can see.',
        received: `${response.status} as error ${error}`,
      };
}

/** Clients that take for a success what is none. */
function trustingClients(context: MessageContext, operation: Operation): ClientChange[] {
  const set = responsesTo(operation);
  const success = Number(Object.keys(operation.responses).find((one) => /^2\d\d$/.test(one)) ?? '200');
  const empty = { status: success, headers: [], body: Buffer.alloc(0), receivedAt: 0 };
  const trusting = (what: string, isAbout: (response: ScriptedResponse) => boolean): ClientChange => ({
    what,
    between: (respond) => async (request) => {
      const response = await respond(request);
      const isTrusted = context.isTo(operation)(request) && isAbout(response);
      return isTrusted ? context.madeUp(request, success, empty) : response;
    },
  });
  const data = { kind: 'answered' as const, status: success, headers: [], data: '{}', error: undefined };
  return [
    trusting('takes an undocumented status for a success', ({ status }) => documentedStatus(set, status) === undefined),
    trusting('takes an empty body for a success', ({ status, body }) => status < 300 && body.length === 0),
    trusting('takes a body that is cut for a success', ({ delivery }) => delivery?.kind === 'cut'),
    trusting('takes no response for a success', ({ delivery }) => delivery?.kind === 'none'),
    trusting('takes HTML for a success', (response) => /html/.test(headerOf(response, 'Content-Type') ?? '')),
    {
      what: 'gives data for what rejects',
      view: (result, called) =>
        called === operation && result.outcome.kind === 'rejected' ? { ...result, outcome: data } : result,
    },
  ];
}
