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
const time = 'createdAt: { type: string, format: date-time, readOnly: true }';
const properties = `id: { type: integer }, name: { type: string }, ${time}`;
const room = `{ type: object, required: [name], properties: { ${properties} } }`;
const described = (said: string) =>
  descriptionOf(`
/rooms:
  get:
    operationId: listRooms
    parameters: [{ name: order, in: query, description: '${said}', schema: { enum: [ASC, DESC] } }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${room} }`)} } }
  post:
    operationId: addRoom
    requestBody: { ${json(room)} }
    responses: { '201': { description: '', ${json(room)} } }`);

const idOf = 'listRooms.sorted.order';

type Sorted = (rooms: readonly ExactObject[], order: string | null) => readonly ExactObject[];

interface Server {
  said?: string;
  sorted?: Sorted;
  /** Between one room and the next, in milliseconds. */
  pause?: number;
  wrap?: Wrap;
}

/** By the time of creation. */
const inOrder: Sorted = (rooms, order) => (order === 'DESC' ? rooms.toReversed() : rooms);

/** What is shown of an order by a server of rooms. */
const shownOf = ({ said = '', sorted = inOrder, pause = 1000, wrap }: Server) =>
  shownOfRooms(described(said), idOf, {
    listed: (rooms, query) => sorted(rooms, query.get('order')),
    made: (count) => ({ createdAt: new Date(Date.UTC(2026, 1) + count * pause).toISOString() }),
    wrap,
  });

const said = 'Order of creation';
const byName: Sorted = (rooms, order) =>
  inOrder(
    rooms.toSorted((one, other) => nameOrder(one, other)),
    order,
  );
const nameOrder = (one: ExactObject, other: ExactObject) => (String(one['name']) < String(other['name']) ? 1 : -1);

test.each<[what: string, server: Server, shown: string[]]>([
  ['both directions', {}, ['kept']],
  ['both directions of what it may mean', { sorted: byName }, ['kept']],
  ['one direction, whatever is asked for', { sorted: (rooms) => rooms }, ['violated']],
  ['one direction, where all was made at once', { sorted: (rooms) => rooms, pause: 0 }, []],
  ['both directions of the time that the description names', { said }, ['kept']],
  ['the wrong direction of that', { said, sorted: (rooms, order) => inOrder(rooms, order).toReversed() }, ['violated']],
  ['one direction of that', { said, sorted: (rooms) => rooms }, ['violated']],
])('a list has %s', async (_, server, shown) => expect(await shownOf(server)).toEqual(shown));

test.each(['', said])('the faults of it are detected: "%s"', async (own) => {
  const description = described(own);
  const context = new MessageContext(withoutWorkflows(description));
  const reached = addReachedBy('lists', description, benchFor(description).ledger).filter(({ id }) => id === idOf);
  const faults = reached.flatMap((one) => kindOf(one).server?.faults(context, one) ?? []);
  expect(faults.map(({ what }) => what)).toContain('ignored');
  for (const { wrap, what } of faults) expect(await shownOf({ said: own, wrap }), what).toEqual(['violated']);
});
