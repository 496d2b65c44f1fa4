import { isDeepStrictEqual } from 'node:util';
import { describeLocation, type Location } from '../../cli/problem.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Description } from '../../openapi/description.ts';
import type { WorkflowSummary } from '../../requirements/specification.ts';
import { ArazzoDocument } from './document.ts';
import { readDocument } from './reader.ts';
import { type Call, Run } from './run.ts';
import type { Action, Step, Workflow, Workflows } from './workflow.ts';

export type WorkflowOutcome = { workflow: WorkflowSummary } & (
  | { verdict: 'kept' }
  | {
      verdict: 'violated';
      step: string;
      /** Of the criterion that is not met. */
      location: Location;
      documented: string;
      received: string;
      /** Null when the request could not be made of what came before. */
      exchange: Exchange | null;
      /** True when the server refused to go on with 429, so that the workflow shows nothing. */
      isRefusedForRate: boolean;
    }
);

/** The workflows of an Arazzo file. */
export interface WorkflowFile {
  file: string;
  /** Those that no other workflow calls: each is a requirement. */
  list: WorkflowSummary[];
  all: Workflows;
  /** Where the part that a JSON pointer names was written. */
  locate(pointer: string): Location;
}

/**
 * Reads a file of workflows (Arazzo 1.0) that call the operations of a contract.
 * Throws CannotRun when it cannot be read;
 * ContractError, with the line, for what is not understood or names no operation.
 */
export function readWorkflows(file: string, description: Description): WorkflowFile {
  return workflowsIn(new ArazzoDocument(file), description);
}

/** The same of a file that has been read. */
export function workflowsIn(document: ArazzoDocument, description: Description): WorkflowFile {
  const all = readDocument(document, description);
  const called = new Set(
    [...all.values()].flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'workflow' ? [step.workflowId] : [])),
    ),
  );
  const list = [...all.values()].filter(({ id }) => !called.has(id)).map((workflow) => summaryOf(workflow, all));
  return { file: document.source.file, list, all, locate: (pointer) => document.source.locate(pointer) };
}

function summaryOf(workflow: Workflow, all: Workflows): WorkflowSummary {
  const calls = reachedFrom(workflow.id, all).flatMap(({ steps }) => steps.filter((step) => step.kind === 'operation'));
  const repeated = calls.filter((call, index) => calls.slice(0, index).some((other) => isSameCall(other, call)));
  // Called workflows get theirs from its steps; those that it depends on or goes to get its own.
  const inputs = reachedFrom(workflow.id, all, false).flatMap((one) =>
    one.inputs.filter((input) => input.default === undefined).map(({ name }) => name),
  );
  const { id, pointer, location, summary } = workflow;
  const idsOf = (some: readonly OperationStep[]) => [...new Set(some.map(({ operation }) => operation.id))];
  return {
    id,
    pointer,
    location,
    summary,
    operationIds: idsOf(calls),
    repeatedIds: idsOf(repeated),
    inputs: [...new Set(inputs)],
  };
}

type OperationStep = Extract<Step, { kind: 'operation' }>;

function isSameCall(one: OperationStep, other: OperationStep): boolean {
  const { operation, parameters, body } = one;
  return operation === other.operation && isDeepStrictEqual([parameters, body], [other.parameters, other.body]);
}

/** A workflow and every one that runs with it. */
function reachedFrom(
  id: string,
  workflows: Workflows,
  withCalled = true,
  reached = new Map<string, Workflow>(),
): Workflow[] {
  const workflow = workflows.get(id);
  if (workflow === undefined || reached.has(id)) return [...reached.values()];
  reached.set(id, workflow);
  const called = withCalled
    ? workflow.steps.flatMap((step) => (step.kind === 'workflow' ? [step.workflowId] : []))
    : [];
  const led = workflow.steps.flatMap(({ onSuccess, onFailure }) => [...onSuccess, ...onFailure].flatMap(workflowOf));
  for (const other of [...workflow.dependsOn, ...called, ...led]) reachedFrom(other, workflows, withCalled, reached);
  return [...reached.values()];
}

function workflowOf(action: Action): string[] {
  return action.type !== 'end' && action.to?.kind === 'workflow' ? [action.to.id] : [];
}

/** Runs one workflow; every request goes through `call`, and what that throws is let through. */
export async function runWorkflow(
  { all, locate }: WorkflowFile,
  workflow: WorkflowSummary,
  inputs: Readonly<Record<string, string>>,
  call: Call,
): Promise<WorkflowOutcome> {
  const first = all.get(workflow.id);
  if (first === undefined) throw new Error(`There is no workflow ${workflow.id}.`);
  const failure = await new Run(all, call).start(first, inputs);
  if (failure === null) return { workflow, verdict: 'kept' };
  const { pointer, ...rest } = failure;
  return { workflow, verdict: 'violated', ...rest, location: locate(pointer) };
}

/**
 * What a workflow requires that did not come about:
 * in a sentence, and by the criterion that is not met, with its place.
 */
export function describeUnmet({
  workflow,
  step,
  location,
  documented,
}: Extract<WorkflowOutcome, { verdict: 'violated' }>): string {
  return `${workflow.summary} (step ${step}, ${describeLocation(location)}: ${documented})`;
}
