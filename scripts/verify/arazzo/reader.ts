import type { Description } from '../../openapi/description.ts';
import { ActionReader } from './action-reader.ts';
import type { ArazzoDocument, Node } from './document.ts';
import { readInputs } from './inputs.ts';
import { References } from './references.ts';
import { StepReader } from './step-reader.ts';
import { ValueReader } from './value-reader.ts';
import type { Workflow, Workflows } from './workflow.ts';

/** Every workflow of an Arazzo file. Throws ContractError, with the line, for what is not understood. */
export function readDocument({ root }: ArazzoDocument, description: Description): Workflows {
  root.only('arazzo', 'info', 'sourceDescriptions', 'workflows', 'components');
  const references = new References(root, description);
  return new Map([...references.workflows].map(([id, node]) => [id, readWorkflow(references, id, node)]));
}

function readWorkflow(references: References, id: string, node: Node): Workflow {
  node.only(
    'workflowId',
    'summary',
    'description',
    'inputs',
    'dependsOn',
    'steps',
    'successActions',
    'failureActions',
    'outputs',
    'parameters',
  );
  const steps = node.need('steps').list();
  const stepIds = steps.map((step) => step.need('stepId').asText());
  for (const [index, step] of steps.entries())
    if (stepIds.indexOf(stepIds[index] ?? '') < index) step.refuse('There are two steps with this `stepId`.');
  const inputs = readInputs(node);
  const values = new ValueReader(references, node, inputs);
  const reader = new StepReader(references, values, new ActionReader(references, values, node, stepIds), node);
  return {
    id,
    pointer: node.pointer,
    location: node.location,
    summary: node.text('summary') ?? id,
    inputs,
    dependsOn: node.items('dependsOn').map((other) => references.workflowId(other)),
    steps: steps.map((step) => reader.read(step)),
    outputs: values.outputs(node),
  };
}
