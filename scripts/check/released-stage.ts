import { ContractError, contractErrorOf } from '../cli/problem.ts';
import { isPackaged, paths } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { consequencesOf } from '../release/change.ts';
import { compareWithReleased } from '../release/contract-changes.ts';
import { describeVersion, neededVersion } from '../release/version.ts';
import type { Finding, Outcome } from '../report/check-verdict.ts';
import { findingOf } from './problem-finding.ts';

/**
 * The changes since the last release. That they need a new version is said, and breaks no promise: the release gives
 * it. A finding is what breaks clients without a major version.
 */
export async function releasedStage(contract: Contract, released: string = paths.released): Promise<Outcome> {
  const comparison = await compareWithReleased(released, contract).catch(contractErrorOf);
  if (comparison instanceof ContractError) return { summary: '', findings: comparison.problems.map(findingOf) };
  const { changes, needed, version, isVersionEnough } = comparison;
  if (isVersionEnough) return { summary: describeVersion(comparison), findings: [] };
  const next = neededVersion(comparison);
  if (next !== undefined && needed !== 'major') {
    const advice = released === paths.released && !isPackaged ? ': `npm run release -- --bump`' : '';
    return { summary: `Version needed: ${next} (info.version is ${version})${advice}`, findings: [] };
  }
  const breaking = changes.filter(({ impact }) => impact === 'major');
  const unannounced: Finding = {
    location: contract.locate('/info/version'),
    side: 'spec',
    message: describeVersion(comparison),
  };
  if (breaking.length === 0) return { summary: '', findings: [unannounced] };
  return {
    summary: describeVersion(comparison),
    findings: breaking.map((change): Finding => {
      const { current, impact, message } = change;
      const detail = consequencesOf(change).join('; ');
      return { location: current, side: 'spec', message: `${impact}: ${message}`, detail };
    }),
  };
}
