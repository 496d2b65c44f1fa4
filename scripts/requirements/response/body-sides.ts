import type { FaultDraft } from '../fault.ts';
import type { ClientPart, ServerPart } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement, Subject } from '../requirement.ts';
import { isShownPart, judgePart, nearnessOfPart } from './body-outcome.ts';
import { seenByClient } from './response-fault.ts';

interface BodyKeyword<Id extends string> {
  /** The keyword that a requirement is about, and where in a body. */
  placeOf(subject: Subject<Id>): { status: string; path: string; keyword: string };
  /** Faults of a server that violate it; a client that makes the same of a response violates it as well. */
  faults(context: MessageContext, requirement: Requirement<Id>): FaultDraft[];
  /** False where what a client changes in a body is never about this keyword, but about what is there. */
  isOfValues: boolean;
}

/** What a keyword of the schema of a body means for both sides. */
export function bodySides<Id extends string>({
  placeOf,
  faults,
  isOfValues,
}: BodyKeyword<Id>): {
  server: ServerPart<Id>;
  client: ClientPart<Id>;
} {
  return {
    server: {
      reach: { by: 'responses', judge: (seen, subject) => judgePart(seen, placeOf(subject)) },
      faults,
      advice: () => 'Send a body that matches its schema.',
    },
    client: {
      callerValue: () => null,
      reach: {
        by: 'documented responses',
        isShownBy: (shown, subject) => isShownPart(shown, placeOf(subject)),
        nearness: (difference, subject) => (isOfValues ? nearnessOfPart(difference, placeOf(subject)) : undefined),
      },
      faults: (context, requirement) => faults(context, requirement).map(seenByClient),
      advice: () => 'Hand the body on as it came.',
    },
  };
}
