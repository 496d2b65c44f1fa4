import type { HttpRequest } from '../../http/exchange.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';

type IsAbout = (request: HttpRequest) => boolean;

/** A server that answers some requests with 500. */
export function failing(context: MessageContext, what: string, isAbout: IsAbout): FaultDraft {
  return faultDraft(
    what,
    answering(isAbout, async (request, send) => context.madeUp(request, 500, await send(request))),
  );
}

/** A server that answers some requests with another status than its own. */
export function answeringWith(status: number, what: string, isAbout: IsAbout): FaultDraft {
  return faultDraft(
    what,
    answering(isAbout, async (request, send) => ({ ...(await send(request)), status })),
  );
}
