import { paint } from '../cli/command-line.ts';
import { describeLocation, type Location } from '../cli/problem.ts';
import { countOf, visible } from '../cli/text.ts';

/** One way in which the contract is not kept. */
export interface Finding {
  /** The part of the contract that is not kept; a place in the code when it has nothing to do with the contract. */
  location: Location;
  /** JSON pointer of that part, where there is one. */
  pointer?: string;
  /** The part of a component that a response violates: what the compiler says of the same mistake names that. */
  schemaPointer?: string;
  /** Who does not keep it. */
  side: string;
  message: string;
  /** The requirement that is not kept, where it is known. */
  requirementId?: string;
  /** The operation that is called then; null where none is. */
  operationId?: string | null;
  /** Ids of the other requirements that are not kept for the same reason. */
  dependents?: readonly string[];
  /** Where else to look: the code, or the request, that shows it. */
  detail?: string;
  /** It shows elsewhere, and `location` is that of the edit which it follows from. */
  isConsequence?: boolean;
  /** The line of the edit of the contract that it follows from, where the code passed with the contract before that. */
  followsFrom?: number;
  /** An assertion of a test, or what is without a use: what it comes from, another stage says. */
  isHint?: boolean;
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

/** True for a stage that a verification says more of. */
export function hasHints({ findings }: Outcome): boolean {
  return findings.some(({ isHint }) => isHint);
}

/** The findings, those with the same key once, with the details of all. */
export function mergeFindings(findings: Finding[], keyOf: (finding: Finding) => string): Finding[] {
  return [...Map.groupBy(findings, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const details = [...new Set(group.flatMap(({ detail }) => detail ?? []))];
    const ids = group.flatMap(({ requirementId = [], dependents = [] }) => [requirementId, dependents].flat());
    const others = [...new Set(ids)].filter((id) => id !== first.requirementId);
    // Of requests the first is enough.
    const detail = first.requirementId === undefined ? listOf(details, 3) : first.detail;
    return {
      ...first,
      ...(detail !== undefined && detail !== '' && { detail }),
      ...(others.length > 0 && { dependents: others }),
    };
  });
}

/** Some of these texts, and how many more there are. */
export function listOf(texts: string[], most: number): string {
  return texts.length <= most
    ? texts.join('; ')
    : `${texts.slice(0, most).join('; ')}; and ${texts.length - most} more`;
}

interface Witness {
  stage: string;
  finding: Finding;
}

/**
 * What the findings of all stages come from: those of one side about one part of the contract have one cause, and
 * those that follow from one edit. Hints go with what was verified.
 */
export function causesOf(stages: readonly Stage[]): Cause[] {
  const groups: Witness[][] = [];
  const all = stages.flatMap(({ name, findings }) =>
    findings.toSorted((a, b) => rankOf(a) - rankOf(b)).map((finding): Witness => ({ stage: name, finding })),
  );
  // What is left to hints goes with what is known without them.
  for (const witness of all.toSorted((a, b) => Number(isOfHint(a)) - Number(isOfHint(b)))) {
    const known =
      groups.find((group) => group.some((known) => haveOneCause(known, witness))) ??
      (witness.finding.isHint
        ? (verifiedInstead(groups, stages, witness) ?? unusedBeside(groups, witness))
        : undefined);
    if (known === undefined) groups.push([witness]);
    else known.push(witness);
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

/** What is wrong where it is said says more than what follows from it elsewhere, and hints the least. */
function rankOf({ isConsequence = false, isHint = false }: Finding): number {
  return Number(isConsequence) + 2 * Number(isHint);
}

/** What the verification of its side found; where that found nothing, tests of a side use the other one as well. */
function verifiedInstead(groups: Witness[][], stages: readonly Stage[], hint: Witness): Witness[] | undefined {
  const {
    stage: found,
    finding: { side },
  } = hint;
  const verifications = stages.filter(({ name }) => isVerification(name));
  const own = verifications.find(({ name }) => name === `verify ${side}`);
  if (own === undefined) return undefined;
  const names =
    own.findings.length > 0 ? [own.name] : found === side && isPassed(own) ? verifications.map(({ name }) => name) : [];
  return groups.find((group) => group.some(({ stage }) => names.includes(stage)));
}

/** Where nothing else is known of tests that fail: what is left without a use in the code of their side. */
function unusedBeside(groups: Witness[][], { stage: found, finding: { side } }: Witness): Witness[] | undefined {
  const isOther = (known: Witness) => (known.stage === 'types') !== (found === 'types');
  return groups.find((group) =>
    group.some((known) => isOfHint(known) && known.finding.side === side && isOther(known)),
  );
}

/** True for a stage whose witnesses are requests that follow from the contract. */
export function isVerification(stage: string): boolean {
  return stage.startsWith('verify ');
}

/** The names of the stages that have found it. */
export function stagesOf({ witnesses }: Pick<Cause, 'witnesses'>): string[] {
  return [...new Set(witnesses.map(({ stage }) => stage))];
}

// The parts of an operation or of a component: what stands above them holds much that has nothing in common.
const leastDepth = 3;

function haveOneCause(known: Witness, witness: Witness): boolean {
  const [one, other] = [known.finding, witness.finding];
  // What lint says of two lines of an edit are two mistakes.
  const areMistakes = [known, witness].every((each) => isOfLint(each) && !each.finding.isConsequence);
  if (one.followsFrom !== undefined && other.followsFrom !== undefined && !areMistakes)
    return one.followsFrom === other.followsFrom;
  if (one.side !== other.side && ![one, other].some(({ isConsequence, isHint }) => isConsequence || isHint))
    return false;
  if (lineOf(one) === lineOf(other)) return true;
  return (
    areNested(one.pointer, other.pointer) ||
    areNested(one.schemaPointer, isOfRequirement(other) ? undefined : other.pointer) ||
    areNested(isOfRequirement(one) ? undefined : one.pointer, other.schemaPointer)
  );
}

/** True for the same part of the contract, or one within the other. */
function areNested(one = '', other = ''): boolean {
  const [outer = '', inner = ''] = [one, other].toSorted((a, b) => a.length - b.length);
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
    ...(known.length > 0 ? [`the same at ${listOf([...new Set(lines)], 3)}`] : []),
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

function isOfLint(witness: Witness): boolean {
  return witness.stage === 'lint' && !isOfHint(witness);
}

function isOfHint({ finding }: Witness): boolean {
  return finding.isHint === true;
}

/** What else is said of a cause, and where that shows. */
function describeWitness({ side, message, detail, location }: Finding): string {
  return `    ${side}: ${visible(message)} ${paint('dim', detail ?? describeLocation(location))}`;
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
