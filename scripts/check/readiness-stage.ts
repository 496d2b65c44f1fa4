import { paths } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { operationsOf } from '../openapi/operations.ts';
import { configurationOf } from '../openapi/read-contract.ts';
import { readReport, redocly } from '../openapi/source/redocly.ts';
import type { Outcome } from '../report/check-verdict.ts';

const leastReadiness = 95;

/** What is read here of the report of `redocly score`; the values of the parts are from 0 to 1. */
interface ScoreReport {
  agentReadiness: number;
  operationScores: Readonly<Record<string, { agentReadiness: number; subscores: Readonly<Record<string, number>> }>>;
}

/** Whether a program can use the contract without asking: its texts, examples and bounds, as Redocly scores them. */
export async function readinessStage(contract: Contract): Promise<Outcome> {
  const options = ['--config', configurationOf(paths.contract), '--format', 'json'];
  const report = readReport<ScoreReport>(await redocly('score', paths.contract, options));
  if (report.agentReadiness >= leastReadiness)
    return { summary: `agent readiness ${report.agentReadiness} of 100`, findings: [] };
  const [worst] = Object.entries(report.operationScores).toSorted(
    ([, a], [, b]) => a.agentReadiness - b.agentReadiness,
  );
  if (worst === undefined) return { summary: 'no operation to score', findings: [] };
  const [name, { agentReadiness, subscores }] = worst;
  const operation = operationsOf(contract).find(({ id, method, path }) => name === id || name === `${method} ${path}`);
  const lowest = Object.entries(subscores)
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, 3)
    .map(([part, value]) => `${part} ${Math.round(value * 100)}`);
  return {
    summary: '',
    findings: [
      {
        location: contract.locate(operation?.pointer ?? '/paths'),
        side: 'spec',
        message: `the agent readiness is ${report.agentReadiness} of 100, and at least ${leastReadiness} is needed`,
        detail: `the lowest operation is ${name} with ${agentReadiness}: ${lowest.join(', ')}`,
      },
    ],
  };
}
