import { expect, test } from 'vitest';
import type { MutantResult } from './results.ts';
import { describeSamples, findingsIn } from './run-samples.ts';
import { sampleServers } from './sample-contracts/sample-trial.ts';

const servers = await sampleServers();
const idOf = (isFault: boolean) => servers.find((server) => server.isFault === isFault)?.id ?? '';
const [fault, control] = [idOf(true), idOf(false)];

const resultOf = (id: string, verdict: MutantResult['verdict'], message?: string, detectedBy: string[] = []) => ({
  kind: 'server' as const,
  id,
  requirementIds: [],
  what: id,
  location: undefined,
  distances: {},
  verdict,
  detectedBy,
  message,
});

test.each<[name: string, result: MutantResult, finding: string | undefined]>([
  ['a fault that is detected', resultOf(fault, 'detected', 'Why.', ['a']), undefined],
  ['a fault that leaves a requirement unproven', resultOf(fault, 'survived', 'unproven: a'), undefined],
  ['a fault that nothing reports', resultOf(fault, 'survived'), `✗ ${fault}: not detected: every requirement is kept`],
  ['a fault that cannot be tried', resultOf(fault, 'failed', 'Why.'), `✗ ${fault}: not detected: Why.`],
  ['a negative control that nothing reports', resultOf(control, 'survived'), undefined],
  [
    'a negative control that is reported',
    resultOf(control, 'detected', 'Why.', ['a', 'b']),
    `✗ ${control}: false positive: a, b\n  Why.`,
  ],
  [
    'a negative control that leaves a requirement unproven',
    resultOf(control, 'survived', 'unproven: a'),
    `✗ ${control}: false positive: unproven: a`,
  ],
  [
    'a negative control that cannot be tried',
    resultOf(control, 'failed', 'Why.'),
    `✗ ${control}: false positive: Why.`,
  ],
])('%s', (_, result, finding) => {
  const findings = findingsIn(servers, [result]);
  const counts = [
    `${findings.undetected.length} not detected`,
    findings.falsePositives.length === 1 ? '1 false positive' : '0 false positives',
  ];
  const summary = `1 server of sample contracts: ${counts.join(', ')}, seed 7 (61 s)`;
  expect(describeSamples(findings, 1, { seed: 7, seconds: 61.2 })).toBe(
    [...(finding ? [finding] : []), summary].join('\n'),
  );
});
