import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact, within } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, queryTexts } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { notKeptBy } from '../../test/not-kept.ts';
import { createItems, readAgain } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

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

const text = '{ type: string, minLength: 1 }';
const state = 'state: { type: string, enum: [queued, sent] }';
const shown = `id: { type: string }, ${state}, text: ${text}`;
const job = `{ type: object, required: [id, state, text], properties: { ${shown} } }`;
const jobs = (own: string) =>
  descriptionOf(`
/jobs:
  get:
    operationId: listJobs
    parameters: [{ name: state, in: query, schema: { type: string, enum: [queued, sent] } }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${job} }`)} }, '400': { description: '' } }
  post:
    operationId: addJob
    requestBody: { required: true, ${json(`{ type: object, required: [text], properties: { ${own}text: ${text} } }`)} }
    responses: { '202': { description: '', ${json(job)} }, '400': { description: '' } }
/jobs/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  get: { operationId: readJob, responses: { '200': { description: '', ${json(job)} }, '404': { description: '' } } }
`);

/** What is not kept by a server that accepts a job with 202 and, with a fault, reads another text of it. */
async function notKeptOfJobs(own: string, hasFault: boolean): Promise<string[]> {
  const known = new Map<string, ExactObject>();
  const respond = (request: HttpRequest): ResponseParts => {
    const { method, target, body } = request;
    const path = target.replace(/\?.*/, '');
    const found = known.get(path.replace('/jobs/', ''));
    const [asked] = queryTexts(request, 'state');
    if (method === 'GET' && path === '/jobs')
      return ['queued', 'sent', undefined].includes(asked)
        ? { body: asked === 'sent' ? [] : [...known.values()] }
        : { status: 400 };
    if (method === 'GET') return found === undefined ? { status: 404 } : { body: found };
    if (method !== 'POST' || path !== '/jobs') return { status: method === 'POST' ? 404 : 405 };
    const isWritten = /^application\/json\b/.test(headerIn(request, 'Content-Type') ?? '');
    const sent = isWritten ? textIn(body ?? Buffer.alloc(0)) : undefined;
    if (sent === undefined) return { status: 400 };
    const made = { id: `J${known.size}`, state: 'queued', text: sent };
    known.set(made.id, { ...made, ...(hasFault && { text: 'other' }) });
    return { status: 202, body: made };
  };
  return notKeptBy({ respond }, withoutWorkflows(jobs(own)), 'key', 1, false);
}

function textIn(bytes: Buffer): string | undefined {
  try {
    const sent = within(parseExact(bytes), ['text']);
    return typeof sent === 'string' && sent !== '' ? sent : undefined;
  } catch {
    return undefined;
  }
}

test.each([
  ['not described', ''],
  ['read only', 'state: { type: string, enum: [queued, sent], readOnly: true }, '],
])('a state that is sent, but is %s there, is not what is accepted with 202', async (_, own) => {
  expect(await notKeptOfJobs(own, false)).toEqual([]);
  expect(await notKeptOfJobs(own, true)).toContain('readJob.returns.addJob');
});
