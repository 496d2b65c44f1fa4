import type { Location } from '../cli/problem.ts';
import type { Description } from '../openapi/description.ts';

/** A workflow that is a requirement of its own: one of an Arazzo file that no other workflow calls. */
export interface WorkflowSummary {
  /** Its workflowId. */
  id: string;
  /** In the Arazzo file. */
  pointer: string;
  location: Location;
  /** What it requires, as a sentence. */
  summary: string;
  /** Operations that it calls, in the order of its steps. */
  operationIds: readonly string[];
  /** Those that it calls more than once with the same request. */
  repeatedIds: readonly string[];
  /** Inputs that must be given to run it. */
  inputs: readonly string[];
}

/** What requirements are derived from: a contract, and the workflows beside it. */
export interface Specification {
  description: Description;
  workflows: { list: readonly WorkflowSummary[] } | undefined;
}
