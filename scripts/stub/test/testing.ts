import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { headerOf } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import { readContract } from '../../openapi/contract.ts';
import { type Description, describe } from '../../openapi/description.ts';
import type { RequirementDraft } from '../../requirements/requirement.ts';
import { responseRequirements } from '../../requirements/response/response-requirements.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import { responsesTo, unmatchedResponses } from '../../requirements/response/response-sets.ts';
import { contractOf } from '../../test/testing.ts';
import { Ledger } from '../../verify/ledger.ts';
import { ResponseChecks } from '../../verify/server/response-checks.ts';
import { descriptionOf, operationIn, requestOf, StillClock } from '../../verify/test/testing.ts';
import { Stub, type StubExchange, type StubOptions } from '../stub.ts';

/** Every set of responses of the contract in a file; those of `fixtures/` may be of several files. */
export async function setsIn(file: string): Promise<{ name: string; description: Description; set: ResponseSet }[]> {
  const text = readFileSync(file, 'utf8');
  const description = describe(text.includes('.yaml#') ? await readContract(file) : contractOf(text));
  return [...description.operations.map(responsesTo), unmatchedResponses(description)].map((set) => ({
    name: `${basename(file)} ${set.name}`,
    description,
    set,
  }));
}

/** An operation whose responses are written as the YAML of one line. */
export function setOf(
  responses: string,
  components = '',
  method = 'get',
): { description: Description; set: ResponseSet } {
  const description = descriptionOf(
    `/books:\n  ${method}: { operationId: readBooks, responses: ${responses} }`,
    components,
  );
  return { description, set: responsesTo(operationIn(description, 'readBooks')) };
}

/** Says of a response which requirements of a set it breaks, by their ids; what headers mean is left out. */
export function violationsIn(description: Description, set: ResponseSet): (response: ScriptedResponse) => string[] {
  const ledger = new Ledger(description.contract);
  const failure: RequirementDraft = {
    id: `${set.name}.responses.failure`,
    operationId: null,
    pointer: '',
    statement: '',
    subject: { kind: 'status', status: 'failure' },
  };
  for (const requirement of [...responseRequirements(description, set), failure]) ledger.add(requirement);
  const responseChecks = new ResponseChecks(description, ledger, [set], unmatchedResponses(description));
  const request = requestOf(set.operation?.method ?? 'GET', '/');
  const counts = () =>
    new Map(
      ledger
        .results('http://localhost')
        .flatMap((result) => (result.verdict === 'broken' ? [[result.requirement.id, result.violation.count]] : [])),
    );
  return (response) => {
    const [before, { delivery }] = [counts(), response];
    if (delivery?.kind === 'cut' || delivery?.kind === 'none') responseChecks.unanswered(set, request, 'it is cut');
    else responseChecks.check(set, { request, response }, set.operation?.path);
    return [...counts()].flatMap(([id, count]) =>
      count === before.get(id) || /\.headers\..*\.meaning$/.test(id) ? [] : [id],
    );
  };
}

/** What a stub has answered, for people: the body as JSON if it is that. */
export interface Answered {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

export interface StubBench {
  stub: Stub;
  clock: StillClock;
  exchanges: StubExchange[];
  /** Sends a request: `GET /books?limit=2`, with a value as its JSON body and these headers. */
  ask(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>;
}

/** A stub of a contract in one text, with a clock that stands still. */
export function stubFor(document: string, options: Partial<StubOptions> = {}): StubBench {
  const clock = new StillClock();
  const exchanges: StubExchange[] = [];
  const specification = { description: describe(contractOf(document)), workflows: undefined };
  const stub = new Stub(specification, {
    now: () => clock.now(),
    seed: 1,
    choice: { kind: 'state' },
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
  const ask: StubBench['ask'] = async (line, body, headers = {}) => {
    const [method = '', target = ''] = line.split(' ');
    const bytes = body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const hasType = bytes === null || Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    const response = await stub.respond({
      method,
      target,
      headers: [...(hasType ? [] : [['Content-Type', 'application/json'] as const]), ...Object.entries(headers)],
      body: bytes,
    });
    const text = response.body.toString();
    const isOfJson = isJson(headerOf(response, 'Content-Type') ?? '') && text !== '';
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value])),
      body: isOfJson ? JSON.parse(text) : text,
    };
  };
  return { stub, clock, exchanges, ask };
}
