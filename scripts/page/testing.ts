import type { MutantReport, MutantResult } from '../mutate/results.ts';
import type { Stage } from '../verdict.ts';
import { withoutKeys } from '../verify/report/redact.ts';
import type { FactResult, Verification } from '../verify/result.ts';
import { verify } from '../verify/run.ts';
import type { HttpRequest } from '../verify/exchange.ts';
import { responseOf, shelf, type ShelfFaults, StillClock } from '../verify/testing.ts';
import { contractReport, type ReportInput } from './contract-report.ts';
import type { ContractReport } from './report.ts';

export const key = 'right-key';

/** Signs that end a script, a text or an attribute, run a script, turn the text, or cannot be seen. */
export const hostile = `</script></style></textarea>--><script>window.hacked = true</script><img src=x onerror="window.hacked = true">" onclick="window.hacked = true" '&amp; \u2028\u2029\u202E\0\u001B[2J 😀 \uD800 javascript:alert(1)`;

/** A run against a server of books, which takes what it should refuse, and does otherwise than it says. */
export async function bookRun(faults: ShelfFaults = {}): Promise<{ contract: ReportInput['contract']; verification: Verification }> {
  const { description, answer } = shelf('cursor', faults);
  const send = async (request: HttpRequest) => {
    try {
      return responseOf(answer(request));
    } catch {
      // This server takes every body for JSON.
      return responseOf({ status: 400 });
    }
  };
  const verification = await verify({ description, rules: undefined }, { baseUrl: 'http://localhost:8080/v1', keys: { key, limitedKey: undefined }, send, clock: new StillClock(), seed: 2 ** 30 });
  return { contract: description.contract, verification };
}

/** The same, had every fact been kept. */
export function asKept({ contract, verification }: Awaited<ReturnType<typeof bookRun>>): Awaited<ReturnType<typeof bookRun>> {
  const facts = verification.facts.map(({ fact, cases, samples }): FactResult => ({ fact, cases, samples: samples.filter(({ isKept }) => isKept), verdict: 'kept' }));
  return { contract, verification: { ...verification, facts } };
}

/** A mutant that was caught, but for what is said of it. */
export function mutantOf(factId: string | undefined, parts: Partial<MutantResult> = {}): MutantResult {
  return { kind: 'contract', id: `${parts.kind ?? 'contract'} ${factId}`, factIds: factId === undefined ? [] : [factId], what: 'required becomes optional', location: undefined, verdict: 'caught', caughtBy: ['server', 'released'], told: undefined, distances: { server: 0, released: null }, ...parts };
}

export function mutantReportOf(mutants: MutantResult[], fingerprint = 'now'): MutantReport {
  return { formatVersion: 1, fingerprint, at: '2030-06-01T11:00:00.000Z', seed: 7, seconds: 12, sample: null, mutants };
}

export const passed: Stage = { name: 'lint', seconds: 0.5, summary: 'books.yaml keeps the rules', findings: [] };

/** The report on a run, with what is said of it. */
export function reportOf({ contract, verification }: Awaited<ReturnType<typeof bookRun>>, parts: Partial<ReportInput> = {}): ContractReport {
  const server = withoutKeys(verification, { key });
  return contractReport({ contract, server, client: undefined, mutants: undefined, fingerprint: 'now', stages: [passed], at: new Date('2030-06-01T12:00:00Z'), ...parts });
}

/** A report that has something of everything: both sides, broken and unproven facts, mutants of each verdict, findings. */
export async function fullReport(): Promise<ContractReport> {
  const run = await bookRun({ read: (item) => ({ ...item, title: hostile }), page: (items) => items });
  const facts = run.verification.facts.filter(({ fact }) => fact.operationId === 'listBooks' || fact.operationId === 'readBook' || fact.operationId === 'mergeBook');
  const client = { ...run.verification, requests: 12, facts: facts.filter(({ fact }) => /parameters|requestBody|responses\.2|exists/.test(fact.id)).map(asClient) };
  const ids = facts.filter(({ verdict }) => verdict !== 'waived').map(({ fact }) => fact.id);
  const verdicts = ['survived', 'equivalent', 'listed but caught', 'failed'] as const;
  const mutants = [
    ...ids.map((id, index) => mutantOf(id, { verdict: verdicts[index] ?? 'caught', told: index < 4 ? `reason ${hostile}` : undefined })),
    ...ids.map((id) => mutantOf(id, { kind: 'server', what: hostile, caughtBy: [id], distances: {} })),
    mutantOf(undefined, { kind: 'generated', what: 'a file is stale', caughtBy: ['stale'] }),
  ];
  const finding = { location: run.contract.locate('/paths'), side: 'spec', message: `found ${hostile}`, detail: 'books.ts:1:1' };
  const stages: Stage[] = [passed, { name: 'types', seconds: 1, summary: '', findings: [finding] }, { name: 'client', seconds: 0, summary: '', findings: [], isSkipped: true }];
  return reportOf({ ...run, verification: { ...run.verification, facts } }, { client: withoutKeys(client, { key }), mutants: mutantReportOf(mutants, 'before'), stages });
}

/** What a client keeps, or was not tried with. */
function asClient(result: FactResult, index: number): FactResult {
  const { fact, cases, samples } = result;
  return index % 7 === 3 ? { fact, cases: 0, samples: [], verdict: 'unproven', reason: 'no case reached it' } : { fact, cases, samples, verdict: 'kept' };
}
