import type { Contract } from '../openapi/contract.ts';
import type { Stage } from '../report/check-verdict.ts';
import type { Instead } from './dev-server.ts';

/** Runs one check after the other. */
export interface Checker {
  /** Loads what a check needs. */
  prepare(): Promise<void>;
  /** Resolves when the check has ended; to why it could not run, where it could not. */
  run(onStage: (stage: Stage) => void): Promise<string | undefined>;
  /** Ends the tests of the check that runs; resolves when it has ended. */
  endTests(): Promise<void>;
  kill(): void;
}

/** What is checked at each save. */
export interface DevSubject {
  /** The file of the contract. */
  file: string;
  /** Its stages, in their order, and those of them that are tests: both sides are verified without them. */
  stages: readonly string[];
  tests: readonly string[];
  /** Starts a process that checks it. */
  start: () => Checker;
  folders: readonly string[];
  /** What else it depends on, wherever that is. */
  files: readonly string[];
  /** Whether a file in these folders has to do with it. */
  isWatched: (file: string) => boolean;
  /** The contract of the page, and the stage that must have passed for it to be another one. */
  documentation: { after: string; read: () => Promise<Contract | undefined> };
  /** The server that the page calls. */
  server: ServedSubject;
}

/** A server that runs elsewhere, or what is started, and again each time that a stage has passed. */
export type ServedSubject =
  | { url: string }
  | {
      after: string;
      program: readonly string[];
      environment: (page: string) => Readonly<Record<string, string>>;
      instead?: Instead;
    };
