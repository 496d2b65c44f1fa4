import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Outcome } from '../client/calls.ts';

/** A response, and what a client made of it. */
export interface SeenOutcome {
  description: Description;
  operation: Operation;
  response: ScriptedResponse;
  /** `undocumented with a documented body`: a client may hand its body on. */
  is: 'documented' | 'undocumented' | 'undocumented with a documented body';
  outcome: Outcome;
}
