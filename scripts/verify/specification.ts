import type { Contract } from '../openapi/contract.ts';
import { describe } from '../openapi/description.ts';
import type { Specification } from '../requirements/specification.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';
import { readWorkflows, type WorkflowFile } from './arazzo/workflows.ts';

/** A specification whose workflows can be run. */
export interface RunnableSpecification extends Specification {
  workflows: WorkflowFile | undefined;
}

/** Reads the workflows beside a contract: `rules.arazzo.yaml`. Throws ContractError for what cannot be understood. */
export function specificationOf(contract: Contract): RunnableSpecification {
  const description = describe(contract);
  const file = workflowFileBeside(contract.file);
  return { description, workflows: file === undefined ? undefined : readWorkflows(file, description) };
}
