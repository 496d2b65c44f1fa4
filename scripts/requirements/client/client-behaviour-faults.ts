import { headerOf } from '../../http/exchange.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft } from '../requirement.ts';
import { documentedStatus } from '../response/response-sets.ts';
import type { ClientChange } from './client-fault.ts';

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
