import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { createItems } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const time = '{ type: string, format: date-time }';
const sent = `{ type: object, required: [at], properties: { at: ${time} } }`;
const visit = `{ type: object, required: [id, at], properties: { id: { type: integer }, at: ${time} } }`;
const bounds = ['from', 'to'].map((name) => `{ name: ${name}, in: query, required: true, schema: ${time} }`);
const description = descriptionOf(`
/visits:
  get:
    operationId: listVisits
    parameters: [${bounds.join(', ')}]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${visit} }`)} }, '400': { description: '' } }
  post:
    operationId: addVisit
    requestBody: { required: true, ${json(sent)} }
    responses: { '201': { description: '', ${json(visit)} } }`);

/** What is found of visits of a period that must be given, and may be this long at most. */
async function foundOf(isListed: (at: number, from: number, to: number) => boolean, most = Number.POSITIVE_INFINITY) {
  const visits: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const { searchParams } = new URL(target, 'http://localhost');
    const [from = 0, to = 0] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
    if (method === 'GET' && to - from > most) return { status: 400 };
    if (method === 'GET') return { body: visits.filter(({ at }) => isListed(Date.parse(String(at)), from, to)) };
    const value = jsonIn(body);
    const day = String(10 + visits.length);
    const item = { ...(isExactObject(value) ? value : {}), at: `2026-11-${day}T12:00:00Z`, id: visits.length + 1 };
    visits.push(item);
    return { status: 201, body: item };
  });
  addReachedBy('lists', description, ledger);
  const [resource = expect.fail('Nothing is listed.')] = session.resources;
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 4);
  await checkList(session, stored);
  return { kept: idsOf(ledger, 'kept', 'lists'), violated: idsOf(ledger, 'violated', 'lists') };
}

const ranges = ['listVisits.range.from', 'listVisits.range.to'];

test('a period that must be given is a long one: all is listed', async () => {
  const { kept, violated } = await foundOf((at, from, to) => at >= from && at < to);
  expect(violated).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(['listVisits.lists.addVisit', ...ranges]));
});

test.each<[what: string, isListed: Parameters<typeof foundOf>[0], id: string | undefined]>([
  ['from when', (at, _, to) => at < to, ranges[0]],
  ['until when', (at, from) => at >= from, ranges[1]],
])('a list that does not look at it %s', async (_, isListed, id) => {
  expect((await foundOf(isListed)).violated).toEqual([id]);
});

test('where so long a period is refused, nothing is missing in another one', async () => {
  const year = 365 * 24 * 3600 * 1000;
  expect((await foundOf((at, from, to) => at >= from && at < to, year)).violated).toEqual([]);
});
