import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file with the workflows of a contract: `rules.arazzo.yaml` beside it, if there is one. */
export function workflowFileBeside(contractFile: string): string | undefined {
  const file = join(dirname(contractFile), 'rules.arazzo.yaml');
  return existsSync(file) ? file : undefined;
}
