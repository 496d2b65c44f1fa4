import type { HttpRequest } from '../../http/exchange.ts';
import type { MutantKind, MutantResult } from '../../mutate/results.ts';
import type { Score } from '../../mutate/score.ts';
import type { Side } from '../../requirements/side.ts';
import type { Counts } from '../summary.ts';

/**
 * All that the page shows, for other programs.
 * What is here stays as it is for this `formatVersion`; members may be added.
 */
export interface ContractReport {
  formatVersion: 2;
  /** When it was made (RFC 3339). */
  at: string;
  /** Of both sides and all checks; `unproven` also when nothing was proven. */
  verdict: 'kept' | 'violated' | 'unproven';
  /** Files in this report are relative to the working directory. */
  contract: { file: string; title: string; version: string };
  /** Variables of the shell that the curl lines need. */
  variables: string[];
  /** Null for a side that was not verified. */
  sides: Record<Side, SideReport | null>;
  /** Null when no mutants were tried. */
  mutation: MutationReport | null;
  /** The checks and what they found beside requirements. */
  stages: StageReport[];
  /** What the findings of all checks come from, each once. */
  causes: CauseReport[];
  /** Operations in the order of the contract, then requests that reach none, then workflows. */
  groups: GroupReport[];
  /** What requirements have in common, which refer to it by index: parts of the contract, and exchanges. */
  excerpts: ExcerptReport[];
  exchanges: ExchangeReport[];
}

export const sides = ['server', 'client'] as const satisfies readonly Side[];

export interface SideReport {
  verdict: 'kept' | 'violated' | 'unproven';
  counts: Counts;
  requests: number;
  seed: number;
  seconds: number;
}

export interface StageReport {
  name: string;
  verdict: 'passed' | 'failed' | 'skipped';
  seconds: number;
  summary: string;
  /** Without those that are about a requirement. */
  findings: { location: ReportLocation; side: string; message: string; detail: string | null }[];
}

export interface CauseReport {
  location: ReportLocation;
  side: string;
  message: string;
  detail: string | null;
  /** The checks that have found it. */
  foundBy: string[];
  /** Ids of all requirements that are not kept because of it. */
  requirementIds: string[];
}

/** Line and column count from 1. */
export interface ReportLocation {
  file: string;
  line: number;
  column: number;
}

export interface GroupReport {
  kind: 'operation' | 'requests' | 'workflows';
  /** The operationId; `other requests` and `workflows` for the others. */
  name: string;
  /** Null for what is no operation. */
  operation: { method: string; path: string; summary: string | null; isDeprecated: boolean } | null;
  sections: { title: string; requirements: RequirementReport[] }[];
}

export interface RequirementReport {
  id: string;
  statement: string;
  /** A JSON pointer (RFC 6901) into the contract or its workflows. */
  pointer: string;
  location: ReportLocation;
  /** The status of the responses that it is about, as the contract has it; null where it is about no response. */
  status: string | null;
  /** Index into `excerpts`; null when the file could not be read. */
  excerpt: number | null;
  /** Null where the requirement does not concern the side. */
  server: OutcomeReport | null;
  client: OutcomeReport | null;
  /** Indices into `mutation.mutants`. */
  mutants: number[];
}

export type OutcomeReport = { cases: number; samples: SampleReport[] } & (
  | { verdict: 'kept' }
  | { verdict: 'unproven' | 'waived'; reason: string }
  | { verdict: 'violated'; violation: ViolationReport }
);

/** One of the exchanges that a requirement was verified with. */
export interface SampleReport {
  title: string | null;
  /** False when it violates the requirement. */
  isKept: boolean;
  /** Index into `exchanges`. */
  exchange: number;
}

export interface ViolationReport {
  documented: string;
  received: string;
  /** How many of the cases showed it. */
  count: number;
  /** What to do on this side, or else in the contract. */
  advice: { side: string; contract: string };
  /** Index into `exchanges`. */
  exchange: number;
}

export interface ExchangeReport {
  request: { method: string; target: string; headers: HttpRequest['headers']; body: BodyReport | null };
  /** Null when none came. */
  response: { status: number; headers: HttpRequest['headers']; body: BodyReport | null } | null;
  /** The request as a line for a shell; null where it is too long for one. */
  curl: string | null;
}

/** The beginning of a body: as text where all of it is UTF-8, else in Base64. */
export interface BodyReport {
  format: 'json' | 'text' | 'base64';
  data: string;
  /** How many bytes all of it has, and whether `data` is less. */
  bytes: number;
  isCut: boolean;
}

export interface ExcerptReport {
  file: string;
  /** Number of the first of these lines, and of the one that it is about. */
  firstLine: number;
  line: number;
  lines: string[];
}

export interface MutationReport {
  at: string;
  seed: number;
  seconds: number;
  /** How many of each kind were tried at most; null for all. */
  sample: number | null;
  /** How many there are of these kinds; null where the run did not say. */
  listed: number | null;
  /** True when the contract has changed since then. */
  isStale: boolean;
  scores: MutantScore[];
  mutants: MutantEntry[];
}

export interface MutantScore extends Score {
  kind: MutantKind;
  equivalent: number;
}

export type MutantEntry = Omit<MutantResult, 'location' | 'message'> & {
  location: ReportLocation | null;
  message: string | null;
};

/** The mutants of some requirements, each once. */
export function mutantsOf({ mutation }: ContractReport, requirements: readonly RequirementReport[]): MutantEntry[] {
  return [...new Set(requirements.flatMap(({ mutants }) => mutants))].flatMap(
    (index) => mutation?.mutants[index] ?? [],
  );
}

/** True for a mutant that says that the checks, or the list of equivalent mutants, are not as they should be. */
export function isWrong({ verdict }: Pick<MutantEntry, 'verdict'>): boolean {
  return verdict !== 'detected' && verdict !== 'equivalent';
}
