import type { Location } from '../cli/problem.ts';
import { hasMembers, isCount, isListOf, isOneOf, isRecord, isText } from '../harness/guards.ts';

export const mutantKinds = ['contract', 'server', 'client', 'generated', 'source'] as const;
export type MutantKind = (typeof mutantKinds)[number];

const verdicts = ['detected', 'survived', 'equivalent', 'listed but detected', 'failed'] as const;

/**
 * The check of a contract mutant that finds any change whatever, as it knows the contract that the mutant was made
 * from: what it alone reports is not detected.
 */
export const comparison = 'released';

export interface MutantResult {
  kind: MutantKind;
  /** Unique within its kind. */
  id: string;
  /** The requirements it is about (none for source, may be none for generated). */
  requirementIds: readonly string[];
  /** A short phrase for people: `maximum 100 becomes 99`. */
  what: string;
  /** Contract, generated and source mutants: where the change was made. */
  location: Location | undefined;
  /** `failed`: the mutant could not be made or tried. */
  verdict: (typeof verdicts)[number];
  /**
   * Contract: the checks that detect it (lint, types, server, client, workflows), and the comparison; server, client:
   * ids of the requirements that reported it, in that order; generated: the reason; source: the first command.
   */
  detectedBy: readonly string[];
  /** The message, or the reason why it is equivalent. */
  message: string | undefined;
  /**
   * Contract mutants: lines between the change and the nearest place a message named, by check;
   * null where the message names no line of the contract.
   */
  distances: Readonly<Record<string, number | null>>;
}

export interface MutantReport {
  formatVersion: 2;
  fingerprint: string;
  at: string;
  seed: number;
  seconds: number;
  /** How many of each kind were tried at most; null for all. */
  sample: number | null;
  /** How many there are of the kinds that were tried; reports of older versions do not say. */
  listed?: number;
  mutants: MutantResult[];
}

const isLocation = hasMembers<Location>({ file: isText, line: isCount, column: isCount });
const isDistances = (value: unknown): value is MutantResult['distances'] =>
  isRecord(value) && Object.values(value).every((lines) => lines === null || isCount(lines));

/** Checks a result that was read from JSON: there what is undefined is absent. */
export const isMutantResult = hasMembers<MutantResult>({
  kind: isOneOf(mutantKinds),
  id: isText,
  requirementIds: isListOf(isText),
  what: isText,
  location: (value) => value === undefined || isLocation(value),
  verdict: isOneOf(verdicts),
  detectedBy: isListOf(isText),
  message: (value) => value === undefined || isText(value),
  distances: isDistances,
});
