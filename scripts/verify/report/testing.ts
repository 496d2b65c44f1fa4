import { resolve } from 'node:path';
import type { Breach, FactResult, Sample, Verdict, Verification } from '../result.ts';
import { curlOf } from './curl.ts';
import { type Keys, type PublicVerification, withoutKeys } from './redact.ts';

export const baseUrl = 'http://localhost:8080/v1';

/** What a hostile server may send: signs of every format that a report has. */
export const hostile = '\u001B[2J\u0007\n\r\0%0A::error::,<b a="1">\'&amp;]]>|`*_[x](y)\u202E\uFFFE\u{E000}\uD800';

/** A way in which a fact is broken, with what matters to a test. */
export function breachOf(parts: Partial<Breach> = {}): Breach {
  const request = { method: 'GET', target: '/things?limit=1', headers: [['Authorization', 'Bearer secret-1']] as const, body: null };
  return {
    documented: 'at most 1',
    received: '2',
    request,
    response: { status: 200, headers: [['Content-Type', 'text/plain']], body: Buffer.from('two'), receivedAt: Date.UTC(2026, 0, 2) },
    curl: curlOf(baseUrl, parts.request ?? request),
    advice: { server: 'Give less.', contract: 'Allow more.' },
    count: 3,
    ...parts,
  };
}

/** A fact of a contract in this folder, and what became of it. */
export function factOf(id: string, verdict: Verdict = { verdict: 'kept' }, operationId: string | null = id.split('.')[0] ?? null, samples: readonly Sample[] = []): FactResult {
  const location = { file: resolve('spec/a,b.yaml'), line: 7, column: 3 };
  return { fact: { id, operationId, pointer: '/a', location, statement: `${id} is so.`, waiver: null }, cases: 4, samples, ...verdict };
}

export const broken = (parts: Partial<Breach> = {}): Verdict => ({ verdict: 'broken', breach: breachOf(parts) });

export function verificationOf(...facts: FactResult[]): Verification {
  return { contract: { file: resolve('spec/a.yaml'), title: 'Things', version: '1.2.3' }, baseUrl, seed: 42, seconds: 6.08, requests: 812, facts };
}

/** The same as a report takes it. */
export function publicOf(facts: FactResult[], keys: Keys = {}): PublicVerification {
  return withoutKeys(verificationOf(...facts), keys);
}

/** One fact of each kind. */
export const mixed: FactResult[] = [
  factOf('rules.added-is-listed'),
  factOf('unmatched.status', { verdict: 'kept' }, null),
  factOf('list.limit'),
  factOf('list.order', broken()),
  factOf('add.body', { verdict: 'unproven', reason: 'No case reached it.' }),
  factOf('add.idempotent', { verdict: 'waived', reason: 'Takes a day.' }),
];
