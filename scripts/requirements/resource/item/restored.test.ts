import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { itemRestored } from './restored.ts';

const json = 'content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }';
const described = (action = 'restore') =>
  descriptionOf(
    `
/notes:
  post:
    operationId: add
    requestBody: { required: true, ${json} }
    responses: { '201': { description: '', ${json} } }
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { description: '', ${json} }, '404': { description: '' } } }
  delete: { operationId: remove, responses: { '204': { description: '' } } }
/notes/{id}/${action}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  post: { operationId: act, responses: { '200': { description: '', ${json} } } }
`,
    `
components:
  schemas:
    Note:
      type: object
      required: [id, text]
      properties: { id: { type: integer, readOnly: true }, text: { type: string }, size: { type: integer } }`,
  );

type Restore = (note: ExactObject) => ExactObject | undefined;

/** `isShown`: what was removed is read all the same. */
function judged(restore: Restore, { isShown = false, status = 200 } = {}) {
  const [notes, removed] = [new Map<string, ExactObject>(), new Map<string, ExactObject>()];
  let made = 0;
  const { session } = benchFor(described(), ({ method, target, body }): ResponseParts => {
    const [, , id = ''] = target.split('/');
    const note = notes.get(id) ?? (isShown ? removed.get(id) : undefined);
    if (target === '/notes') {
      const sent = jsonIn(body) ?? null;
      const own = { ...(isExactObject(sent) ? sent : {}), id: (made += 1) };
      notes.set(String(made), own);
      return { status: 201, body: own };
    }
    if (method === 'GET') return note === undefined ? { status: 404 } : { body: note };
    const known = note ?? removed.get(id) ?? {};
    if (method === 'DELETE') {
      notes.delete(id);
      removed.set(id, known);
      return { status: 204 };
    }
    const back = restore(known);
    if (back !== undefined) notes.set(id, back);
    return { status, body: known };
  });
  return probedJudgements(itemRestored, session, 'act');
}

const lost = (received: RegExp) => ({
  documented: expect.stringMatching(/^What was there before it was removed: \{/) as string,
  received: expect.stringMatching(received) as string,
});
const outOfReach = { outOfReach: 'No item has been removed and taken back.' };

test.each<[what: string, judgements: Promise<unknown>, expected: unknown]>([
  ['brings it back', judged((note) => note), 'kept'],
  ['brings nothing back', judged(() => undefined), lost(/^404, /)],
  ['loses a part of it', judged(({ size: _, ...note }) => note), lost(/^another size: /)],
  ['shows what was removed', judged((note) => note, { isShown: true }), outOfReach],
  ['restores it later', judged((note) => note, { status: 202 }), outOfReach],
])('a server that %s', async (_, judgements, expected) => expect(await judgements).toEqual([expected]));

const page = '{ type: object, required: [id], properties: { id: { type: integer }, text: { type: string } } }';
const state = 'state: { enum: [open, shut] }, isMuted: { type: boolean }';
const figures = 'pageCount: { type: integer }, updatedAt: { type: string }';
const shelf = `{ type: object, properties: { id: { type: integer }, name: { type: string }, ${state}, ${figures} } }`;
const body = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const shelfAt = '{ name: id, in: path, required: true, schema: { type: integer } }';
const shelves = (text: string) =>
  descriptionOf(`
/shelves:
  post:
    operationId: add
    requestBody: { required: true, ${body('{ type: object, properties: { name: { type: string } } }')} }
    responses: { '201': { description: '', ${body(shelf)} } }
/shelves/{id}:
  parameters: [${shelfAt}]
  get: { operationId: read, responses: { '200': { description: '', ${body(shelf)} }, '404': { description: '' } } }
  patch:
    operationId: change
    requestBody: { ${body('{ type: object, properties: { isMuted: { type: boolean } } }')} }
    responses: { '200': { description: '', ${body(shelf)} } }
  delete: { operationId: remove, responses: { '204': { description: '' } } }
/shelves/{id}/pages:
  parameters: [${shelfAt}]
  post:
    operationId: addPage
    requestBody: { required: true, ${body('{ type: object, properties: { text: { type: string } } }')} }
    responses: { '201': { description: '', ${body(page)} } }
/shelves/{id}/pages/{pageId}:
  parameters: [${shelfAt}, { name: pageId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readPage, responses: { '200': { description: '', ${body(page)} } } }
/shelves/{id}/shut:
  parameters: [${shelfAt}]
  post: { operationId: shut, responses: { '200': { description: '', ${body(shelf)} } } }
/shelves/{id}/restore:
  parameters: [${shelfAt}]
  post: { operationId: act, description: '${text}', responses: { '200': { description: '', ${body(shelf)} } } }
`);

/** What is seen of a server that brings a shelf back with this in place of what it had. */
function judgedWhole(text: string, back: ExactObject) {
  const all = new Map<string, ExactObject>();
  const gone = new Set<string>();
  const { session } = benchFor(shelves(text), ({ method, target, body: sent }): ResponseParts => {
    const [, , id = String(all.size + 1), action] = target.split('/');
    const fresh = { id: Number(id), name: 'Top', state: 'open', isMuted: false, pageCount: 0, updatedAt: 'then' };
    const own = all.get(id) ?? fresh;
    const set = (next: ExactObject) => all.set(id, { ...own, ...next });
    if (target === '/shelves') set({});
    else if (action === 'pages') set({ pageCount: Number(own['pageCount']) + 1 });
    else if (action === 'shut') set({ state: 'shut' });
    else if (action === 'restore') {
      gone.delete(id);
      set({ ...back, updatedAt: 'now' });
    } else if (method === 'PATCH') set({ isMuted: /"isMuted":true/.test(String(sent)) });
    if (method === 'DELETE') gone.add(id);
    if (action === 'pages') return { status: 201, body: { id: 1 } };
    if (gone.has(id)) return { status: method === 'DELETE' ? 204 : 404 };
    return { status: target === '/shelves' ? 201 : 200, body: all.get(id) ?? fresh };
  });
  return probedJudgements(itemRestored, session, 'act');
}

test.each<[text: string, back: ExactObject, judgement: unknown]>([
  ['Brings it back as it was.', {}, 'kept'],
  ['Brings it back as it was.', { state: 'open' }, lost(/^another state: /)],
  ['Brings it back as it was.', { isMuted: false }, lost(/^another isMuted: /)],
  ['Brings it back, with all of its pages.', { pageCount: 0 }, lost(/^another pageCount: /)],
  ['Brings it back.', { state: 'open', isMuted: false, pageCount: 0 }, 'kept'],
])('%s A server that then has %o', async (text, back, judgement) =>
  expect(await judgedWhole(text, back)).toEqual([judgement]),
);

test.each([
  ['restore', 1],
  ['undelete', 1],
  ['archive', 0],
])('what %s is required to bring back', (action, count) => {
  const description = described(action);
  const { session } = benchFor(description);
  const all = description.operations.flatMap((operation) => itemRestored.list(session, operation, 'server'));
  expect(all).toHaveLength(count);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === itemRestored.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['answered alone']);
});
