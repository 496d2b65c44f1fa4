import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import type { Answer } from '../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../http/message-changes.ts';
import { type Contract, partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { numberAt, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { altering, faultDraft } from '../fault.ts';
import type { Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { sentBody } from '../request/request-parts.ts';
import { type ListPlace, listIn, severalIn } from './several-items.ts';

const id = '{operationId}.results';

/** A 207 (RFC 4918 section 13) says of each entry of the request what became of it. */
export const bulkResults = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null || bulkOf(context, operation) === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: partAt(context.description.contract, `${operation.pointer}/responses/207`).pointer,
            statement: 'Each entry of the request must have a result, and the counts must be those of the results.',
          },
        ],
  contractAdvice: () => 'change the description of the response',
  server: {
    reach: { by: 'probes', probe: probeResults },
    faults: (context, { subject: { operationId } }) => {
      const operation = context.operation(operationId);
      const bulk = operation && bulkOf(context, operation);
      const isAbout = context.isTo(operation);
      const last = altering((response, request) => {
        const body = isAbout(request) && response.status === 207 ? jsonIn(response.body) : undefined;
        const results = bulk && within(body, bulk.answered.segments);
        if (body === undefined || bulk === undefined || !Array.isArray(results)) return response;
        return withJson(response, withPart(body, bulk.answered.segments, results.slice(0, -1)));
      });
      return [faultDraft('the last one is left out', last)];
    },
    advice: () => 'Answer with one result for each entry, in the order of the request, and count them then.',
  },
  client: null,
});

const countOfTaken = /^(accepted|succeeded|successful|success|created|stored)(_?count)?$/i;
const countOfRefused = /^(rejected|failed|refused|errors)(_?count)?$/i;

/** The property by which a result says what became of its entry. */
const outcome = /^(status|code|statusCode|success|result|outcome)$/i;

/** A request of several entries, which a 207 answers with a list of results. */
export interface Bulk {
  sent: ListPlace;
  answered: ListPlace;
  /** What the 207 has as a whole, and in one result. */
  whole: SchemaView;
  result: SchemaView;
}

/** Undefined where the 207 is not known to have a result for each entry: it may have those that were refused alone. */
export function bulkOf(
  { description: { contract } }: Pick<MessageContext, 'description'>,
  operation: Operation,
): Bulk | undefined {
  const successes = Object.keys(operation.responses).filter((status) => /^2/.test(status));
  const [request, answer] = [jsonBodySchema(contract, operation), successSchema(contract, operation)];
  if (!['POST', 'PUT', 'PATCH'].includes(operation.method) || successes.join() !== '207') return undefined;
  if (request === undefined || answer === undefined) return undefined;
  const [sent, answered] = [listIn(contract, request), listIn(contract, answer)];
  const { items } = answered === undefined ? {} : viewSchema(contract, answered.pointer);
  if (sent === undefined || answered === undefined || items === undefined) return undefined;
  const result = viewSchema(contract, items);
  const isOfEach = [...result.properties.keys()].some((name) => outcome.test(name));
  const isOfSome = answered.segments.some((name) => /fail|error|reject|invalid|warn|skip/i.test(name));
  return isOfEach && !isOfSome ? { sent, answered, whole: viewSchema(contract, answer), result } : undefined;
}

