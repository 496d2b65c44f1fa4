import type { Location } from '../cli/problem.ts';
import type { HttpRequest, HttpResponse } from '../http/exchange.ts';

/** One thing that the contract promises, so small that it is kept or broken as a whole. */
export interface Requirement {
  /** Its name for people and machines: the operation, the part of it, what of it: `listBooks.parameters.query.limit.maximum`. */
  id: string;
  /** The operation that it is about; null for what concerns requests that reach none. */
  operationId: string | null;
  /** Where the contract (or its workflows) says so: a JSON pointer, and the place it stands for. */
  pointer: string;
  location: Location;
  /** What is promised, as a sentence. */
  statement: string;
  /** Why the contract itself says that no request can show it (`x-unverifiable`). */
  waiver: string | null;
}

/** What to do about a broken requirement: on the side that broke it, or else in the contract. */
export type Advice = { server: string; contract: string } | { client: string; contract: string };

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
  | { verdict: 'broken'; violation: Violation }
  | { verdict: 'unproven'; reason: string }
  | { verdict: 'waived'; reason: string };

/** One of the exchanges that a requirement was verified with. */
export interface Sample {
  /** What its case tries; undefined for a response that another requirement's case asked for. */
  title: string | undefined;
  /** False when it broke the requirement. */
  isKept: boolean;
  request: HttpRequest;
  /** Null when none came. */
  response: HttpResponse | null;
}

/** A requirement and what became of it; `cases` counts the exchanges that were held against it, `samples` has a few of them. */
export type RequirementResult = { requirement: Requirement; cases: number; samples: readonly Sample[] } & Verdict;

/** What one run of the verifier found, requirements in the order of the contract. */
export interface Verification {
  contract: { file: string; title: string; version: string };
  baseUrl: string;
  /** Replays the generated cases. */
  seed: number;
  seconds: number;
  requests: number;
  requirements: RequirementResult[];
}
