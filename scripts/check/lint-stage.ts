import { paths } from '../cli/project.ts';
import type { Outcome } from '../report/check-verdict.ts';
import { describePassed, lintContract } from './lint.ts';
import { findingsOf } from './problem-finding.ts';

/** The contract and its workflows against the lint rules. */
export async function lintStage(): Promise<Outcome> {
  const linted = await lintContract(paths.contract);
  const { problems } = linted;
  return { summary: problems.length === 0 ? describePassed(linted) : '', findings: findingsOf(problems) };
}
