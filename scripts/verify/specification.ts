import type { Contract } from '../openapi/contract.ts';
import { describe } from '../openapi/description.ts';
import type { Specification as RequirementSource } from '../requirements/specification.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';
import { readWorkflows, type WorkflowFile } from './arazzo/workflows.ts';

/** A contract with its workflows, ready to verify servers and clients by. */
export interface Specification extends RequirementSource {
  workflows: WorkflowFile | undefined;
}

/** Reads the workflows beside a contract: `rules.arazzo.yaml`. Throws ContractError for what cannot be understood. */
export function specificationOf(contract: Contract): Specification {
  const description = describe(contract);
  const file = workflowFileBeside(contract.file);
  return { description, workflows: file === undefined ? undefined : readWorkflows(file, description.operations) };
}
