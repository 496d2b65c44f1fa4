import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import type { Wrap } from '../../../requirements/fault.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, harnessAt, idsOf } from '../../test/bench.ts';
import { createItems } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const properties = 'id: { type: integer }, kind: { enum: [small, large] }, price: { type: integer }';
const room = `{ type: object, required: [kind], properties: { ${properties} } }`;
const keys = 'type: array, maxItems: 2, items: { enum: [kind, -kind, price, -price] }';
const description = descriptionOf(`
/rooms:
  get:
    operationId: listRooms
    parameters: [{ name: sort, in: query, style: form, explode: false, schema: { ${keys} } }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${room} }`)} } }
  post:
    operationId: addRoom
    requestBody: { ${json(room)} }
    responses: { '201': { description: '', ${json(room)} } }`);

const idOf = 'listRooms.sorted.sort';

/** By one key; things of the same value stay as they are. */
function inOrderOf(rooms: readonly ExactObject[], key: string): ExactObject[] {
  const sign = key.startsWith('-') ? -1 : 1;
  const isByKind = key.endsWith('kind');
  const valueOf = ({ kind, price }: ExactObject) => (isByKind ? Number(kind === 'small') : Number(price));
  return rooms.toSorted((one, other) => sign * (valueOf(one) - valueOf(other)));
}

/** What is shown of an order, of a server that sorts by some of the keys that it is asked for. */
async function shownOf(used: (keys: readonly string[]) => readonly string[], wrap: Wrap = (send) => send) {
  const rooms: ExactObject[] = [];
  const { session, ledger } = benchFor(
    description,
    ({ method, target, body }) => {
      const asked = new URL(target, 'http://localhost').searchParams.get('sort')?.split(',') ?? [];
      if (method === 'GET') return { body: used(asked).toReversed().reduce(inOrderOf, rooms) };
      const sent = jsonIn(body);
      const [kind, price] = [rooms.length % 2 === 0 ? 'small' : 'large', [3, 1, 4, 2, 6, 5][rooms.length % 6] ?? 0];
      const item = { ...(isExactObject(sent) ? sent : {}), id: rooms.length + 1, kind, price };
      rooms.push(item);
      return { status: 201, body: item };
    },
    undefined,
    (send, clock) => wrap(send, harnessAt(clock)),
  );
  addReachedBy('lists', description, ledger);
  const [resource = expect.fail('Nothing is listed.')] = session.resources;
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 6);
  await checkList(session, stored);
  return (['kept', 'violated'] as const).filter((verdict) => idsOf(ledger, verdict, 'lists').includes(idOf));
}

test.each<[what: string, used: Parameters<typeof shownOf>[0], shown: string[]]>([
  ['both keys', (asked) => asked, ['kept']],
  ['the first key alone', (asked) => asked.slice(0, 1), ['violated']],
  [
    'the second key in the other direction',
    ([first, second]) => [first, second?.replace('-', '')].flatMap((one) => one ?? []),
    ['violated'],
  ],
])('a list is sorted by %s', async (_, used, shown) => expect(await shownOf(used)).toEqual(shown));

test('the faults of it are detected', async () => {
  const context = new MessageContext(withoutWorkflows(description));
  const own = addReachedBy('lists', description, benchFor(description).ledger).filter(({ id }) => id === idOf);
  const faults = own.flatMap((one) => kindOf(one).server?.faults(context, one) ?? []);
  expect(faults.map(({ what }) => what)).toContain('by the first of two alone');
  for (const { wrap } of faults) expect(await shownOf((asked) => asked, wrap)).toEqual(['violated']);
});
