import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { listIncluded } from '../../../requirements/resource/list/included.ts';
import { serverFaultsOf } from '../../../requirements/test/fault-detection.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { createItems, removeItems } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const gone = "deleted_at: { type: [string, 'null'], readOnly: true }";
const note = `{ type: object, properties: { id: { type: integer, readOnly: true }, text: { type: string }, ${gone} } }`;
const answer = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;

const describedWith = (name: string, flag: string, text = '') =>
  descriptionOf(`
/notes:
  get:
    operationId: listNotes
    description: '${text}'
    parameters: [{ name: '${name}', in: query, schema: ${flag} }]
    responses: { ${answer(200, `{ type: array, items: ${note} }`)} }
  post: { operationId: addNote, requestBody: { ${json(note)} }, responses: { ${answer(201, note)} } }
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readNote, responses: { ${answer(200, note)} } }
  delete: { operationId: removeNote, responses: { '204': { description: '' } } }`);

const flag = '{ type: boolean, default: false }';
type List = (notes: readonly ExactObject[], isAsked: boolean) => readonly ExactObject[];

const isDeleted = (one: ExactObject) => one['deleted_at'] !== null;

/** What is shown of a list at a server that marks what is removed. */
async function verdictOf(
  list: List,
  description = describedWith('include_deleted', flag),
  id = 'listNotes.includes.include_deleted',
) {
  const notes: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const index = Number(/\d+$/.exec(target.replace(/\?.*/, ''))?.[0] ?? 0) - 1;
    const sent = jsonIn(body) ?? null;
    if (method === 'POST') {
      const own = isExactObject(sent) ? sent : {};
      notes.push({ ...own, id: notes.length + 1, deleted_at: null });
      return { status: 201, body: notes.at(-1) };
    }
    if (index === -1) return { body: list(notes, /include_deleted=true|trashed(?:\]|%5D)=with/.test(target)) };
    if (method === 'DELETE') notes[index] = { ...notes[index], deleted_at: '2030-01-01' };
    return method === 'DELETE' ? { status: 204 } : { body: notes[index] ?? {} };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('lists', description, ledger);
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 2);
  await removeItems(session, stored);
  await checkList(session, stored);
  return (['kept', 'violated', 'waived'] as const).filter((verdict) => idsOf(ledger, verdict).includes(id));
}

test.each<[what: string, list: List, verdict: string]>([
  ['adds what was removed', (notes, isAsked) => notes.filter((one) => isAsked || !isDeleted(one)), 'kept'],
  ['ignores the parameter', (notes) => notes.filter((one) => !isDeleted(one)), 'violated'],
  ['leaves out all others', (notes, isAsked) => notes.filter((one) => isDeleted(one) === isAsked), 'violated'],
])('a server that %s', async (_, list, verdict) => {
  expect(await verdictOf(list)).toEqual([verdict]);
  const byWord = describedWith('filter[trashed]', '{ enum: [with, only] }');
  expect(await verdictOf(list, byWord, 'listNotes.includes.filter[trashed]')).toEqual([verdict]);
});

test.each<[name: string, schema: string, text: string, verdict: string]>([
  ['filter[trashed]', '{ enum: [with, only] }', '', 'violated'],
  ['limit', '{ type: integer }', 'Lists notes. Deleted notes are left out.', 'violated'],
  ['limit', '{ type: integer }', 'Lists notes, and does not include deleted ones.', 'violated'],
  ['limit', '{ type: integer }', 'Lists notes. Archived notes are left out.', 'waived'],
  ['limit', '{ type: integer }', 'Lists notes. Deleted notes are shown as that.', 'waived'],
  ['filter[trashed]', '{ enum: [with, only], default: with }', '', 'waived'],
])('what is marked as removed is listed with %s as %s. %s', async (name, schema, text, verdict) => {
  const description = describedWith(name, schema, text);
  expect(await verdictOf((notes) => notes, description, 'listNotes.unlisted.removeNote')).toEqual([verdict]);
});

test.each<[name: string, flag: string, count: number]>([
  ['include_deleted', flag, 1],
  ['withTrashed', '{ type: boolean }', 1],
  ['deleted', flag, 0],
  ['include_deleted', '{ type: boolean, default: true }', 0],
  ['include_deleted', '{ type: string }', 0],
  ['include_drafts', flag, 0],
  ['filter[trashed]', '{ enum: [with, only] }', 1],
  ['trashed', '{ enum: [only, without] }', 0],
])('%s: %s', (name, schema, count) => {
  const { session } = benchFor(describedWith(name, schema));
  const all = session.description.operations.flatMap((one) => listIncluded.list(session, one, 'server'));
  expect(all).toHaveLength(count);
});

test('faults', () => {
  const specification = withoutWorkflows(describedWith('include_deleted', flag));
  const faults = serverFaultsOf(specification, ({ kind }) => kind === listIncluded.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['ignored']);
});
