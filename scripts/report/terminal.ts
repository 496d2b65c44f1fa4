import { paint } from '../cli/command-line.ts';
import { describeLocation } from '../cli/problem.ts';
import { countOf, shortened, visible } from '../cli/text.ts';
import type { RequirementResult } from '../verify/result.ts';
import type { PublicVerification } from './redact.ts';
import {
  countsOf,
  type Group,
  groupsOf,
  type Reasoned,
  unprovenOf,
  type ViolatedRequirement,
  verdictLine,
  verdictOf,
  violatedOf,
  waivedOf,
  withoutParts,
} from './summary.ts';

// The first requirements mostly explain the others.
const mostViolated = 20;
// A line to paste is of no use in part; what is longer than this is for a file.
const mostCurl = 4000;
// About three lines of a terminal, and two.
const [mostText, mostReason] = [360, 240];

/**
 * What a run found, for a person at a terminal: a line for each operation, what is violated, unproven and waived, and
 * the verdict. Nothing that a server sends gets to act on the terminal.
 */
export function describeVerification(verification: PublicVerification): string {
  const { requirements } = verification;
  const groups = groupsOf(verification);
  const nameWidth = Math.max(...groups.map(({ name }) => name.length), 0);
  const sections = [
    groups.map((group) => describeGroup(group, nameWidth)),
    ...violatedSections(verification),
    withoutParts(unprovenOf(requirements)).map((one) => `${paint('yellow', '?')} ${describeReasoned(one)}`),
    withoutParts(waivedOf(requirements)).map((one) => paint('dim', `- ${describeReasoned(one)}`)),
    [paint(verdictOf(verification) === 'kept' ? 'green' : 'red', verdictLine(verification))],
  ];
  return paragraphs(sections);
}

/** Lines that belong together, with an empty line between them and the others. */
export function paragraphs(sections: readonly (readonly string[])[]): string {
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** The violated requirements, each with how it is violated and what to do. */
export function violatedSections({ requirements, variables }: PublicVerification): string[][] {
  const violated = violatedOf(requirements);
  const more =
    violated.length > mostViolated ? [`… and ${violated.length - mostViolated} more (all are in the JSON report)`] : [];
  const toExport =
    violated.length > 0 && variables.length > 0
      ? [paint('dim', `The curl lines need ${variables.map((name) => `export ${name}=…`).join('; ')}`)]
      : [];
  return [...violated.slice(0, mostViolated).map(describeViolated), [...more, ...toExport]];
}

function describeGroup({ name, requirements }: Group, nameWidth: number): string {
  const counts = countsOf(requirements);
  const mark =
    counts.violated > 0 ? paint('red', '✗') : counts.unproven > 0 ? paint('yellow', '?') : paint('green', '✓');
  const colours = { kept: 'green', violated: 'red', unproven: 'yellow', waived: 'dim' } as const;
  const verdicts: RequirementResult['verdict'][] = ['kept', 'violated', 'unproven', 'waived'];
  const parts = verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => paint(colours[verdict], `${counts[verdict]} ${verdict}`));
  return `${mark} ${visible(name).padEnd(nameWidth)}  ${parts.join(', ')}`;
}

function describeViolated({ requirement, violation }: ViolatedRequirement): string[] {
  const { documented, received, curl, advice, count } = violation;
  const label = (name: string, text: string, most = mostText) =>
    `  ${paint('dim', name.padEnd(10))} ${shortened(visible(text), most)}`;
  return [
    `${paint('red', '✗')} ${paint('bold', visible(requirement.id))} ${visible(describeLocation(requirement.location))}`,
    label('documented', documented),
    label('received', received),
    label('curl', curl, mostCurl),
    ...Object.entries(advice).map(([side, text]) => label(side, text)),
    `  ${paint('dim', `seen in ${countOf(count, 'case')}`)}`,
  ];
}

function describeReasoned({ requirement, reason, parts }: Reasoned & { parts: number }): string {
  const more = parts === 0 ? '' : ` and ${countOf(parts, 'requirement')} of it`;
  const place = visible(describeLocation(requirement.location));
  return `${visible(requirement.id)}${more} ${place} ${shortened(visible(reason), mostReason)}`;
}
