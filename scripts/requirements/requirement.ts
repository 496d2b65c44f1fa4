import type { Location } from '../cli/problem.ts';

/** What a requirement is about, for code that acts on it. */
export type RequirementSubject =
  | { kind: 'operation' }
  | { kind: 'method'; path: string; method: string }
  | { kind: 'unknownPath' }
  | { kind: 'parameter'; in: string; name: string; keyword: string }
  | { kind: 'requestBody'; path: string; keyword: string }
  | { kind: 'status'; status: string }
  | { kind: 'content'; status: string }
  | { kind: 'header'; status: string; name: string; aspect: 'present' | 'schema' | 'meaning' }
  | { kind: 'responseBody'; status: string; path: string; keyword: string }
  | { kind: 'security'; aspect: string }
  | { kind: 'rateLimit'; aspect: string }
  | { kind: 'relation'; aspect: string; other: string; property?: string }
  | { kind: 'rule' }
  /** What concerns a client's requests alone. */
  | { kind: 'request'; aspect: string }
  /** What a client makes of responses, and when it sends again. */
  | { kind: 'client'; aspect: string };

/** A requirement before it is given its place in the file. */
export interface RequirementDraft {
  id: string;
  operationId: string | null;
  pointer: string;
  statement: string;
  subject: RequirementSubject;
  /** Set when it stands in another document than the contract. */
  location?: Location;
  /** A part of the contract that it belongs to as well: what waives that waives it. */
  under?: string;
  /** Why no case need reach it; null where what the contract waives for servers does not count. */
  waiver?: string | null;
}