async function* probeResults({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const bulk = bulkOf(context, operation);
  const parts = bulk && (await severalIn(context, operation));
  if (bulk === undefined || parts === undefined) return;
  const answer = await call(parts);
  const subject = { operationId: operation.id };
  const entries = within(sentBody(parts), bulk.sent.segments);
  const results = within(answer.body, bulk.answered.segments);
  if (answer.response.status !== 207 || !Array.isArray(entries) || !Array.isArray(results))
    return yield { subject, answer, judgement: { outOfReach: 'No 207 has had results.' } };
  const judgement =
    wrongCount(bulk, entries.length, results, answer) ??
    wrongPlaces(context.description.contract, bulk, results) ??
    'kept';
  yield { subject, answer, judgement };
}

function wrongCount(bulk: Bulk, count: number, results: readonly Exact[], { body }: Answer): Violation | undefined {
  if (results.length !== count)
    return { documented: `${count} results, one of each entry.`, received: `${results.length} results` };
  const [taken, refused] = [countOf(bulk, body, countOfTaken), countOf(bulk, body, countOfRefused)];
  const served = results.filter(isTaken).length;
  const isCounted = bulk.result.properties.has('status') && results.every((one) => statusOf(one) !== undefined);
  if (taken !== undefined && isCounted && taken.count !== served)
    return { documented: `${taken.name} ${served}, as the results say.`, received: `${taken.name} ${taken.count}` };
  if (taken === undefined || refused === undefined || taken.count + refused.count === count) return undefined;
  return {
    documented: `${taken.name} and ${refused.name} are all entries: ${count}.`,
    received: `${taken.count} and ${refused.count}`,
  };
}

/** What the answer counts by a property that has a name like this. */
function countOf({ whole }: Bulk, body: Exact | undefined, name: RegExp): { name: string; count: number } | undefined {
  const [own, ...others] = [...whole.properties.keys()].filter((one) => name.test(one));
  const value = own === undefined || others.length > 0 ? undefined : within(body, [own]);
  return own === undefined || typeof value !== 'number' ? undefined : { name: own, count: value };
}

/** Where results have the numbers of their entries, each of these is there once. */
function wrongPlaces(contract: Contract, { result }: Bulk, results: readonly Exact[]): Violation | undefined {
  const pointer = result.properties.get('index');
  const places = results.flatMap((one) => within(one, ['index']) ?? []).map(Number);
  if (pointer === undefined || places.length < results.length) return undefined;
  const first = numberAt(viewSchema(contract, pointer), 'minimum') ?? Math.min(...places);
  const wanted = results.map((_, place) => first + place);
  if (wanted.every((place) => places.includes(place))) return undefined;
  return { documented: `Each index once: ${wanted.join(', ')}.`, received: places.join(', ') };
}

/** The same answer with its first result for each of so many entries, and with the counts of these. */
export function withResults(contract: Contract, bulk: Bulk, body: Exact, count: number): Exact {
  const results = within(body, bulk.answered.segments);
  const [first] = Array.isArray(results) ? results : [];
  if (first === undefined) return body;
  const pointer = bulk.result.properties.get('index');
  const least = (pointer === undefined ? undefined : numberAt(viewSchema(contract, pointer), 'minimum')) ?? 0;
  const all = Array.from({ length: count }, (_, place) =>
    isExactObject(first) && pointer !== undefined ? { ...first, index: least + place } : first,
  );
  const taken = all.filter(isTaken).length;
  const counts = [
    { own: countOf(bulk, body, countOfTaken), value: taken },
    { own: countOf(bulk, body, countOfRefused), value: count - taken },
  ];
  return counts.reduce<Exact>(
    (whole, { own, value }) => (own === undefined ? whole : withPart(whole, [own.name], value)),
    withPart(body, bulk.answered.segments, all),
  );
}

/** True for a 207 by which one entry at least is refused: what is wrong with it alone does not concern the others. */
export function refusesEntry(
  context: Pick<MessageContext, 'description'>,
  operation: Operation,
  { response, body }: Answer,
): boolean {
  const bulk = response.status === 207 ? bulkOf(context, operation) : undefined;
  const results = bulk && within(body, bulk.answered.segments);
  return Array.isArray(results) && results.some(isRefused);
}

/** True for the result of an entry that was not served. */
export function isRefused(result: Exact): boolean {
  return (
    isExactObject(result) &&
    Object.entries(result).some(
      ([name, value]) =>
        outcome.test(name) &&
        /^(?:[45]\d\d$|false$|fail|error|reject|refus|invalid|skip|not.?found|missing|conflict|denied|forbidden)/i.test(
          String(value),
        ),
    )
  );
}

/** The status of one result, where it is that of a response. */
function statusOf(result: Exact): number | undefined {
  const status = isExactObject(result) ? result['status'] : undefined;
  return typeof status === 'number' && status >= 100 && status < 600 ? status : undefined;
}

/** True for the result of an entry that was served. */
export function isTaken(result: Exact): boolean {
  const status = statusOf(result);
  return status !== undefined && status >= 200 && status < 300;
}
