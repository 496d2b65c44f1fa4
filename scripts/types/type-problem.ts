import type { Location } from '../cli/problem.ts';

/** A type error, and the pointer of the part of the contract that the code no longer fits, where that is known. */
export interface TypeProblem {
  location: Location;
  message: string;
  pointer: string | undefined;
}
