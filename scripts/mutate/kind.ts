import type { Contract } from '../openapi/contract.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { RunnableSpecification } from '../verify/specification.ts';
import type { MutantKind, MutantResult } from './results.ts';

/** A mutant before it is tried. */
export type Mutant = Pick<MutantResult, 'id' | 'requirementIds' | 'what'>;

/** What mutants are made of: a contract with its workflows, and the file that it was read from. */
export interface Subject {
  file: string;
  contract: Contract;
  specification: RunnableSpecification;
}

export interface TrialOptions {
  /** Of the generated cases of a run. */
  seed: number;
  /** Goes on after the first violation, to see which requirements report it. */
  isFull: boolean;
}

/** What tries the mutants of one kind: one for each process. */
export interface Trial {
  /**
   * Tries these mutants and gives each result as it comes, in any order.
   * That one is listed as equivalent is not for it to judge.
   */
  run(ids: readonly string[], options: TrialOptions): AsyncIterable<MutantResult>;
  /** Leaves no process and no folder behind. */
  close(): Promise<void>;
}

/** A requirement and where the contract says it. */
export type PlacedRequirement = Pick<Requirement, 'id' | 'location'>;

/** One kind of mutants. */
export interface Kind {
  name: MutantKind;
  /** Every mutant, in the order of the contract: the same in every process. */
  list(subject: Subject): Promise<readonly Mutant[]>;
  /** What is not among them, as it would take too long. */
  leftOut?(subject: Subject): Promise<readonly string[]>;
  /** So many are drawn where a run is given no number of them. */
  most?: number;
  open(subject: Subject): Promise<Trial>;
  /** To open it the first time takes long, and leaves something for the next: one process does so before the others. */
  isPrepared?: boolean;
  /** How many are tried in one go. */
  batch: number;
  /** What one takes, about, in seconds of one core: for the time that is left. */
  seconds: number;
  /** The requirements that its mutants are about. */
  requirements(subject: Subject): Promise<readonly PlacedRequirement[]>;
  /** Each of these requirements must have a mutant; else those without one are only counted. */
  mustReachAll: boolean;
  /** What `detectedBy` of its results has. */
  reports: 'requirements' | 'checks';
  /** For a reader: what to do about one that nothing has detected. */
  advice: string;
}
