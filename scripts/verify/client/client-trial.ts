import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Call } from '../../requirements/client/calls.ts';
import type { Behaviour } from '../../requirements/client/observed-call.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { SeenOutcome } from '../../requirements/response/seen-outcome.ts';

/** One call, what its requests are answered, and what must come of it. */
export interface ClientTrial {
  title: string;
  call: Call;
  /** The response to each request, from 0. */
  script(index: number): ScriptedResponse;
  /** What the response that the call ends with is to the contract. */
  ending: SeenOutcome['is'];
  /** Whether the contract allows what is called. */
  isAllowed: boolean;
  /** The requirement that the values of the call are about. */
  requirement: Requirement | undefined;
  /** Requirements that the ending shows to be understood. */
  requirementIds: readonly string[];
  /** Behaviours that it shows besides retries. */
  besides: readonly Behaviour[];
}

/** A trial that is made when its turn comes, and the requirements that it is for. */
export interface PlannedTrial {
  requirementIds: readonly string[];
  /** Undefined where no call of a typed client can say it. */
  make(): Promise<ClientTrial | undefined>;
}
