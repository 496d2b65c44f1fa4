import { expect, test } from 'vitest';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { listedBy } from './list-resource.ts';
import type { Page } from './observed-list.ts';
import { sizedPages } from './sized-pages.ts';

const item = '{ type: object, properties: { id: { type: integer } } }';
const listing = (text: string) =>
  descriptionOf(`
/crates:
  get:
    operationId: listCrates
    parameters: [{ name: limit, in: query, description: '${text}', schema: { type: integer, minimum: 1 } }]
    responses:
      '200': { description: '', content: { application/json: { schema: { type: array, items: ${item} } } } }
/crates/{id}:
  get:
    operationId: readCrate
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', content: { application/json: { schema: ${item} } } } }`);

test.each([
  ['At most 5.', [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]],
  ['Values above 5 are reduced to 5.', [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 5]],
])('pages that show the bound: %s', async (text, sizes, expected) => {
  const description = listing(text);
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no list.')] = listedBy(context.resources, { id: 'listCrates' });
  const answer = { request: requestOf('GET', '/crates'), response: responseOf({ body: [] }), body: [] };
  const first: Page = { answer, items: [] };
  const asked: unknown[] = [];
  const pages = await sizedPages(context, {
    resource,
    parameters: listParametersOf(description, resource.list),
    stored: { present: [], nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: true },
    all: { first, items: [], isComplete: true },
    isAskedForPart: false,
    page: async ([pair]) => {
      asked.push(pair?.[1]);
      return first;
    },
    linked: async () => undefined,
    everything: async () => undefined,
    read: async () => answer,
    isAcknowledged: () => true,
  });
  expect(asked.toSorted()).toEqual(sizes);
  expect(pages.map(({ size }) => size).toSorted()).toEqual(expected);
});
