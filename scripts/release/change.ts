import { describeLocation, type Location } from '../cli/problem.ts';
import { visible } from '../cli/text.ts';

/** The part of a semantic version that a change asks for. */
export type Impact = 'major' | 'minor' | 'patch';

/** One difference between the released contract and this one. */
export interface Change {
  impact: Impact;
  message: string;
  /** Who does not work any more, as it goes on after "breaks"; only of a major change. */
  breaks?: string;
  /** How the same end is reached without breaking anyone; only of a major change. */
  remedy?: string;
  /** Where it stands now; for what was removed, where it stood. */
  current: Location;
  /** Where it stands in the released contract; undefined for what was added. */
  released: Location | undefined;
}

/** A few lines for a person: where it is and what, where it was, who breaks and what to do instead. */
export function describeChange(change: Change): string {
  const { impact, message, current } = change;
  const lines = [`${describeLocation(current)} ${impact}: ${message}`, ...consequencesOf(change)];
  return lines.map(visible).join('\n    ');
}

/** Where a change stands in the released contract, who breaks, and what to do instead. */
export function consequencesOf({ released, breaks, remedy }: Change): string[] {
  return [
    released === undefined ? 'not in the released contract' : `released ${describeLocation(released)}`,
    ...(breaks === undefined ? [] : [`breaks ${breaks}`]),
    ...(remedy === undefined ? [] : [`compatible: ${remedy}`]),
  ];
}
