import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { Waits } from './waits.ts';

const kind = (path: string) => `
/${path}:
  post: { operationId: add-${path}, responses: { '201': { description: '' } } }
/${path}/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read-${path}, responses: { '200': { description: '' } } }`;
const [shelf = expect.fail('There are no shelves.'), room = expect.fail('There are no rooms.')] = resourcesOf(
  descriptionOf(`${kind('shelves')}${kind('rooms')}`),
);

test('what waits is not waited for, until all that waits at once is there', async () => {
  const waits = new Waits();
  const found = [Promise.withResolvers<Exact>(), Promise.withResolvers<Exact>()];
  const rooms = found.map(({ promise }) => waits.heldBy(shelf, room, () => promise));
  const find = async () => 'a shelf';
  expect(await waits.heldBy(room, shelf, find)).toBeUndefined();
  found[0]?.resolve('first');
  await rooms[0];
  expect(await waits.heldBy(room, shelf, find)).toBeUndefined();
  found[1]?.resolve('second');
  expect(await Promise.all(rooms)).toEqual(['first', 'second']);
  expect(await waits.heldBy(room, shelf, find)).toBe('a shelf');
});
