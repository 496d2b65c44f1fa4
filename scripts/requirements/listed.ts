import type { Location } from '../cli/problem.ts';
import type { Subject } from './requirement.ts';

/** A requirement as its kind lists it: before it is given its id and its place in the file. */
export interface Listed<Id extends string> {
  subject: Subject<Id>;
  /** Where the contract says so. */
  pointer: string;
  /** What is required, as a sentence. */
  statement: string;
  /** The one side that it binds; without it, every side that its kind has a part for. */
  side?: 'server' | 'client';
  /** Set when it stands in another document than the contract. */
  location?: Location;
  /** A part of the contract that it belongs to as well: what waives that waives it. */
  under?: string;
  /** Other parts of the contract that decide what is required: a change of one of them is a change of this. */
  alsoAt?: readonly string[];
  /** Why no request need reach it, where `x-unverifiable` does not say so. */
  waiver?: string;
}
