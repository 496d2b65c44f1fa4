import type { HttpRequest, HttpResponse } from '../http/exchange.ts';
import type { Advice } from '../requirements/advice.ts';
import type { Requirement } from '../requirements/requirement.ts';

/** How a server, or a client, violates a requirement. */
export interface Violation {
  documented: string;
  received: string;
  /** The shortest case that shows it. */
  request: HttpRequest;
  /** Null when none came. */
  response: HttpResponse | null;
  /** The same request for a shell. */
  curl: string;
  advice: Advice;
  /** How many cases showed it. */
  count: number;
}

export type Verdict =
  | { verdict: 'kept' }
  | { verdict: 'violated'; violation: Violation }
  | { verdict: 'unproven'; reason: string }
  | { verdict: 'waived'; reason: string };

/** One of the exchanges that a requirement was verified with. */
export interface Sample {
  /** What its case tries; undefined for a response that another requirement's case asked for. */
  title: string | undefined;
  /** False when it violates the requirement. */
  isKept: boolean;
  request: HttpRequest;
  /** Null when none came. */
  response: HttpResponse | null;
}

/**
 * A requirement and what became of it; `cases` counts the exchanges that it was verified with,
 * `samples` has a few of them.
 */
export type RequirementResult = { requirement: Requirement; cases: number; samples: readonly Sample[] } & Verdict;

/** What one run of the verifier found, requirements in the order of the contract. */
export interface Verification {
  contract: { file: string; title: string; version: string };
  baseUrl: string;
  /** Replays the generated cases. */
  seed: number;
  seconds: number;
  requests: number;
  /** How many requirements are waived since no request was left for them. */
  unreached: number;
  requirements: RequirementResult[];
}
