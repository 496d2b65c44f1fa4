import type { Location } from '../cli/problem.ts';

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
    const detail = first.requirementId === undefined ? firstOf(details) : first.detail;
    return {
      ...first,
      ...(detail !== undefined && detail !== '' && { detail }),
      ...(others.length > 0 && { dependents: others }),
    };
  });
}

const mostListed = 3;

/** Some of these texts, and how many more there are. */
export function firstOf(texts: readonly string[]): string {
  const others = texts.length - mostListed;
  return others <= 0 ? texts.join('; ') : `${texts.slice(0, mostListed).join('; ')}; and ${others} more`;
}

/** 0: the contract is kept. 1: it is violated. 2: nothing shows a violation, and not every stage could run. */
export function exitCodeOf(stages: readonly Stage[]): 0 | 1 | 2 {
  if (stages.some(({ findings }) => findings.length > 0)) return 1;
  return stages.some(({ notRun }) => notRun === 'prevented') ? 2 : 0;
}
