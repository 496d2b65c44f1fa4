import { expect, test } from 'vitest';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { listParametersOf } from '../../../openapi/list-parameters.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { filteredListings } from './filtered-listings.ts';
import { listedBy } from './list-resource.ts';
import type { Listing, Query } from './observed-list.ts';

const state = '{ enum: [open, held, shut] }';
const item = `{ type: object, properties: { id: { type: integer }, state: ${state} } }`;
const description = descriptionOf(`
/crates:
  get:
    operationId: listCrates
    parameters: [{ name: state, in: query, schema: { type: array, items: ${state} } }]
    responses:
      '200': { description: '', content: { application/json: { schema: { type: array, items: ${item} } } } }
/crates/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: readCrate
    responses: { '200': { description: '', content: { application/json: { schema: ${item} } } } }`);

/** What is found where every list has these items, and what was asked for. */
async function found(items: { id: number; state: string }[]) {
  const context = offlineContext({ description, workflows: undefined });
  const [resource = expect.fail('There is no list.')] = listedBy(context.resources, { id: 'listCrates' });
  const answer = { request: requestOf('GET', '/crates'), response: responseOf({ body: items }), body: items };
  const all: Listing = { first: { answer, items }, items, isComplete: true };
  const asked: Query[] = [];
  const listings = await filteredListings(context, {
    resource,
    parameters: listParametersOf(description, resource.list),
    stored: { present: [], nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: true },
    all,
    isAskedForPart: false,
    page: async () => undefined,
    linked: async () => undefined,
    everything: async (query) => {
      asked.push(query);
      return all;
    },
    read: async () => answer,
    isAcknowledged: () => true,
  });
  return { listings, asked };
}

test('of a filter with several values, two that items have are asked for together', async () => {
  const { asked } = await found([
    { id: 1, state: 'open' },
    { id: 2, state: 'shut' },
  ]);
  expect(asked.map(([pair]) => pair?.[1])).toEqual([['open'], ['held'], ['shut'], ['open', 'shut']]);
});

test('what has the value in another case may be listed', async () => {
  const { listings } = await found([{ id: 1, state: 'OPEN' }]);
  expect(listings.map(({ text, excludes }) => [text, excludes({ id: 1, state: 'OPEN' })])).toEqual(
    expect.arrayContaining([
      ['state open', false],
      ['state held', true],
    ]),
  );
});
