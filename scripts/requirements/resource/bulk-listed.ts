import { type Exact, type ExactObject, isExactObject, within } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../http/message-changes.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { type ListOperation, makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { textAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { altering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { resourceOfPath } from '../request/referenced-resource.ts';
import { sentBody } from '../request/request-parts.ts';
import { settled } from '../settled.ts';
import { type Bulk, bulkOf, isTaken } from './bulk-results.ts';
import { covers } from './item/item-difference.ts';
import { keptBetween } from './item/item-properties.ts';
import { severalIn } from './several-items.ts';
import { shownValue } from './shown-value.ts';

const id = '{operationId}.listsEach.{other}';

/** Entries of one request that a 207 says are taken: each is in the list at that path then, as it was sent. */
export const bulkListed = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    context.resources.flatMap((resource) => {
      if (operation?.method !== 'GET' || resource.list?.operation !== operation) return [];
      const bulk = bulkListedBy(context, resource);
      if (bulk === undefined) return [];
      return [
        {
          subject: { operationId: operation.id, other: bulk.operation.id },
          pointer: partAt(context.description.contract, operation.pointer).pointer,
          statement: `Each entry that ${bulk.operation.id} has taken must be listed as it was sent.`,
        },
      ];
    }),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: { by: 'probes', probe: probeListed },
    faults: (context, { subject: { operationId } }) => {
      const list = context.resources.find((one) => one.list?.operation.id === operationId)?.list;
      const isAbout = context.isTo(list?.operation);
      const one = altering((response, request) => {
        const body = isAbout(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
        const items = list && within(body, list.segments);
        if (body === undefined || list === undefined || !Array.isArray(items)) return response;
        return withJson(response, withPart(body, list.segments, items.slice(0, 1)));
      });
      return [faultDraft('one alone', one)];
    },
    advice: ({ other }) => `List each entry that ${other} has answered as taken.`,
  },
  client: null,
});

interface BulkListed extends Bulk {
  operation: Operation;
  list: ListOperation;
  /** The properties that an entry and an item of the list have in common. */
  names: string[];
}

/** What adds to a list beneath something, several at once. */
function bulkListedBy(
  context: Pick<MessageContext, 'description' | 'resources'>,
  resource: Resource,
): BulkListed | undefined {
  const { list } = resource;
  const { contract, operations } = context.description;
  const operation = operations.find(({ method, path }) => method === 'POST' && path === list?.operation.path);
  const bulk = operation && bulkOf(context, operation);
  const entry = bulk && viewSchema(contract, bulk.sent.pointer).items;
  if (list === undefined || operation === undefined || bulk === undefined || entry === undefined) return undefined;
  const names = keptBetween(contract, resource, entry, list.item).map(({ name }) => name);
  return names.length === 0 || !isBeneath(context, operation) ? undefined : { ...bulk, operation, list, names };
}

/** True beneath something of which a new one has nothing in its list. */
function isBeneath(context: Pick<MessageContext, 'resources'>, operation: Operation): boolean {
  const parameter = operation.parameters.findLast((one) => one.in === 'path');
  const above = parameter && resourceOfPath(context, operation, parameter.name);
  return above !== undefined && makerOf(above) !== undefined;
}

async function* probeListed(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  const resource = context.resources.find(({ list }) => list?.operation === operation);
  const bulk = resource && bulkListedBy(context, resource);
  if (bulk === undefined) return;
  const given = await context.source.newItems.newPath(bulk.operation);
  const parts = await severalIn(context, bulk.operation, given);
  if (parts === undefined || Object.keys(given).length === 0) return;
  const answer = await call(parts);
  const subject = { operationId: operation.id, other: bulk.operation.id };
  const taken = takenOf(bulk, sentBody(parts), answer);
  if (taken.length === 0)
    return yield { subject, answer, judgement: { outOfReach: 'No 207 has said that several entries were taken.' } };
  const reading = await context.source.base(operation, 'all', true, given);
  const judgeSeen = (seen: Answer) => judge(context, bulk, taken, seen);
  const seen = await settled(
    run,
    () => call(reading),
    (one) => judgeSeen(one) === 'kept',
  );
  yield { subject, answer: seen, judgement: judgeSeen(seen) };
}

function judge(
  context: PlanningContext,
  { operation, list }: BulkListed,
  taken: readonly ExactObject[],
  { response, body }: Answer,
): 'kept' | Violation | OutOfReach {
  const items = within(body, list.segments);
  if (!isSuccess(response) || !Array.isArray(items)) return { outOfReach: 'No list was returned.' };
  const missing = taken.find((entry) => !items.some((item) => covers(item, entry)));
  if (missing === undefined) return 'kept';
  // A list of what has a time may have that of late alone.
  if (items.length === 0 && list.operation.parameters.some((one) => isOfTime(context, one)))
    return { outOfReach: 'The list shows nothing without a time.' };
  const documented = `What ${operation.id} answered that it has taken: ${shownValue(missing)}`;
  return { documented, received: 'none that is as it was sent' };
}

function isOfTime({ description: { contract } }: PlanningContext, parameter: Parameter): boolean {
  return /^date/.test(textAt(viewSchema(contract, parameterSchema(parameter)), 'format') ?? '');
}

/** The entries that were taken, by what the list shows of one. */
function takenOf({ sent, answered, names }: BulkListed, body: Exact | undefined, answer: Answer): ExactObject[] {
  const [entries, results] = [within(body, sent.segments), within(answer.body, answered.segments)];
  if (!Array.isArray(entries) || !Array.isArray(results) || results.length !== entries.length) return [];
  return entries.flatMap((entry, index) => {
    if (!isExactObject(entry) || !isTaken(results[index] ?? null)) return [];
    return [Object.fromEntries(Object.entries(entry).filter(([name]) => names.includes(name)))];
  });
}
