import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { CannotRun, type Problem } from '../cli/problem.ts';
import { configurationOf, openSource } from '../openapi/read-contract.ts';
import { lintCopies } from '../openapi/source/redocly.ts';
import { withCopy } from '../openapi/source/source-copy.ts';
import type { Permissions } from '../openapi/source/source-files.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';

/** What the linter found in a contract and in the workflows beside it. */
export interface Linted {
  files: readonly string[];
  /** The file of the lint rules. */
  configuration: string;
  problems: readonly Problem[];
}

/** What is said where the linter finds nothing. */
export function describePassed({ files, configuration }: Linted): string {
  return `${files.join(' and ')} ${files.length === 1 ? 'passes' : 'pass'} the lint rules of ${configuration}`;
}

/**
 * Lints a contract by rules of its own, or those given, and the workflows beside it where there are any.
 * Throws ContractError where one of them cannot be read at all.
 */
export async function lintContract(contract: string, given?: string, permissions?: Permissions): Promise<Linted> {
  const configuration = given ?? configurationOf(contract);
  if (!existsSync(configuration)) throw new CannotRun(`Cannot read ${configuration}: there is no such file.`);
  const workflows = workflowFileBeside(contract);
  const source = openSource(contract, permissions);
  const files = [contract, ...(workflows === undefined ? [] : [workflows])];
  if (workflows !== undefined) source.add(workflows);
  const problems = await withCopy(source, (copy) => lintCopies(copy, files, configuration));
  // Of several examples that fail at their schema, the linter says the same of that.
  const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return { files, configuration: relative('.', configuration), problems: [...unique.values()] };
}
