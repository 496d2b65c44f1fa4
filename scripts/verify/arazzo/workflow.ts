import type { Location } from '../../cli/problem.ts';
import { exactInteger } from '../../http/exact-json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Criterion } from './criteria.ts';
import type { Expression, Template } from './expressions.ts';
import type { Value, ValueObject } from './values.ts';

/** A value in the document whose texts may be expressions; filled in when its step runs. */
export type Pattern =
  | { kind: 'value'; value: Value }
  | { kind: 'template'; template: Template }
  | { kind: 'list'; items: Pattern[] }
  | { kind: 'object'; members: [name: string, pattern: Pattern][] };

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  value: Pattern;
  /** Its reserved characters are sent as they are (`x-allowReserved`, as Redocly respect has it). */
  allowReserved: boolean;
}

export interface Payload {
  contentType: string;
  payload: Pattern;
  replacements: { target: string[]; value: Pattern }[];
}

/** What is to happen after a step; `to` is another step or workflow. */
export type Action = { criteria: Criterion[] } & (
  | { type: 'end' }
  | { type: 'goto'; to: Target }
  | { type: 'retry'; to: Target | null; after: number; limit: number }
);

export type Target = { kind: 'step'; index: number } | { kind: 'workflow'; id: string };

export type Outputs = [name: string, expression: Expression][];

export interface CommonStep {
  id: string;
  pointer: string;
  criteria: Criterion[];
  onSuccess: Action[];
  onFailure: Action[];
  outputs: Outputs;
}

/** A step calls an operation or another workflow. */
export type Step = CommonStep &
  (
    | { kind: 'operation'; operation: Operation; parameters: Parameter[]; body: Payload | null }
    | { kind: 'workflow'; workflowId: string; inputs: [name: string, value: Pattern][] }
  );

export interface Input {
  name: string;
  /** The type that its schema names, to which texts are turned. */
  type: string | null;
  /** Undefined when whoever runs the workflow must give it. */
  default: Value | undefined;
}

export interface Workflow {
  id: string;
  pointer: string;
  location: Location;
  summary: string;
  inputs: Input[];
  dependsOn: string[];
  steps: Step[];
  outputs: Outputs;
}

/** The workflows of a file by their identifiers, in the order of the file. */
export type Workflows = ReadonlyMap<string, Workflow>;

/** The inputs that a workflow runs with: those it declares, from what is given and its defaults. */
export function inputsFor(workflow: Workflow, given: Readonly<ValueObject>): ValueObject {
  const found = workflow.inputs.map(
    ({ name, type, default: fallback }) =>
      [name, coerced(Object.hasOwn(given, name) ? given[name] : fallback, type)] as const,
  );
  return Object.fromEntries(found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}

function coerced(value: Value | undefined, type: string | null): Value | undefined {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d+$/.test(value)) return exactInteger(BigInt(value));
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value;
}
