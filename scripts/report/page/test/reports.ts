import type { RequirementResult } from '../../../verify/result.ts';
import type { Stage } from '../../check-verdict.ts';
import { withoutKeys } from '../../redact.ts';
import { contractReport, type ReportInput } from '../contract-report.ts';
import type { ContractReport } from '../report.ts';
import { bookRun, key } from './book-runs.ts';
import { mutantOf, mutantReportOf } from './mutants.ts';

/** Signs that end a script, a text or an attribute, run a script, turn the text, or cannot be seen. */
export const hostile = [
  '</script></style></textarea>--><script>window.hacked = true</script>',
  '<img src=x onerror="window.hacked = true">" onclick="window.hacked = true" ',
  "'&amp; \u2028\u2029\u202E\0\u001B[2J 😀 \uD800 javascript:alert(1)",
].join('');

export const passed: Stage = { name: 'lint', seconds: 0.5, summary: 'books.yaml keeps the rules', findings: [] };

/** The report on a run, with what is said of it. */
export function reportOf(
  { contract, verification }: Awaited<ReturnType<typeof bookRun>>,
  parts: Partial<ReportInput> = {},
): ContractReport {
  const server = withoutKeys(verification, { key });
  return contractReport({
    contract,
    server,
    client: undefined,
    mutation: undefined,
    stages: [passed],
    at: new Date('2030-06-01T12:00:00Z'),
    ...parts,
  });
}

/**
 * A report that has something of everything:
 * both sides, violated and unproven requirements, mutants of each verdict, findings.
 */
export async function fullReport(): Promise<ContractReport> {
  const run = await bookRun({ read: (item) => ({ ...item, title: hostile }), page: (items) => items });
  const requirements = run.verification.requirements.filter(
    ({ requirement }) =>
      requirement.operationId === 'listBooks' ||
      requirement.operationId === 'readBook' ||
      requirement.operationId === 'mergeBook',
  );
  const client = {
    ...run.verification,
    requests: 12,
    unreached: 0,
    requirements: requirements
      .filter(({ requirement }) => /parameters|requestBody|responses\.2|exists/.test(requirement.id))
      .map(asClient),
  };
  const ids = requirements.filter(({ verdict }) => verdict !== 'waived').map(({ requirement }) => requirement.id);
  const verdicts = ['survived', 'equivalent', 'listed but detected', 'failed'] as const;
  const mutants = [
    ...ids.map((id, index) =>
      mutantOf(id, { verdict: verdicts[index] ?? 'detected', message: index < 4 ? `reason ${hostile}` : undefined }),
    ),
    ...ids.map((id) => mutantOf(id, { kind: 'server', what: hostile, detectedBy: [id], distances: {} })),
    mutantOf(undefined, { kind: 'generated', what: 'a file is stale', detectedBy: ['stale'] }),
  ];
  const finding = {
    location: run.contract.locate('/paths'),
    side: 'spec',
    message: `found ${hostile}`,
    detail: 'books.ts:1:1',
  };
  const stages: Stage[] = [
    passed,
    { name: 'types', seconds: 1, summary: '', findings: [finding] },
    { name: 'client', seconds: 0, summary: '', findings: [], notRun: 'skipped' },
  ];
  return reportOf(
    { ...run, verification: { ...run.verification, requirements } },
    {
      client: withoutKeys(client, { key }),
      mutation: { mutants: mutantReportOf(mutants, 'before'), fingerprint: 'now' },
      stages,
    },
  );
}

/** What a client keeps, or was not tried with. */
function asClient(result: RequirementResult, index: number): RequirementResult {
  const { requirement, cases, samples } = result;
  return index % 7 === 3
    ? { requirement, cases: 0, samples: [], verdict: 'unproven', reason: 'no case reached it' }
    : { requirement, cases, samples, verdict: 'kept' };
}
