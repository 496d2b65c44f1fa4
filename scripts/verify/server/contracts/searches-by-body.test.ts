import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, within } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { resourcesOf } from '../../../openapi/resources/resources.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { createItems, createMatches } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const kinds = '{ type: string, enum: [tree, herb] }';
const filters = `kinds: { type: array, items: ${kinds} }, hardy: { type: boolean }`;
const height = 'min: { type: integer }, max: { type: integer }';
const paging = 'limit: { type: integer, minimum: 1, maximum: 60, default: 5 }, offset: { type: integer, default: 0 }';
const usualBody =
  `type: object, properties: { filter: { type: object, properties: { ${filters} } }, ` +
  `height: { type: object, properties: { ${height} } }, sort: { type: string, enum: [height, -height] }, ${paging} }`;
const own = `name: { type: string }, kind: ${kinds}, hardy: { type: boolean }`;
const required = 'required: [name, kind, height, hardy]';
const foundPlants = `{ type: array, items: ${ref('Plant')} }`;
const page = `{ type: object, properties: { found: ${foundPlants}, total: { type: integer } } }`;

function described(text = 'Finds plants.', body = usualBody) {
  return descriptionOf(
    `
/plants:
  post:
    operationId: addPlant
    requestBody: { required: true, ${json(ref('NewPlant'))} }
    responses: { '201': { description: '', ${json(ref('Plant'))} } }
/plants/{plantId}:
  get:
    operationId: getPlant
    parameters: [{ name: plantId, in: path, required: true, schema: { type: integer } }]
    responses: { '200': { description: '', ${json(ref('Plant'))} }, '404': { description: '' } }
/plants/search:
  post:
    operationId: searchPlants
    description: ${JSON.stringify(text)}
    requestBody: { required: true, ${json(`{ ${body} }`)} }
    responses:
      '200': { description: '', ${json(page)} }`,
    `
components:
  schemas:
    NewPlant: { type: object, ${required}, properties: { ${own}, height: { type: integer, minimum: 1, maximum: 90 } } }
    Plant: { type: object, ${required}, properties: { id: { type: integer }, ${own}, height: { type: integer } } }`,
  );
}

type Fault = (found: ExactObject[], asked: Exact | undefined, all: readonly ExactObject[]) => ExactObject[];

/** What a search has of plants, where its body is read but for `ignored`. */
function found(plants: readonly ExactObject[], body: Exact | undefined, ignored = ''): ExactObject[] {
  const asked = (path: string) => (path === ignored ? undefined : within(body, path.split('.')));
  const [kind, hardy] = [asked('filter.kinds'), asked('filter.hardy')];
  const [min, max, sort] = [asked('height.min'), asked('height.max'), asked('sort')];
  const passing = plants.filter(
    (plant) =>
      (!Array.isArray(kind) || kind.includes(plant['kind'] ?? null)) &&
      (hardy === undefined || plant['hardy'] === hardy) &&
      (min === undefined || Number(plant['height']) >= Number(min)) &&
      (max === undefined || Number(plant['height']) <= Number(max)),
  );
  if (sort === undefined) return passing;
  const sorted = passing.toSorted((one, other) => Number(one['height']) - Number(other['height']));
  return sort === '-height' ? sorted.toReversed() : sorted;
}

/** The requirements of the search that a server violates. */
async function violatedBy(ignored: string, fault: Fault = (items) => items, description = described()) {
  const plants: ExactObject[] = [];
  const answer = ({ method, target, body }: HttpRequest) => {
    const sent = jsonIn(body);
    if (target.endsWith('/search')) {
      const all = fault(found(plants, sent, ignored), sent, plants);
      const [offset, limit] = ['offset', 'limit'].map((name) => (name === ignored ? undefined : within(sent, [name])));
      const start = Number(offset ?? 0);
      return { body: { found: all.slice(start, start + Number(limit ?? 5)), total: all.length } };
    }
    if (method === 'GET') {
      const plant = plants.find(({ id }) => target.endsWith(`/${id}`));
      return plant === undefined ? { status: 404 } : { body: plant };
    }
    plants.push({ ...(sent !== undefined && isExactObject(sent) ? sent : {}), id: plants.length + 1 });
    return { status: 201, body: plants.at(-1) };
  };
  const { session, ledger } = benchFor(description, answer);
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const stored = new StoredItems(session, resource);
  addReachedBy('lists', description, ledger);
  await createItems(session, stored, 6);
  await createMatches(session, stored);
  await checkList(session, stored);
  return { violated: idsOf(ledger, 'violated', 'lists'), kept: idsOf(ledger, 'kept', 'lists') };
}

test('a server that finds what it is asked for', async () => {
  const { violated, kept } = await violatedBy('nothing');
  expect(violated).toEqual([]);
  expect(kept).toEqual(
    expect.arrayContaining(
      ['only.kinds', 'every.kinds', 'only.hardy', 'range.height[min]', 'sorted.sort', 'atMost.limit', 'pages.offset']
        .concat('total.total', 'lists.addPlant')
        .map((name) => `searchPlants.${name}`),
    ),
  );
});

test.each([
  ['filter.kinds', 'only.kinds'],
  ['filter.hardy', 'only.hardy'],
  ['height.min', 'range.height[min]'],
  ['height.max', 'range.height[max]'],
  ['sort', 'sorted.sort'],
  ['limit', 'atMost.limit'],
  ['offset', 'pages.offset'],
])('a server that ignores %s', async (ignored, requirement) => {
  expect((await violatedBy(ignored)).violated).toContain(`searchPlants.${requirement}`);
});

test.each<[what: string, fault: Fault, requirement: string]>([
  ['finds nothing', () => [], 'lists.addPlant'],
  ['does not find the newest', (items, _, all) => items.filter((one) => one !== all.at(-1)), 'lists.addPlant'],
  [
    'takes the first of several values alone',
    (items, asked) => {
      const wanted = within(asked, ['filter', 'kinds']);
      const [first] = [wanted].flat();
      return first === undefined ? items : items.filter(({ kind }) => kind === first);
    },
    'every.kinds',
  ],
])('a server that %s', async (_, fault, requirement) => {
  expect((await violatedBy('nothing', fault)).violated).toContain(`searchPlants.${requirement}`);
});

test('what a description has a word for a state of may be left out', async () => {
  const onlyHardy: Fault = (items) => items.filter(({ hardy }) => hardy === true);
  expect((await violatedBy('nothing', onlyHardy, described('Finds hardy plants.'))).violated).toEqual([]);
});

test.each([
  ['must be asked for something', described('', 'type: object, required: [q], properties: { q: { type: string } }')],
  ['finds what is there later', described('Finds plants. The index may lag behind.')],
  ['has no words of its own', described('', 'type: object')],
])('no search that %s', (_, description) => {
  expect(resourcesOf(description).flatMap(({ searches }) => searches)).toEqual([]);
});
