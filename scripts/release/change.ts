import { describeLocation, type Location } from '../cli/problem.ts';

/** The part of a semantic version that a change asks for. */
export type Impact = 'major' | 'minor' | 'patch';

/** One difference between the released contract and this one. */
export interface Change {
  impact: Impact;
  message: string;
  /** Where it stands now; for what was removed, where it stood. */
  current: Location;
  /** Where it stands in the released contract; undefined for what was added. */
  released: Location | undefined;
}

/** Two lines for a person: where it is and what, and where it was. */
export function describeChange({ impact, message, current, released }: Change): string {
  return `${describeLocation(current)} ${impact}: ${message}\n    ${describeOrigin(released)}`;
}

/** Where a change stands in the released contract. */
export function describeOrigin(released: Location | undefined): string {
  return released === undefined ? 'not in the released contract' : `released ${describeLocation(released)}`;
}
