import { describeLocation } from '../cli/problem.ts';
import { type Finding, isPassed, type Stage } from './check-verdict.ts';

/** A finding, with the name of the stage that has it. */
export interface Witness {
  stage: string;
  finding: Finding;
}

/** What findings of one side come from, with every stage that has found it. */
export interface Cause {
  /** The first of the findings. */
  finding: Finding;
  /** All of them, with the names of their stages. */
  witnesses: readonly Witness[];
  /** Ids of all requirements that are not kept because of it. */
  requirementIds: readonly string[];
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

/** True for what is wrong in the document itself. */
export function isOfLint(witness: Witness): boolean {
  return witness.stage === 'lint' && !isOfHint(witness);
}

/** True for what is said better by another stage. */
export function isOfHint({ finding }: Witness): boolean {
  return finding.isHint === true;
}

/** True for what a request has shown. */
export function isOfRequirement({ requirementId }: Finding): boolean {
  return requirementId !== undefined;
}

/** The line of a finding, without its column. */
export function lineOf({ location }: Finding): string {
  return describeLocation(location).replace(/:\d+$/, '');
}
