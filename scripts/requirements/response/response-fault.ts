import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import type { ClientChange } from '../client/client-fault.ts';
import { altering, type FaultDraft, type FaultHarness, faultDraft, type Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';

/** A server that changes the responses to the operation of a requirement that are documented under a status. */
export function responseFault(
  context: MessageContext,
  requirement: Requirement,
  status: string,
  what: string,
  change: (response: HttpResponse, request: HttpRequest, harness: FaultHarness) => HttpResponse,
): FaultDraft {
  const isOf = context.isOf(requirement, status);
  const wrap = altering((response, request, harness) =>
    isOf(request, response) ? change(response, request, harness) : response,
  );
  return faultDraft(what, wrap);
}

/**
 * What something before a server does, done instead to every so many requests of an operation;
 * without one, to those that reach none.
 */
export function everyNth(context: MessageContext, { operationId }: Requirement, count: number, wrap: Wrap): Wrap {
  return (send, harness) => {
    const changed = wrap(send, harness);
    let seen = 0;
    return (request) => {
      if ((context.setOf(request).operation?.id ?? null) !== operationId) return send(request);
      seen += 1;
      return seen % count === 0 ? changed(request) : send(request);
    };
  };
}

/** A fault of a server as a client that makes it: it sees such responses where the server keeps the contract. */
export function seenByClient({ what, wrap }: FaultDraft): ClientChange {
  return {
    what,
    between: (respond, { key }) => wrap(respond, { key, limitedKey: key, now: Date.now, doing: () => '' }),
  };
}
