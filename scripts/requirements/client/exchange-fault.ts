import type { HttpRequest } from '../../http/exchange.ts';
import type { Respond, ScriptedResponse } from '../../http/scripted-response.ts';
import type { MessageContext } from '../message-context.ts';
import type { ClientChange, ClientHarness } from './client-fault.ts';

type Exchanging = (
  request: HttpRequest,
  respond: Respond,
  harness: ClientHarness,
) => Promise<ScriptedResponse> | ScriptedResponse;

/** A client that does something else with the requests of an operation and their responses. */
export function exchangeFault(
  context: MessageContext,
  operationId: string,
  what: string,
  exchange: Exchanging,
): ClientChange {
  const isTo = context.isTo(context.operation(operationId));
  return {
    what,
    between: (respond, harness) => async (request) =>
      isTo(request) ? exchange(request, respond, harness) : respond(request),
  };
}

/** A client that sends a request of an operation once more at once, after some responses. */
export function repeatingFault(
  context: MessageContext,
  operationId: string,
  what: string,
  isAbout: (response: ScriptedResponse) => boolean,
): ClientChange {
  return exchangeFault(context, operationId, what, async (request, respond) => {
    const response = await respond(request);
    return isAbout(response) ? respond(request) : response;
  });
}
