import { type HttpRequest, headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { Respond, ScriptedResponse } from '../../http/scripted-response.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft } from '../requirement.ts';
import { documentedStatus } from '../response/response-sets.ts';
import type { ClientChange } from './client-fault.ts';
import { isIdempotent } from './retries.ts';

/** Clients that send again too soon, too often, or what they must not; that take the key elsewhere, or say nothing. */
export function retryFaults(context: MessageContext, requirement: RequirementDraft): ClientChange[] {
  const operation = context.operation(requirement.operationId);
  if (operation === undefined) return [];
  const isTo = context.isTo(operation);
  const between = (
    what: string,
    answer: (request: HttpRequest, respond: Respond) => Promise<ScriptedResponse>,
  ): ClientChange => ({
    what,
    between: (respond) => (request) => (isTo(request) ? answer(request, respond) : respond(request)),
  });
  const seen = (what: string, change: (response: ScriptedResponse) => ScriptedResponse) =>
    between(what, async (request, respond) => change(await respond(request)));
  const again = (what: string, isAbout: (response: ScriptedResponse) => boolean) =>
    between(what, async (request, respond) => {
      const response = await respond(request);
      return isAbout(response) ? respond(request) : response;
    });
  const hasToWait = (response: ScriptedResponse) => headerOf(response, 'Retry-After') !== undefined;
  switch (requirement.id.slice(operation.id.length + 1)) {
    case 'retry.waits':
      return [
        seen('waits no second', (response) =>
          Number(headerOf(response, 'Retry-After')) > 1 ? withHeader(response, 'Retry-After', '1') : response,
        ),
        seen('waits as long as it likes', (response) =>
          hasToWait(response) ? withHeader(response, 'Retry-After', undefined) : response,
        ),
        again('sends again at once', hasToWait),
      ];
    case 'retry.safe':
      return [
        again(
          'sends again after a failure',
          ({ status, delivery }) => delivery === undefined && (isIdempotent(operation) ? status < 400 : status >= 500),
        ),
        ...(isIdempotent(operation)
          ? []
          : [
              again('sends again after no response', ({ delivery }) => delivery?.kind === 'none'),
              again('sends again after a response that was cut', ({ delivery }) => delivery?.kind === 'cut'),
            ]),
        again('sends again what was refused', ({ status }) => status === 400 || status === 404 || status === 401),
        between('sends each request twice', async (request, respond) => {
          await respond(request);
          return respond(request);
        }),
      ];
    case 'retry.stops':
      return [
        between('goes on for ever', async (request, respond) => {
          let response = await respond(request);
          for (let rest = 15; rest > 0 && response.status === 429; rest -= 1) response = await respond(request);
          for (let rest = 15; rest > 0 && response.status >= 500 && isIdempotent(operation); rest -= 1)
            response = await respond(request);
          return response;
        }),
        seen('hands on another last answer', (response) =>
          response.status === 429 || response.status >= 500 ? { ...response, status: 404 } : response,
        ),
      ];
    case 'security.elsewhere':
      return [
        {
          what: 'follows redirects with the key',
          between:
            (respond, { elsewhere }) =>
            async (request) => {
              const response = await respond(request);
              return isTo(request) &&
                headerOf(response, 'Location') !== undefined &&
                response.status >= 300 &&
                response.status < 400
                ? elsewhere(request)
                : response;
            },
        },
      ];
    case 'deprecation.told':
      return [
        { what: 'says nothing', view: (result) => ({ ...result, notices: [] }) },
        {
          what: 'says another day',
          view: (result) => ({
            ...result,
            notices: result.notices.map((notice) => ({ ...notice, sunset: '2099-01-01' })),
          }),
        },
        {
          what: 'says nothing of what replaces it',
          view: (result) => ({
            ...result,
            notices: result.notices.map((notice) => ({ ...notice, replacement: null, since: null })),
          }),
        },
      ];
    default:
      return [];
  }
}

/** Clients that take for a success what is none, or that say nothing of a failure. */
export function outcomeFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  status: 'undocumented' | 'failure',
): ClientChange[] {
  const operation = context.operation(requirement.operationId);
  if (operation === undefined) return [];
  const viewed = (what: string, view: NonNullable<ClientChange['view']>): ClientChange => ({
    what,
    view: (result, called) => (called === operation ? view(result, called) : result),
  });
  if (status === 'undocumented') {
    const { id, pointer, responses } = operation;
    const set = { name: id, pointer, operation, responses };
    const success = Object.keys(responses).find((one) => /^2\d\d$/.test(one)) ?? '200';
    const isUndocumented = (response: ScriptedResponse) => documentedStatus(set, response.status) === undefined;
    const trusting = (what: string, isAbout: (response: ScriptedResponse) => boolean): ClientChange => ({
      what,
      between: (respond) => async (request) => {
        const response = await respond(request);
        if (!context.isTo(operation)(request) || !isAbout(response)) return response;
        return context.madeUp(request, Number(success), {
          status: Number(success),
          headers: [],
          body: Buffer.alloc(0),
          receivedAt: 0,
        });
      },
    });
    return [
      trusting('takes an undocumented status for a success', isUndocumented),
      trusting('takes an empty body for a success', ({ status: own, body }) => own < 300 && body.length === 0),
      trusting('takes a body that is cut for a success', ({ delivery }) => delivery?.kind === 'cut'),
      trusting('takes no response for a success', ({ delivery }) => delivery?.kind === 'none'),
      trusting('takes HTML for a success', (response) => /html/.test(headerOf(response, 'Content-Type') ?? '')),
      viewed('gives data for what rejects', (result) =>
        result.outcome.kind === 'rejected'
          ? {
              ...result,
              outcome: { kind: 'answered', status: Number(success), headers: [], data: '{}', error: undefined },
            }
          : result,
      ),
    ];
  }
  const withError =
    (error: string | undefined): NonNullable<ClientChange['view']> =>
    (result) =>
      result.outcome.kind === 'answered' && result.outcome.error !== undefined
        ? { ...result, outcome: { ...result.outcome, error } }
        : result;
  return [
    viewed('swallows errors', withError(undefined)),
    viewed('gives an empty text for an error', withError('""')),
    viewed('gives errors a shape of its own', withError('{"reason":"unknown"}')),
  ];
}
