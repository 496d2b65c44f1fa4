import type { Exchange } from '../http/exchange.ts';
import type { Subject } from './requirement.ts';

/** What was documented and what came instead. */
export interface Violation {
  documented: string;
  received: string;
}

/**
 * What a message shows of a requirement: nothing, that it is kept, or a violation. Only a message that could have
 * violated it shows that it is kept.
 */
export type Judgement = undefined | 'kept' | Violation;

/** Why the contract itself gives no way to show a requirement, as the server is now. */
export interface OutOfReach {
  outOfReach: string;
}

/** What exchanges show of a requirement: nothing, that they keep it, that one of them violates it, or why none can. */
export type Shown = undefined | { kept: readonly Exchange[] } | { violation: Violation; by: Exchange } | OutOfReach;

/** Takes what an exchange shows of a requirement. */
export type Judge<Id extends string> = (
  subject: Subject<Id>,
  exchange: Exchange,
  shown: 'kept' | Violation | OutOfReach,
) => void;
