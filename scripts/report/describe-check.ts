import { paint } from '../cli/command-line.ts';
import { describeLocation } from '../cli/problem.ts';
import { countOf, visible } from '../cli/text.ts';
import { type Finding, firstOf, type Stage } from './check-verdict.ts';
import {
  causesOf,
  isOfHint,
  isOfLint,
  isOfRequirement,
  isVerification,
  lineOf,
  stagesOf,
  type Witness,
} from './finding-causes.ts';

// A verdict is read at a glance; the first findings of a stage mostly explain the others.
const mostFindings = 12;

/** The verdict over all stages, in one line. */
export function describeVerdict(stages: readonly Stage[], seconds: number): string {
  const causes = causesOf(stages);
  const names = [...new Set(causes.flatMap(stagesOf))].join(', ');
  const prevented = stages.filter(({ notRun }) => notRun === 'prevented').map(({ name }) => name);
  const verdict =
    causes.length > 0
      ? paint('red', `The contract is violated: ${countOf(causes.length, 'finding')} in ${names}.`)
      : prevented.length > 0
        ? paint('yellow', `No verdict: ${prevented.join(', ')} could not run.`)
        : paint('green', whoKeeps(stages));
  return `${verdict} (${seconds.toFixed(1)} s)`;
}

/** A contract without findings is kept by those who were verified. */
function whoKeeps(stages: readonly Stage[]): string {
  const sides = ['server', 'client'].filter((side) => stages.some(({ name }) => name === `verify ${side}`));
  if (sides.length === 2) return 'The contract is kept on both sides.';
  return sides.length === 1 ? `The ${sides.join()} keeps the contract.` : 'No finding in what was run.';
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
  const own = causesOf([...before, stage]).flatMap((cause) => {
    const witnesses = cause.witnesses.filter((witness) => witness.stage === name).map(({ finding }) => finding);
    return witnesses.length === 0 ? [] : { witnesses, before: cause.witnesses.filter((one) => one.stage !== name) };
  });
  const fresh = own.filter((cause) => cause.before.length === 0);
  const known = own.filter((cause) => cause.before.length > 0);
  const more = known.map(({ witnesses, before: others }) => {
    const clearer = clearerThan(others, witnesses);
    // A side that is shown in full is not shown in short as well.
    const rest = witnesses.filter(({ side }) => clearer.every((shown) => shown.side !== side));
    return { clearer, others: describeOtherSides(name, rest, others) };
  });
  const lines = known.flatMap((cause) => cause.before.slice(0, 1).map(({ finding }) => lineOf(finding)));
  const counts = [
    ...(fresh.length > 0 ? [countOf(fresh.length, 'finding')] : []),
    ...(known.length > 0 ? [`the same at ${firstOf([...new Set(lines)])}`] : []),
  ].join(', and ');
  const verdict = findings.length === 0 ? summary : [paint('red', counts), summary].filter(Boolean).join(': ');
  const left = fresh.length > mostFindings ? [`  … and ${fresh.length - mostFindings} more`] : [];
  return [
    `${mark} ${name.padEnd(13)} ${time.padStart(6)}  ${verdict}`,
    ...fresh.slice(0, mostFindings).flatMap(({ witnesses }) => describeWitnesses(witnesses)),
    ...left,
    ...more.flatMap(({ others }) => others),
    ...more
      .filter(({ clearer }) => clearer.length > 0)
      .slice(0, mostFindings)
      .flatMap(({ clearer }) => describeWitnesses(clearer)),
  ].join('\n');
}

// What has one cause is mostly said by the first.
const mostWitnesses = 4;

/** What a stage says of one cause: the first finding, what depends on it, and what else the others say, or where. */
function describeWitnesses(findings: readonly Finding[]): string[] {
  const [first, ...others] = findings;
  if (first === undefined) return [];
  const isDependent = (other: Finding) => [first, other].every(isOfRequirement) && other.side === first.side;
  const ids = others
    .filter(isDependent)
    .flatMap(({ requirementId = [], dependents: more = [] }) => [requirementId, more].flat());
  const dependents = [...new Set([...(first.dependents ?? []), ...ids])].filter((id) => id !== first.requirementId);
  const said = new Set([first.message]);
  const also = others.filter((other) => !isDependent(other) && !said.has(other.message) && said.add(other.message));
  return [
    ...describeFinding({ ...first, dependents }),
    ...also.slice(0, mostWitnesses - 1).map(describeWitness),
    ...(also.length < mostWitnesses ? [] : [`    … and ${also.length - mostWitnesses + 1} more`]),
  ];
}

/**
 * What follows from one edit, or from one side, of a side that the cause was not shown with before. Where in the code,
 * the compiler says, and no request or test.
 */
function describeOtherSides(name: string, findings: readonly Finding[], before: readonly Witness[]): string[] {
  const shown = name === 'types' ? before.filter((one) => !isVerification(one.stage) && !isOfHint(one)) : before;
  const sides = new Set(shown.map(({ finding }) => finding.side));
  const firsts = findings.filter(({ side }) => !sides.has(side) && sides.add(side));
  return firsts.filter((finding) => !isOfRequirement(finding) || before.some(isOfLint)).map(describeWitness);
}

/**
 * What says more of a cause than what was said before: anything more than a hint, a test more than what is without a
 * use, and a request more than the compiler or a test, though less than what is wrong in the document.
 */
function clearerThan(before: readonly Witness[], findings: readonly Finding[]): Finding[] {
  if (before.every(isOfHint)) {
    const isLeast = before.every(({ stage }) => stage === 'types');
    return isLeast ? [...findings] : findings.filter(({ isHint }) => !isHint);
  }
  return before.some((one) => isOfRequirement(one.finding) || isOfLint(one)) ? [] : findings.filter(isOfRequirement);
}

/** What else is said of a cause, and where that shows. */
function describeWitness({ side, message, detail, location }: Finding): string {
  return `    ${side}: ${visible(message)} ${paint('dim', detail ?? describeLocation(location))}`;
}

function describeFinding(finding: Finding): string[] {
  const { location, side, message, dependents = [] } = finding;
  const detail = detailOf(finding);
  const depends = dependents.length === 1 ? 'depends' : 'depend';
  return [
    `  ${paint('bold', describeLocation(location))} ${side}: ${visible(message)}`,
    ...(detail === undefined ? [] : [`    ${paint('dim', detail)}`]),
    ...(dependents.length === 0
      ? []
      : [`    ${paint('dim', `and ${countOf(dependents.length, 'requirement')} that ${depends} on it`)}`]),
  ];
}

/** What stands below a finding: its requirement, and where else to look. */
export function detailOf({ requirementId, detail }: Finding): string | undefined {
  const parts = [requirementId, detail].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}
