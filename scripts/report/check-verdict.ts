import { paint } from '../cli/command-line.ts';
import { describeLocation, type Location } from '../cli/problem.ts';

/** One way in which the contract is not kept. */
export interface Finding {
  /** The part of the contract that is not kept; a place in the code when it has nothing to do with the contract. */
  location: Location;
  /** Who does not keep it. */
  side: string;
  message: string;
  /** The requirement that is not kept, where it is known. */
  requirementId?: string;
  /** Where else to look: the code, or the request, that shows it. */
  detail?: string;
}

/** What one stage found; no finding means that it passed. */
export interface Outcome {
  summary: string;
  findings: Finding[];
  /** Why there is no verdict: nothing follows from the contract, or something else stood in the way. */
  notRun?: 'skipped' | 'prevented';
}

export interface Stage extends Outcome {
  name: string;
  seconds: number;
}

// A verdict is read at a glance; the first findings of a stage mostly explain the others.
const mostFindings = 12;

/** The findings, those with the same key once, with the details of all. */
export function mergeFindings(findings: Finding[], keyOf: (finding: Finding) => string): Finding[] {
  return [...Map.groupBy(findings, keyOf).values()].flatMap((group) => {
    const [first] = group;
    const details = [...new Set(group.flatMap(({ detail }) => detail ?? []))];
    return first === undefined ? [] : { ...first, ...(details.length > 0 && { detail: listOf(details, 3) }) };
  });
}

function listOf(texts: string[], most: number): string {
  return texts.length <= most
    ? texts.join('; ')
    : `${texts.slice(0, most).join('; ')}; and ${texts.length - most} more`;
}

/** 0: the contract is kept. 1: it is violated. 2: nothing shows a violation, and not every stage could run. */
export function exitCodeOf(stages: readonly Stage[]): 0 | 1 | 2 {
  if (stages.some(({ findings }) => findings.length > 0)) return 1;
  return stages.some(({ notRun }) => notRun === 'prevented') ? 2 : 0;
}

/** A line for each stage, what it found, and the verdict over all: one screen. */
export function describeVerdict(stages: Stage[], seconds: number): string {
  const failed = stages.filter(({ findings }) => findings.length > 0);
  const names = failed.map(({ name }) => name).join(', ');
  const count = countOf(failed.flatMap(({ findings }) => findings));
  const prevented = stages.filter(({ notRun }) => notRun === 'prevented').map(({ name }) => name);
  const verdict =
    failed.length > 0
      ? paint('red', `The contract is violated: ${count} in ${names}.`)
      : prevented.length > 0
        ? paint('yellow', `No verdict: ${prevented.join(', ')} could not run.`)
        : paint('green', 'The contract is kept on both sides.');
  return [...stages.flatMap(describeStage), '', `${verdict} (${seconds.toFixed(1)} s)`].join('\n');
}

function describeStage({ name, summary, findings, notRun, seconds }: Stage): string[] {
  const marks = { skipped: '-', prevented: '!' } as const;
  const mark =
    notRun !== undefined
      ? paint('yellow', marks[notRun])
      : findings.length === 0
        ? paint('green', '✓')
        : paint('red', '✗');
  const time = notRun === 'skipped' ? '-' : `${seconds.toFixed(1)} s`;
  const verdict =
    findings.length === 0 ? summary : [paint('red', countOf(findings)), summary].filter(Boolean).join(': ');
  const more = findings.length > mostFindings ? [`  … and ${findings.length - mostFindings} more`] : [];
  return [
    `${mark} ${name.padEnd(13)} ${time.padStart(6)}  ${verdict}`,
    ...findings.slice(0, mostFindings).flatMap(describeFinding),
    ...more,
  ];
}

function describeFinding(finding: Finding): string[] {
  const { location, side, message } = finding;
  const detail = detailOf(finding);
  const line = `  ${paint('bold', describeLocation(location))} ${side}: ${message}`;
  return detail === undefined ? [line] : [line, `    ${paint('dim', detail)}`];
}

/** What stands below a finding: its requirement, and where else to look. */
export function detailOf({ requirementId, detail }: Finding): string | undefined {
  const parts = [requirementId, detail].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function countOf(findings: Finding[]): string {
  return findings.length === 1 ? '1 finding' : `${findings.length} findings`;
}
