import { relative } from 'node:path';
import type { MutantReport } from '../../mutate/results.ts';
import type { Contract } from '../../openapi/contract.ts';
import { serviceOf } from '../../openapi/service.ts';
import { joinedOrder } from '../../requirements/joined-order.ts';
import type { Side } from '../../requirements/side.ts';
import type { RequirementResult, Sample } from '../../verify/result.ts';
import type { Stage } from '../check-verdict.ts';
import { detailOf } from '../describe-check.ts';
import { type Cause, causesOf, stagesOf } from '../finding-causes.ts';
import type { PublicVerification } from '../redact.ts';
import { reportLocation } from '../report-location.ts';
import { countsOf, verdictOf } from '../summary.ts';
import { Excerpts } from './excerpts.ts';
import { Exchanges } from './exchanges.ts';
import { groupsOf, type Placed } from './groups.ts';
import { mutationReport } from './mutation.ts';
import {
  type CauseReport,
  type ContractReport,
  type OutcomeReport,
  type SideReport,
  type StageReport,
  sides,
} from './report.ts';

const mostOthers = 2;

export interface ReportInput {
  contract: Contract;
  /** What was found of each side, without keys; undefined for one that was not verified. */
  server: PublicVerification | undefined;
  client: PublicVerification | undefined;
  /** The mutants of the last run, and the fingerprint that shows whether the contract has changed since. */
  mutation: { mutants: MutantReport; fingerprint: string } | undefined;
  stages: readonly Stage[];
  at: Date;
}

/**
 * Puts together what is known of a contract: for the page, and for other programs.
 * Reads the lines of the contract from its files.
 */
export function contractReport({ contract, server, client, mutation: tried, stages, at }: ReportInput): ContractReport {
  const [excerpts, exchanges] = [new Excerpts(), new Exchanges()];
  const mutation = tried === undefined ? null : mutationReport(tried.mutants, tried.fingerprint);
  const placed = placedRequirements({ server, client }, mutation?.mutants ?? [], excerpts, exchanges);
  const { title, version } = serviceOf(contract);
  const checks = stages.map((stage) => stageReport(stage, new Set(placed.map(({ requirement }) => requirement.id))));
  const sides = {
    server: server === undefined ? null : sideReport(server),
    client: client === undefined ? null : sideReport(client),
  };
  return {
    formatVersion: 2,
    at: at.toISOString(),
    verdict: overall(sides, checks),
    contract: { file: relative(process.cwd(), contract.file), title, version },
    variables: ['BASE_URL', 'KEY', 'LIMITED_KEY'].filter((name) =>
      exchanges.list.some(({ curl }) => curl?.includes(`"$${name}"`)),
    ),
    sides: sides,
    mutation,
    stages: checks,
    causes: causesOf(stages).map(causeReport),
    groups: groupsOf(contract, placed),
    excerpts: excerpts.list,
    exchanges: exchanges.list,
  };
}

/** The requirements of both sides, each once, with what became of it on either. */
function placedRequirements(
  verifications: Record<Side, PublicVerification | undefined>,
  mutants: readonly { requirementIds: readonly string[] }[],
  excerpts: Excerpts,
  exchanges: Exchanges,
): Placed[] {
  const results = { server: resultsById(verifications.server), client: resultsById(verifications.client) };
  const requirements = new Map(
    [...results.client, ...results.server].map(([id, { requirement }]) => [id, requirement]),
  );
  const ids = joinedOrder([results.server.keys(), results.client.keys()]);
  const mutantsOf = Map.groupBy(
    mutants.flatMap(({ requirementIds }, index) => requirementIds.map((id) => ({ id, index }))),
    ({ id }) => id,
  );
  return ids.flatMap((id) => {
    const requirement = requirements.get(id);
    if (requirement === undefined) return [];
    const { statement, pointer, location } = requirement;
    const outcome = (side: Side) => outcomeOf(results[side].get(id), verifications[side], exchanges);
    const [server, client] = [outcome('server'), outcome('client')];
    return [
      {
        of: requirement,
        requirement: {
          id,
          statement,
          pointer,
          location: reportLocation(location),
          status: requirement.subject['status'] ?? null,
          excerpt: excerpts.add(location),
          server,
          client,
          mutants: mutantsOf.get(id)?.map(({ index }) => index) ?? [],
        },
      },
    ];
  });
}

function resultsById(verification: PublicVerification | undefined): Map<string, RequirementResult> {
  return new Map(verification?.requirements.map((result) => [result.requirement.id, result]));
}

function outcomeOf(
  result: RequirementResult | undefined,
  verification: PublicVerification | undefined,
  exchanges: Exchanges,
): OutcomeReport | null {
  if (result === undefined || verification === undefined) return null;
  const { baseUrl, curls } = verification;
  const samples = sampleCases(result.samples).map(({ title, isKept, request, response }) => ({
    title: title ?? null,
    isKept,
    exchange: exchanges.add(request, response, curls.get(request) ?? '', baseUrl),
  }));
  const own = { cases: result.cases, samples };
  if (result.verdict === 'kept') return { ...own, verdict: result.verdict };
  if (result.verdict !== 'violated') return { ...own, verdict: result.verdict, reason: result.reason };
  const { documented, received, count, advice, request, response, curl } = result.violation;
  const side = 'server' in advice ? advice.server : advice.client;
  return {
    ...own,
    verdict: result.verdict,
    violation: {
      documented,
      received,
      count,
      advice: { side, contract: advice.contract },
      exchange: exchanges.add(request, response, curl, baseUrl),
    },
  };
}

/** Cases of the requirement itself, and a few of the many that show it as well. */
function sampleCases(samples: readonly Sample[]): Sample[] {
  const others = samples.filter(({ title }) => title === undefined);
  return samples.filter((sample) => sample.title !== undefined || others.indexOf(sample) < mostOthers);
}

function sideReport(verification: PublicVerification): SideReport {
  const { requests, seed, seconds, requirements } = verification;
  return { verdict: verdictOf(verification), counts: countsOf(requirements), requests, seed, seconds };
}

/** What a stage found, without the findings of requirements, which are shown with these. */
function stageReport({ name, seconds, summary, findings, notRun }: Stage, ids: ReadonlySet<string>): StageReport {
  const own = findings.filter(({ requirementId }) => requirementId === undefined || !ids.has(requirementId));
  return {
    name,
    verdict: notRun !== undefined ? 'skipped' : findings.length > 0 ? 'failed' : 'passed',
    seconds,
    summary,
    findings: own.map((finding) => ({
      location: reportLocation(finding.location),
      side: finding.side,
      message: finding.message,
      detail: detailOf(finding) ?? null,
    })),
  };
}

function causeReport(cause: Cause): CauseReport {
  const { location, side, message } = cause.finding;
  return {
    location: reportLocation(location),
    side,
    message,
    detail: detailOf(cause.finding) ?? null,
    foundBy: stagesOf(cause),
    requirementIds: [...cause.requirementIds],
  };
}

function overall(bySide: Record<Side, SideReport | null>, stages: readonly StageReport[]): ContractReport['verdict'] {
  const verdicts = sides.flatMap((side) => bySide[side]?.verdict ?? []);
  if (verdicts.includes('violated') || stages.some(({ findings }) => findings.length > 0)) return 'violated';
  return verdicts.includes('unproven') || verdicts.length === 0 ? 'unproven' : 'kept';
}
