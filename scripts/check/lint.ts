import type { Problem } from '../cli/problem.ts';
import { configurationOf, openSource } from '../openapi/read-contract.ts';
import { lint } from '../openapi/redocly.ts';
import { Source } from '../openapi/source.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';

/** What the linter found in a contract and in the workflows beside it. */
export interface Linted {
  files: readonly string[];
  /** The file of the lint rules. */
  configuration: string;
  problems: readonly Problem[];
}

/**
 * Lints a contract, and the workflows beside it where there are any, by the `redocly.yaml` beside them.
 * Throws ContractError where one of them cannot be read at all.
 */
export async function lintContract(contract: string): Promise<Linted> {
  const configuration = configurationOf(contract);
  const workflows = workflowFileBeside(contract);
  openSource(contract);
  if (workflows !== undefined) new Source(workflows);
  const files = [contract, ...(workflows === undefined ? [] : [workflows])];
  const problems = (await Promise.all(files.map((file) => lint(file, configuration)))).flat();
  return { files, configuration, problems };
}
