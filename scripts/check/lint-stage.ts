import { paths } from '../cli/project.ts';
import type { Outcome } from '../report/check-verdict.ts';
import { lintContract } from './lint.ts';
import { findingsOf } from './problem-finding.ts';

/** The contract and its workflows against the lint rules. */
export async function lintStage(): Promise<Outcome> {
  const { files, configuration, problems } = await lintContract(paths.contract);
  const passed = `${files.join(' and ')} ${files.length === 1 ? 'passes' : 'pass'} the lint rules of ${configuration}`;
  return { summary: problems.length === 0 ? passed : '', findings: findingsOf(problems) };
}
