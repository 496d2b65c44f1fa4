import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../http/exact-json.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../test/bench.ts';
import { createItems, readAgain } from './item-steps.ts';
import { checkList } from './list-check.ts';
import { StoredItems } from './stored-items.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const properties = 'id: { type: integer, readOnly: true }, name: { type: string }';
const site = `{ type: object, properties: { ${properties}, state: { enum: [building, ready], readOnly: true } } }`;
const description = descriptionOf(`
/sites:
  get: { operationId: listSites, responses: { '200': { description: '', ${json(`{ type: array, items: ${site} }`)} } } }
  post:
    operationId: addSite
    requestBody: { required: true, ${json(site)} }
    responses: { '201': { description: '', ${json(site)} } }
/sites/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readSite, responses: { '200': { description: '', ${json(site)} } } }
`);

/** What a server violates whose sites are ready some time after they were created; `later`: what they are then. */
async function violatedBy(later: (site: ExactObject) => ExactObject): Promise<string[]> {
  const sites: ExactObject[] = [];
  let isLater = false;
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const shown = sites.map((own) => (isLater ? later(own) : own));
    if (method === 'GET')
      return { body: target === '/sites' ? shown : (shown[Number(target.split('/').at(-1)) - 1] ?? {}) };
    const sent = parseExact(body ?? Buffer.from('{}'));
    sites.push({ ...(isExactObject(sent) ? sent : {}), id: sites.length + 1, state: 'building' });
    return { status: 201, body: sites.at(-1) };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const stored = new StoredItems(session, resource);
  addReachedBy('items', description, ledger);
  addReachedBy('lists', description, ledger);
  await createItems(session, stored, 3);
  isLater = true;
  await readAgain(stored);
  await checkList(session, stored);
  return idsOf(ledger, 'violated').toSorted();
}

test('what the server alone sets may go on by itself', async () =>
  expect(await violatedBy((own) => ({ ...own, state: 'ready' }))).toEqual([]));

test('what the client has set stays', async () =>
  expect(await violatedBy((own) => ({ ...own, name: 'other' }))).toEqual([
    'listSites.lists.addSite',
    'readSite.returns.addSite',
  ]));

test('so does the identifier', async () =>
  expect(await violatedBy((own) => ({ ...own, id: 9 }))).toContain('readSite.returns.addSite'));
