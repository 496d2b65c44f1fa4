import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor, harnessAt } from '../../verify/test/bench.ts';
import type { Wrap } from '../fault.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { searchFinds } from './search-finds.ts';

const ofSchema = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string) => `responses: { '${status}': { description: '', ${json(schema)} } }`;
const query = (name: string, schema: string, more = '') => `{ name: ${name}, in: query, schema: ${schema}${more} }`;

/** Notes, which a search finds by their text: it is described so. */
const described = (summary = 'Searches notes.') =>
  descriptionOf(
    `
/notes:
  post:
    operationId: addNote
    requestBody: { required: true, ${json(ofSchema('Note'))} }
    ${answer(201, ofSchema('Note'))}
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  get: { operationId: readNote, ${answer(200, ofSchema('Note'))} }
/search/notes:
  get:
    operationId: searchNotes
    summary: ${summary}
    parameters:
      - ${query('q', '{ type: string, minLength: 1 }', ', required: true')}
      - ${query('in', ofSchema('FolderId'))}
      - ${query('since', '{ type: string, format: date-time }')}
      - ${query('until', '{ type: string, format: date }')}
      - ${query('limit', '{ type: integer, minimum: 1, maximum: 50, default: 1 }')}
    ${answer(200, `{ type: object, properties: { items: { type: array, items: ${ofSchema('Note')} } } }`)}
`,
    `components:
  schemas:
    FolderId: { type: string, format: uuid }
    Note:
      type: object
      required: [text, folder_id]
      properties:
        id: { type: string, readOnly: true }
        text: { type: string }
        folder_id: ${ofSchema('FolderId')}
        created_at: { type: string, format: date-time, readOnly: true }
`,
  );

/** What is shown at a server that ignores a parameter of the search. */
function judged(
  ignored: string,
  description = described(),
  wrap: Wrap = (send) => send,
): Promise<Probed<string>['judgement'][]> {
  const notes: ExactObject[] = [];
  const { session } = benchFor(
    description,
    ({ method, target, body }) => {
      const { pathname, searchParams } = new URL(target, 'http://localhost');
      if (method === 'POST') {
        const sent = jsonIn(body) ?? null;
        const own = isExactObject(sent) ? sent : {};
        notes.push({ ...own, id: `n${notes.length}`, created_at: '2026-05-01T10:00:00Z' });
        return { status: 201, body: notes.at(-1) };
      }
      if (pathname !== '/search/notes') return { body: notes.find((note) => pathname.endsWith(`/${note['id']}`)) };
      const asked = (name: string) => (name === ignored ? null : searchParams.get(name));
      const [text, folder, since, until] = ['q', 'in', 'since', 'until'].map(asked);
      const found = notes.filter(
        (note) =>
          (text == null || String(note['text']).includes(text)) &&
          (folder == null || note['folder_id'] === folder) &&
          (since == null || String(note['created_at']) >= since) &&
          (until == null || String(note['created_at']) < until),
      );
      return { body: { items: found.slice(0, Number(searchParams.get('limit') ?? 1)) } };
    },
    undefined,
    (send, clock) => wrap(send, harnessAt(clock)),
  );
  return probedJudgements(searchFinds, session, 'searchNotes');
}

const found = (name: string) => ({
  documented: `Nothing of another ${name}.`,
  received: expect.stringContaining('items') as string,
});

test('a search that leaves out what is not asked for', async () => {
  expect(await judged('nothing')).toEqual(['kept', 'kept', 'kept', 'kept']);
});

test.each<[name: string, judgements: unknown[]]>([
  ['q', [found('q'), 'kept', 'kept', 'kept']],
  ['in', ['kept', found('in'), 'kept', 'kept']],
  ['since', ['kept', 'kept', found('since'), 'kept']],
  ['until', ['kept', 'kept', 'kept', found('until')]],
])('a search that ignores %s', async (name, judgements) => expect(await judged(name)).toEqual(judgements));

test('a search that may find what is like a text is asked for no other one', async () => {
  expect(await judged('q', described('Searches notes, by relevance.'))).toEqual(['kept', 'kept', 'kept']);
});

test('a search that finds nothing shows nothing', async () => {
  const notFound: Wrap = (send) => async (request) =>
    request.target.startsWith('/search')
      ? { ...(await send(request)), body: Buffer.from('{"items":[]}') }
      : send(request);
  const outOfReach = { outOfReach: 'The search has not found what was made.' };
  expect(await judged('nothing', described(), notFound)).toEqual(Array.from({ length: 4 }, () => outOfReach));
});

test('the fault of it is detected', async () => {
  const description = described();
  const faults = serverFaultsOf(withoutWorkflows(description), ({ kind }) => kind === searchFinds.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(Array.from({ length: 4 }, () => 'finds the same as before'));
  const [{ fault } = expect.fail('There is no fault.')] = faults;
  expect(await judged('nothing', description, fault.wrap)).toEqual(['q', 'in', 'since', 'until'].map(found));
});
