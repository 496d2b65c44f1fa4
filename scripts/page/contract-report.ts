import { relative } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { serviceFactsOf } from '../contract/service-facts.ts';
import type { MutantReport } from '../mutate/results.ts';
import type { Stage } from '../verdict.ts';
import type { Side } from '../verify/advice.ts';
import type { PublicVerification } from '../verify/report/redact.ts';
import { countsOf, verdictOf } from '../verify/report/summary.ts';
import type { FactResult, Sample } from '../verify/result.ts';
import { Excerpts, reportLocation } from './excerpts.ts';
import { Exchanges } from './exchanges.ts';
import { groupsOf, type Placed } from './groups.ts';
import { mutationReport } from './mutation.ts';
import { type ContractReport, type OutcomeReport, type SideReport, sides, type StageReport } from './report.ts';

const mostOthers = 2;

export interface ReportInput {
  contract: Contract;
  /** What was found of each side, without keys; undefined for one that was not held against the contract. */
  server: PublicVerification | undefined;
  client: PublicVerification | undefined;
  /** The mutants of the last run, and what tells whether the contract has changed since. */
  mutants: MutantReport | undefined;
  fingerprint: string;
  stages: readonly Stage[];
  at: Date;
}

/** Puts together what is known of a contract: for the page, and for other programs. Reads the lines of the contract from its files. */
export function contractReport({ contract, server, client, mutants, fingerprint, stages, at }: ReportInput): ContractReport {
  const [excerpts, exchanges] = [new Excerpts(), new Exchanges()];
  const mutation = mutants === undefined ? null : mutationReport(mutants, fingerprint);
  const placed = placedFacts({ server, client }, mutation?.mutants ?? [], excerpts, exchanges);
  const { title, version } = serviceFactsOf(contract);
  const checks = stages.map((stage) => stageReport(stage, new Set(placed.map(({ fact }) => fact.id))));
  const held = { server: server === undefined ? null : sideReport(server), client: client === undefined ? null : sideReport(client) };
  return {
    formatVersion: 1,
    at: at.toISOString(),
    verdict: overall(held, checks),
    contract: { file: relative(process.cwd(), contract.file), title, version },
    variables: ['BASE_URL', 'KEY', 'LIMITED_KEY'].filter((name) => exchanges.list.some(({ curl }) => curl?.includes(`"$${name}"`))),
    sides: held,
    mutation,
    stages: checks,
    groups: groupsOf(contract, placed),
    excerpts: excerpts.list,
    exchanges: exchanges.list,
  };
}

/** The facts of both sides, each once, with what became of it on either; what is the client's alone comes last. */
function placedFacts(held: Record<Side, PublicVerification | undefined>, mutants: readonly { factIds: readonly string[] }[], excerpts: Excerpts, exchanges: Exchanges): Placed[] {
  const results = { server: resultsById(held.server), client: resultsById(held.client) };
  const facts = new Map([...results.client, ...results.server].map(([id, { fact }]) => [id, fact]));
  const ids = new Set([...results.server.keys(), ...results.client.keys()]);
  const mutantsOf = Map.groupBy(mutants.flatMap(({ factIds }, index) => factIds.map((id) => ({ id, index }))), ({ id }) => id);
  return [...ids].flatMap((id) => {
    const fact = facts.get(id);
    if (fact === undefined) return [];
    const { operationId, statement, pointer, location } = fact;
    const outcome = (side: Side) => outcomeOf(results[side].get(id), held[side], exchanges);
    const [server, client] = [outcome('server'), outcome('client')];
    return [{ operationId, fact: { id, statement, pointer, location: reportLocation(location), excerpt: excerpts.add(location), server, client, mutants: mutantsOf.get(id)?.map(({ index }) => index) ?? [] } }];
  });
}

function resultsById(verification: PublicVerification | undefined): Map<string, FactResult> {
  return new Map(verification?.facts.map((result) => [result.fact.id, result]));
}

function outcomeOf(result: FactResult | undefined, verification: PublicVerification | undefined, exchanges: Exchanges): OutcomeReport | null {
  if (result === undefined || verification === undefined) return null;
  const { baseUrl, curls } = verification;
  const samples = telling(result.samples).map(({ title, isKept, request, response }) => ({ title: title ?? null, isKept, exchange: exchanges.add(request, response, curls.get(request) ?? '', baseUrl) }));
  const own = { cases: result.cases, samples };
  if (result.verdict === 'kept') return { ...own, verdict: result.verdict };
  if (result.verdict !== 'broken') return { ...own, verdict: result.verdict, reason: result.reason };
  const { documented, received, count, advice, request, response, curl } = result.breach;
  const side = 'server' in advice ? advice.server : advice.client;
  return { ...own, verdict: result.verdict, breach: { documented, received, count, advice: { side, contract: advice.contract }, exchange: exchanges.add(request, response, curl, baseUrl) } };
}

/** Cases of the fact itself, and a few of the many that show it as well. */
function telling(samples: readonly Sample[]): Sample[] {
  const others = samples.filter(({ title }) => title === undefined);
  return samples.filter((sample) => sample.title !== undefined || others.indexOf(sample) < mostOthers);
}

function sideReport(verification: PublicVerification): SideReport {
  const { requests, seed, seconds, facts } = verification;
  return { verdict: verdictOf(verification), counts: countsOf(facts), requests, seed, seconds };
}

/** What a stage found, but for what the facts tell themselves: such a finding names its fact first. */
function stageReport({ name, seconds, summary, findings, isSkipped }: Stage, ids: ReadonlySet<string>): StageReport {
  const own = findings.filter(({ detail = '' }) => !ids.has(detail.split(' by ')[0] ?? ''));
  return {
    name,
    verdict: isSkipped === true ? 'skipped' : findings.length > 0 ? 'failed' : 'passed',
    seconds,
    summary,
    findings: own.map(({ location, side, message, detail }) => ({ location: reportLocation(location), side, message, detail: detail ?? null })),
  };
}

function overall(held: Record<Side, SideReport | null>, stages: readonly StageReport[]): ContractReport['verdict'] {
  const verdicts = sides.flatMap((side) => held[side]?.verdict ?? []);
  if (verdicts.includes('broken') || stages.some(({ findings }) => findings.length > 0)) return 'broken';
  return verdicts.includes('unproven') || verdicts.length === 0 ? 'unproven' : 'kept';
}
