import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeLocation, type Location } from '../../cli/problem.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { ArazzoDocument } from './document.ts';
import { Reader } from './reader.ts';
import { type Call, Run } from './run.ts';
import type { Action, Workflow, Workflows } from './workflow.ts';

/** A rule that takes several calls: a workflow of an Arazzo file that no other one calls. */
export interface Rule {
  /** Its workflowId. */
  id: string;
  /** In the Arazzo file. */
  pointer: string;
  location: Location;
  /** The rule as a sentence. */
  summary: string;
  /** Operations that it calls, in the order of its steps. */
  operationIds: string[];
  /** Inputs that must be given to run it. */
  inputs: string[];
}

export type RuleOutcome = { rule: Rule } & (
  | { verdict: 'kept' }
  | {
      verdict: 'broken';
      step: string;
      /** Of the criterion that is not met. */
      location: Location;
      documented: string;
      received: string;
      /** Null when the request could not be made of what came before. */
      exchange: Exchange | null;
      /** True when the server refused to go on with 429, so that nothing is known of the rule. */
      isRefusedForRate: boolean;
    }
);

export interface Rules {
  file: string;
  list: Rule[];
  workflows: Workflows;
  /** Where the part that a JSON pointer names was written. */
  locate(pointer: string): Location;
}

/** The file of the rules of a contract: `rules.arazzo.yaml` beside it, if there is one. */
export function rulesBeside(contractFile: string): string | undefined {
  const file = join(dirname(contractFile), 'rules.arazzo.yaml');
  return existsSync(file) ? file : undefined;
}

/**
 * Reads a file of rules (Arazzo 1.0) about these operations.
 * Throws CannotRun when it cannot be read; ContractError, with the line, for what is not understood or names no operation.
 */
export function readRules(file: string, operations: readonly Operation[]): Rules {
  return rulesIn(new ArazzoDocument(file), operations);
}

/** The same of a file that has been read. */
export function rulesIn(document: ArazzoDocument, operations: readonly Operation[]): Rules {
  const workflows = new Reader(document, operations).read();
  const called = new Set(
    [...workflows.values()].flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'workflow' ? [step.workflowId] : [])),
    ),
  );
  const list = [...workflows.values()]
    .filter(({ id }) => !called.has(id))
    .map((workflow) => ruleOf(workflow, workflows));
  return { file: document.source.file, list, workflows, locate: (pointer) => document.source.locate(pointer) };
}

function ruleOf(workflow: Workflow, workflows: Workflows): Rule {
  const all = reachedFrom(workflow.id, workflows);
  const operationIds = all.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'operation' ? [step.operation.id] : [])),
  );
  // Called workflows get theirs from its steps; those that it depends on or goes to get its own.
  const inputs = reachedFrom(workflow.id, workflows, false).flatMap((one) =>
    one.inputs.filter((input) => input.default === undefined).map(({ name }) => name),
  );
  const { id, pointer, location, summary } = workflow;
  return { id, pointer, location, summary, operationIds: [...new Set(operationIds)], inputs: [...new Set(inputs)] };
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

/** Runs one rule; every request goes through `call`, and what that throws is let through. */
export async function runRule(
  rules: Rules,
  rule: Rule,
  inputs: Readonly<Record<string, string>>,
  call: Call,
): Promise<RuleOutcome> {
  const workflow = rules.workflows.get(rule.id);
  if (workflow === undefined) throw new Error(`There is no rule ${rule.id}.`);
  const failure = await new Run(rules.workflows, call).start(workflow, inputs);
  if (failure === null) return { rule, verdict: 'kept' };
  const { pointer, ...rest } = failure;
  return { rule, verdict: 'broken', ...rest, location: rules.locate(pointer) };
}

/** What a broken rule says: in a sentence, and by the criterion that is not met, with its place. */
export function describeUnmet({
  rule,
  step,
  location,
  documented,
}: Extract<RuleOutcome, { verdict: 'broken' }>): string {
  return `${rule.summary} (step ${step}, ${describeLocation(location)}: ${documented})`;
}
