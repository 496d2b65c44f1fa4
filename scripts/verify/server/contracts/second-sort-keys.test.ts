import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import type { Wrap } from '../../../requirements/fault.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor } from '../../test/bench.ts';
import { shownOfRooms } from '../../test/listed-rooms.ts';

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
const shownOf = (used: (keys: readonly string[]) => readonly string[], wrap?: Wrap) =>
  shownOfRooms(description, idOf, {
    listed: (rooms, query) =>
      used(query.get('sort')?.split(',') ?? [])
        .toReversed()
        .reduce(inOrderOf, [...rooms]),
    made: (count) => ({ kind: count % 2 === 0 ? 'small' : 'large', price: [3, 1, 4, 2, 6, 5][count % 6] ?? 0 }),
    wrap,
  });

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
