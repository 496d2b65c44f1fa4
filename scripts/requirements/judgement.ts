import type { Exchange } from '../http/exchange.ts';

/** What was documented and what came instead. */
export interface Violation {
  documented: string;
  received: string;
}

/** What a message shows of a requirement: nothing, that it is kept, or a violation. */
export type Judgement = undefined | 'kept' | Violation;

/** What exchanges show of a requirement: nothing, that they keep it, or that one of them violates it. */
export type Shown = undefined | { kept: readonly Exchange[] } | { violation: Violation; by: Exchange };
