import type { Clock } from '../../http/clock.ts';
import type { HttpRequest, Send } from '../../http/exchange.ts';
import { type ResponseParts, responseOf } from '../../http/test/messages.ts';
import { StillClock } from '../../http/test/still-clock.ts';
import type { Description } from '../../openapi/description.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import type { FaultHarness } from '../../requirements/fault.ts';
import type { ServerReach } from '../../requirements/kind.ts';
import type { Keys } from '../../requirements/planning-context.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { Specification } from '../../requirements/specification.ts';
import { withoutWorkflows } from '../../requirements/test/without-workflows.ts';
import { Ledger } from '../ledger.ts';
import type { RequirementResult } from '../result.ts';
import { Session } from '../server/session/session.ts';

export interface Bench {
  session: Session;
  ledger: Ledger;
  clock: StillClock;
}

/** A session whose requests a function responds to. Its ledger has every requirement of responses. */
export function benchFor(
  description: Description,
  answer: (request: HttpRequest, clock: StillClock) => ResponseParts = () => ({}),
  keys: Keys = { key: 'right-key', limitedKey: undefined },
  wrap: (send: Send, clock: Clock) => Send = (send) => send,
  selection?: Specification['selection'],
): Bench {
  const ledger = new Ledger('server');
  const clock = new StillClock();
  const send = wrap(async (request) => responseOf(answer(request, clock), clock.now()), clock);
  addReachedBy('responses', description, ledger);
  const whole = withoutWorkflows(description);
  const specification = selection === undefined ? whole : { ...whole, selection };
  const session = new Session(specification, ledger, send, keys, clock, 7);
  return { session, ledger, clock };
}

/** What stands around a fault at the bench. */
export function harnessAt(clock: Clock): FaultHarness {
  return { key: 'right-key', limitedKey: 'right-key', now: () => clock.now(), doing: () => '' };
}

/** The requirements of the kinds that are reached in one way on a server, which the ledger then has as well. */
export function addReachedBy(by: ServerReach<string>['by'], description: Description, ledger: Ledger): Requirement[] {
  const own = catalogueOf(withoutWorkflows(description), 'server').filter(
    (requirement) => kindOf(requirement).server?.reach.by === by,
  );
  for (const requirement of own) ledger.add(requirement);
  return own;
}

/** Ids of the requirements of which this became; with `by`, only of those that are reached in this way. */
export function idsOf(ledger: Ledger, verdict: RequirementResult['verdict'], by?: ServerReach<string>['by']): string[] {
  return ledger
    .results('http://localhost')
    .filter((result) => result.verdict === verdict)
    .filter(({ requirement }) => by === undefined || kindOf(requirement).server?.reach.by === by)
    .map(({ requirement }) => requirement.id);
}
