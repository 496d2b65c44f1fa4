import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../cli/problem.ts';
import { configurationOf } from '../openapi/read-contract.ts';
import { lint } from '../openapi/redocly.ts';

/** What the linter found in a contract and in the workflows beside it. */
export interface Linted {
  files: readonly string[];
  /** The file of the lint rules. */
  configuration: string;
  problems: readonly Problem[];
}

/** Lints a contract, and the workflows beside it where there are any, by the `redocly.yaml` beside them. */
export async function lintContract(contract: string): Promise<Linted> {
  const configuration = configurationOf(contract);
  const workflows = join(dirname(contract), 'rules.arazzo.yaml');
  const files = [contract, ...(existsSync(workflows) ? [workflows] : [])];
  const problems = (await Promise.all(files.map((file) => lint(file, configuration)))).flat();
  return { files, configuration, problems };
}
