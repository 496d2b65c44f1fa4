import { describeLocation, type Location, type Problem } from '../../cli/problem.ts';
import { visible } from '../../cli/text.ts';
import { figure } from '../source/limits.ts';

/** What a document gets wrong in one way: how often, and where first. */
export interface Mistake {
  message: string;
  location: Location;
  count: number;
}

/** Reports a mistake at a pointer of the document, and how it is read unless it is refused; both without full stop. */
export type ReportAt = (pointer: string, mistake: string, outcome?: string) => void;

/** Reports what is wrong with a field of the object that is mended. */
export type Report = (field: string, mistake: string, outcome?: string) => void;

/** Problems as one for each kind. */
export function mistakesIn(problems: Iterable<Problem>): Mistake[] {
  const found = new Map<string, Mistake>();
  for (const { message, rule, location } of problems) {
    const text = rule === undefined ? message : `${message} (${rule})`;
    const kind = kindOf(text, rule);
    const known = found.get(kind);
    const isFirst = known === undefined || isBefore(location, known.location);
    found.set(kind, {
      message: isFirst ? text : known.message,
      location: isFirst ? location : known.location,
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...found.values()];
}

function isBefore(some: Location, other: Location): boolean {
  return some.file === other.file && some.line < other.line;
}

/** Two messages that differ in no more than what they name are of one kind. */
function kindOf(message: string, rule: string | undefined): string {
  const kind = message.replaceAll(/'[^']*'|"[^"]*"|\d+/g, '…');
  // The linter has its names in backticks; the fields that a message of this project or of `struct` has there differ.
  return rule === undefined || rule === 'struct' ? kind : kind.replaceAll(/`[^`]*`/g, '…');
}

/** Prints one line for each kind of mistake. */
export function reportMistakes(mistakes: readonly Mistake[]): void {
  for (const { message, location, count } of mistakes) {
    const others = count === 1 ? '' : ` And ${figure(count - 1)} more of this kind.`;
    console.error(visible(`${describeLocation(location)} warning: ${message}${others}`));
  }
}
