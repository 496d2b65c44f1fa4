import { paint } from '../cli/command-line.ts';
import { describeLocation, type Location } from '../cli/problem.ts';
import { countOf } from '../cli/text.ts';

/** One way in which the contract is not kept. */
export interface Finding {
  /** The part of the contract that is not kept; a place in the code when it has nothing to do with the contract. */
  location: Location;
  /** JSON pointer of that part, where there is one. */
  pointer?: string;
  /** Who does not keep it. */
  side: string;
  message: string;
  /** The requirement that is not kept, where it is known. */
  requirementId?: string;
  /** Ids of the other requirements that are not kept for the same reason. */
  dependents?: readonly string[];
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

/** What findings of one side come from, with every stage that has found it. */
export interface Cause {
  /** The first of the findings. */
  finding: Finding;
  /** All of them, with the names of their stages. */
  witnesses: readonly { stage: string; finding: Finding }[];
  /** Ids of all requirements that are not kept because of it. */
  requirementIds: readonly string[];
}

// A verdict is read at a glance; the first findings of a stage mostly explain the others.
const mostFindings = 12;

/** True for a stage that ran, and found nothing. */
export function isPassed({ findings, notRun }: Outcome): boolean {
  return findings.length === 0 && notRun === undefined;
}

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

/** What the findings of all stages come from: those of one side about one part of the contract have one cause. */
export function causesOf(stages: readonly Stage[]): Cause[] {
  const groups: { stage: string; finding: Finding }[][] = [];
  for (const { name, findings } of stages)
    for (const finding of findings) {
      const known = groups.find(([first]) => first !== undefined && haveOneCause(first.finding, finding));
      if (known === undefined) groups.push([{ stage: name, finding }]);
      else known.push({ stage: name, finding });
    }
  return groups.flatMap((witnesses) => {
    const [first] = witnesses;
    const ids = witnesses.flatMap(({ finding: { requirementId, dependents = [] } }) => [
      ...(requirementId === undefined ? [] : [requirementId]),
      ...dependents,
    ]);
    return first === undefined ? [] : { finding: first.finding, witnesses, requirementIds: [...new Set(ids)] };
  });
}

/** The names of the stages that have found it. */
export function stagesOf({ witnesses }: Pick<Cause, 'witnesses'>): string[] {
  return [...new Set(witnesses.map(({ stage }) => stage))];
}

// The parts of an operation or of a component: what stands above them holds much that has nothing in common.
const leastDepth = 3;

function haveOneCause(one: Finding, other: Finding): boolean {
  if (one.side !== other.side) return false;
  if (one.location.file === other.location.file && one.location.line === other.location.line) return true;
  const [outer = '', inner = ''] = [one.pointer ?? '', other.pointer ?? ''].toSorted((a, b) => a.length - b.length);
  return outer.split('/').length > leastDepth && `${inner}/`.startsWith(`${outer}/`);
}

/** 0: the contract is kept. 1: it is violated. 2: nothing shows a violation, and not every stage could run. */
export function exitCodeOf(stages: readonly Stage[]): 0 | 1 | 2 {
  if (stages.some(({ findings }) => findings.length > 0)) return 1;
  return stages.some(({ notRun }) => notRun === 'prevented') ? 2 : 0;
}

/** The verdict over all stages, in one line. */
export function describeVerdict(stages: readonly Stage[], seconds: number): string {
  const causes = causesOf(stages);
  const names = [...new Set(causes.flatMap(stagesOf))].join(', ');
  const prevented = stages.filter(({ notRun }) => notRun === 'prevented').map(({ name }) => name);
  const isWhole = stages.some(({ name }) => name === 'verify server');
  const verdict =
    causes.length > 0
      ? paint('red', `The contract is violated: ${countOf(causes.length, 'finding')} in ${names}.`)
      : prevented.length > 0
        ? paint('yellow', `No verdict: ${prevented.join(', ')} could not run.`)
        : paint('green', isWhole ? 'The contract is kept on both sides.' : 'No finding in what was run.');
  return `${verdict} (${seconds.toFixed(1)} s)`;
}

/**
 * A line for a stage, and its findings: those that a stage before has shown already are named by their lines, and
 * shown once more where this one has the request that shows them.
 */
export function describeStage(stage: Stage, before: readonly Stage[]): string {
  const { name, summary, findings, notRun, seconds } = stage;
  const marks = { skipped: '-', prevented: '!' } as const;
  const mark =
    notRun !== undefined
      ? paint('yellow', marks[notRun])
      : findings.length === 0
        ? paint('green', '✓')
        : paint('red', '✗');
  const time = notRun === 'skipped' ? '-' : `${seconds.toFixed(1)} s`;
  const shown = before.flatMap((other) => other.findings);
  const shownFor = (finding: Finding) => shown.filter((other) => haveOneCause(other, finding));
  const known = findings.filter((finding) => shownFor(finding).length > 0);
  const fresh = findings.filter((finding) => shownFor(finding).length === 0);
  // A request says more than what the compiler or a test has said before.
  const clearer = known.filter((own) => isOfRequirement(own) && !shownFor(own).some(isOfRequirement));
  const counts = [
    ...(fresh.length > 0 ? [countOf(fresh.length, 'finding')] : []),
    ...(known.length > 0 ? [`the same at ${listOf([...new Set(known.map(lineOf))], 3)}`] : []),
  ].join(', and ');
  const verdict = findings.length === 0 ? summary : [paint('red', counts), summary].filter(Boolean).join(': ');
  const more = fresh.length > mostFindings ? [`  … and ${fresh.length - mostFindings} more`] : [];
  return [
    `${mark} ${name.padEnd(13)} ${time.padStart(6)}  ${verdict}`,
    ...fresh.slice(0, mostFindings).flatMap(describeFinding),
    ...more,
    ...clearer.slice(0, mostFindings).flatMap(describeFinding),
  ].join('\n');
}

function isOfRequirement({ requirementId }: Finding): boolean {
  return requirementId !== undefined;
}

function lineOf({ location }: Finding): string {
  return describeLocation(location).replace(/:\d+$/, '');
}

function describeFinding(finding: Finding): string[] {
  const { location, side, message, dependents = [] } = finding;
  const detail = detailOf(finding);
  return [
    `  ${paint('bold', describeLocation(location))} ${side}: ${message}`,
    ...(detail === undefined ? [] : [`    ${paint('dim', detail)}`]),
    ...(dependents.length === 0
      ? []
      : [`    ${paint('dim', `and ${countOf(dependents.length, 'requirement')} that depend on it`)}`]),
  ];
}

/** What stands below a finding: its requirement, and where else to look. */
export function detailOf({ requirementId, detail }: Finding): string | undefined {
  const parts = [requirementId, detail].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}
