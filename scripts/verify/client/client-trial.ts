import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Call } from '../../requirements/client/calls.ts';
import type { Behaviour } from '../../requirements/client/observed-call.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { SeenOutcome } from '../../requirements/response/seen-outcome.ts';

/** What is around the client of a trial. */
export interface Surroundings {
  /** The address of another server, to be led to. */
  elsewhere: string;
  /** The clock of client and stub, in milliseconds since the epoch. */
  now: () => number;
}

/** The response to each request of a call, from 0. */
export type Script = (index: number, surroundings: Surroundings) => ScriptedResponse;

/** One call, what its requests are answered, and what must come of it. */
export interface ClientTrial {
  title: string;
  call: Call;
  script: Script;
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
