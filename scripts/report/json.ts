import { isUtf8 } from 'node:buffer';
import { relative } from 'node:path';
import type { HttpRequest } from '../http/exchange.ts';
import type { Advice } from '../requirements/advice.ts';
import type { RequirementResult } from '../verify/result.ts';
import { exitCodeOf, type Stage } from './check-verdict.ts';
import { causesOf } from './finding-causes.ts';
import type { PublicVerification } from './redact.ts';
import { reportLocation } from './report-location.ts';
import { type Counts, countsOf, verdictOf } from './summary.ts';

/** The report for other programs. What is here stays as it is for this `formatVersion`; members may be added. */
export interface JsonReport {
  formatVersion: 2;
  verdict: 'kept' | 'violated' | 'unproven';
  contract: { file: string; title: string; version: string };
  baseUrl: string;
  seed: number;
  seconds: number;
  requests: number;
  /** How many requirements are waived since no request was left for them. */
  unreached: number;
  counts: Counts;
  /** In the order of the contract. */
  requirements: JsonRequirement[];
}

export type JsonRequirement = {
  id: string;
  /** Null for what concerns requests that reach no operation. */
  operationId: string | null;
  statement: string;
  /** A JSON pointer (RFC 6901) into the contract or its workflows. */
  pointer: string;
  /** The file relative to the working directory; line and column count from 1. */
  location: { file: string; line: number; column: number };
  /** How many exchanges it was verified with. */
  cases: number;
} & (
  | { verdict: 'kept' }
  | { verdict: 'unproven' | 'waived'; reason: string }
  | { verdict: 'violated'; violation: JsonViolation }
);

export interface JsonViolation {
  documented: string;
  received: string;
  /** How many of the cases showed it. */
  count: number;
  advice: Advice;
  curl: string;
  request: { method: string; target: string; headers: HttpRequest['headers']; body: JsonBody | null };
  /** Null when none came; `receivedAt` as of RFC 3339. */
  response: { status: number; headers: HttpRequest['headers']; body: JsonBody; receivedAt: string } | null;
}

/** The bytes of a body: as text where they are UTF-8, else in Base64. */
export interface JsonBody {
  encoding: 'utf-8' | 'base64';
  data: string;
}

/** The report as a text of JSON. */
export function jsonReport(verification: PublicVerification, verdict = verdictOf(verification)): string {
  const { contract, baseUrl, seed, seconds, requests, unreached, requirements } = verification;
  const report: JsonReport = {
    formatVersion: 2,
    verdict,
    contract: { file: relative(process.cwd(), contract.file), title: contract.title, version: contract.version },
    baseUrl,
    seed,
    seconds,
    requests,
    unreached,
    counts: countsOf(requirements),
    requirements: requirements.map(jsonRequirement),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function jsonRequirement(result: RequirementResult): JsonRequirement {
  const {
    requirement: { id, operationId, statement, pointer, location },
    cases,
  } = result;
  const own = { id, operationId, statement, pointer, location: reportLocation(location), cases };
  if (result.verdict === 'kept') return { ...own, verdict: result.verdict };
  if (result.verdict !== 'violated') return { ...own, verdict: result.verdict, reason: result.reason };
  const { documented, received, count, advice, curl, request, response } = result.violation;
  const { method, target } = request;
  return {
    ...own,
    verdict: result.verdict,
    violation: {
      documented,
      received,
      count,
      advice,
      curl,
      request: { method, target, headers: request.headers, body: request.body && jsonBody(request.body) },
      response: response && {
        status: response.status,
        headers: response.headers,
        body: jsonBody(response.body),
        receivedAt: new Date(response.receivedAt).toISOString(),
      },
    },
  };
}

function jsonBody(body: Buffer): JsonBody {
  return isUtf8(body)
    ? { encoding: 'utf-8', data: body.toString() }
    : { encoding: 'base64', data: body.toString('base64') };
}

/** What a check found, for other programs. Members may be added for this `formatVersion`. */
export interface CheckJsonReport {
  formatVersion: 1;
  verdict: 'kept' | 'violated' | 'could not run';
  seconds: number;
  stages: { name: string; seconds: number; summary: string; outcome: 'passed' | 'failed' | 'skipped' | 'prevented' }[];
  /** Each once, whichever stages have found it. */
  findings: {
    location: JsonRequirement['location'];
    /** A JSON pointer (RFC 6901) into the contract; null where the finding is about code alone. */
    pointer: string | null;
    side: string;
    message: string;
    detail: string | null;
    foundBy: readonly {
      stage: string;
      side: string;
      location: JsonRequirement['location'];
      message: string;
      detail: string | null;
    }[];
    requirementIds: readonly string[];
  }[];
}

/** A check as a text of JSON. */
export function checkJsonReport(stages: readonly Stage[], seconds: number): string {
  const report: CheckJsonReport = {
    formatVersion: 1,
    verdict: ({ 0: 'kept', 1: 'violated', 2: 'could not run' } as const)[exitCodeOf(stages)],
    seconds,
    stages: stages.map((stage) => ({
      name: stage.name,
      seconds: stage.seconds,
      summary: stage.summary,
      outcome: stage.findings.length > 0 ? 'failed' : (stage.notRun ?? 'passed'),
    })),
    findings: causesOf(stages).map(({ finding, witnesses, requirementIds }) => ({
      location: reportLocation(finding.location),
      pointer: finding.pointer ?? null,
      side: finding.side,
      message: finding.message,
      detail: finding.detail ?? null,
      foundBy: witnesses.map(({ stage, finding: witness }) => ({
        stage,
        side: witness.side,
        location: reportLocation(witness.location),
        message: witness.message,
        detail: witness.detail ?? null,
      })),
      requirementIds,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
