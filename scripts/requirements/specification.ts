import type { Location } from '../cli/problem.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation } from '../openapi/operation-table.ts';

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
  /** Ids of the operations that requirements are derived for, and null for what is about none; without it all. */
  selection?: ReadonlySet<string | null> | undefined;
}

/** True for an operation that requirements are derived for; null stands for what is about none. */
export function isSelected({ selection }: Specification, operation: Operation | null): boolean {
  return selection === undefined || selection.has(operation?.id ?? null);
}
