import { headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import { type FaultDraft, faultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import type { ChangedHeader } from './header-meanings/header-meaning.ts';

/**
 * A server whose responses to the operation of a requirement, where they are documented under a status,
 * have another value in a header; undefined: they do not have it.
 */
export function headerFault(
  context: MessageContext,
  requirement: Requirement,
  { status, name }: { status: string; name: string },
  what: string,
  instead: (text: string | undefined, changed: ChangedHeader) => string | undefined,
): FaultDraft {
  const isOf = context.isOf(requirement, status);
  const documented = context.responseOf(requirement, status);
  return faultDraft(what, (send, harness) => {
    let before = -1;
    let first: string | undefined;
    return async (request) => {
      const response = await send(request);
      if (documented === undefined || !isOf(request, response)) return response;
      before += 1;
      const text = headerOf(response, name);
      if (before === 0) first = text;
      const other = instead(text, { request, response, documented, harness, before, first });
      return other === text ? response : withHeader(response, name, other);
    };
  });
}
