import { resolve } from 'node:path';
import { curlOf } from '../../http/curl.ts';
import { workflow } from '../../requirements/workflow/workflow.ts';
import { requirementWith } from '../../test/requirement.ts';
import type { RequirementResult, Sample, Verdict, Verification, Violation } from '../../verify/result.ts';
import { type Keys, type PublicVerification, withoutKeys } from '../redact.ts';

export const baseUrl = 'http://localhost:8080/v1';

/** What a hostile server may send: signs of every format that a report has. */
export const hostile = '\u001B[2J\u0007\n\r\0%0A::error::,<b a="1">\'&amp;]]>|`*_[x](y)\u202E\uFFFE\u{E000}\uD800';

/** The curl line of `violationWith()`, as a report shows it: without the key. */
export const shownCurl =
  `curl --include 'http://localhost:8080/v1/things?limit=1' --header 'Authorization: Bearer '"$KEY"''` +
  " --header 'User-Agent:' --header 'Accept:'";

/** A violation of a requirement, with what matters to a test. */
export function violationWith(parts: Partial<Violation> = {}): Violation {
  const request = {
    method: 'GET',
    target: '/things?limit=1',
    headers: [['Authorization', 'Bearer secret-1']] as const,
    body: null,
  };
  return {
    documented: 'at most 1',
    received: '2',
    request,
    response: {
      status: 200,
      headers: [['Content-Type', 'text/plain']],
      body: Buffer.from('two'),
      receivedAt: Date.UTC(2026, 0, 2),
    },
    curl: curlOf(baseUrl, parts.request ?? request),
    advice: { server: 'Give less.', contract: 'Allow more.' },
    count: 3,
    ...parts,
  };
}

const ofWorkflow = { kind: workflow.id, section: 'Workflows' };

/** A requirement of a contract in this folder, and what became of it. */
export function requirementOf(
  id: string,
  verdict: Verdict = { verdict: 'kept' },
  operationId: string | null = id.split('.')[0] ?? null,
  samples: readonly Sample[] = [],
): RequirementResult {
  const isWorkflow = id.startsWith('workflows.');
  const location = { file: resolve('spec/a,b.yaml'), line: 7, column: 3 };
  return {
    requirement: requirementWith({ id, operationId, pointer: '/a', location, ...(isWorkflow && ofWorkflow) }),
    cases: 4,
    samples,
    ...verdict,
  };
}

export const violated = (parts: Partial<Violation> = {}): Verdict => ({
  verdict: 'violated',
  violation: violationWith(parts),
});

export function verificationOf(...requirements: RequirementResult[]): Verification {
  return {
    contract: { file: resolve('spec/a.yaml'), title: 'Things', version: '1.2.3' },
    baseUrl,
    seed: 42,
    seconds: 6.08,
    requests: 812,
    unreached: 0,
    requirements,
  };
}

/** The same as a report takes it. */
export function publicOf(requirements: RequirementResult[], keys: Keys = {}): PublicVerification {
  return withoutKeys(verificationOf(...requirements), keys);
}

/** One requirement of each kind. */
export const mixed: RequirementResult[] = [
  requirementOf('workflows.added-is-listed'),
  requirementOf('unmatched.status', { verdict: 'kept' }, null),
  requirementOf('list.limit'),
  requirementOf('list.order', violated()),
  requirementOf('add.body', { verdict: 'unproven', reason: 'No case reached it.' }),
  requirementOf('add.idempotent', { verdict: 'waived', reason: 'Takes a day.' }),
];
