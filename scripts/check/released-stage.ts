import { ContractError } from '../cli/problem.ts';
import { paths } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { describeOrigin } from '../release/change.ts';
import { compareWithReleased, describeVersion } from '../release/contract-changes.ts';
import type { Finding, Outcome } from '../report/check-verdict.ts';
import { findingOf } from './problem-finding.ts';

/** The changes since the last release, when the version does not announce them. */
export async function releasedStage(contract: Contract): Promise<Outcome> {
  const comparison = await compareWithReleased(paths.released, contract).catch(contractErrorOf);
  if (comparison instanceof ContractError) return { summary: '', findings: comparison.problems.map(findingOf) };
  const summary = describeVersion(comparison);
  if (comparison.isVersionEnough) return { summary, findings: [] };
  const unannounced = comparison.changes.filter(({ impact }) => impact === comparison.needed);
  const version: Finding = { location: contract.locate('/info/version'), side: 'spec', message: summary };
  const changes = unannounced.map(({ impact, message, current, released: origin }) => {
    return { location: current, side: 'spec', message: `${impact}: ${message}`, detail: describeOrigin(origin) };
  });
  return { summary: '', findings: [version, ...changes] };
}

function contractErrorOf(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  throw error;
}
