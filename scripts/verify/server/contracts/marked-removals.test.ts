import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { createItems, removeItems } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const marks = "deletedAt: { type: [string, 'null'], readOnly: true }, archived: { type: boolean, readOnly: true }";
const id = 'id: { type: integer, readOnly: true }';
const note = `{ type: object, properties: { ${id}, text: { type: string }, ${marks} } }`;
const answer = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;

const describedWith = (name: string, flag: string) =>
  descriptionOf(`
/notes:
  get:
    operationId: listNotes
    parameters: [{ name: ${name}, in: query, schema: ${flag} }]
    responses: { ${answer(200, `{ type: array, items: ${note} }`)} }
  post: { operationId: addNote, requestBody: { ${json(note)} }, responses: { ${answer(201, note)} } }
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readNote, responses: { ${answer(200, note)} } }
  delete: { operationId: removeNote, responses: { '204': { description: '' } } }`);

/** What is shown of a list at a server that marks what is removed so, and lists it all the same or not. */
async function shownOf(name: string, mark: ExactObject, isListed: boolean, flag = '{ type: boolean, default: false }') {
  const description = describedWith(name, flag);
  const notes: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const index = Number(/\d+$/.exec(target.replace(/\?.*/, ''))?.[0] ?? 0) - 1;
    const sent = jsonIn(body) ?? null;
    if (method === 'POST') {
      const own = isExactObject(sent) ? sent : {};
      notes.push({ ...own, id: notes.length + 1, deletedAt: null, archived: false });
      return { status: 201, body: notes.at(-1) };
    }
    if (index === -1) return { body: notes.filter((one) => isListed || one['isGone'] === undefined).map(shown) };
    if (method === 'DELETE') notes[index] = { ...notes[index], ...mark, isGone: true };
    return method === 'DELETE' ? { status: 204 } : { body: shown(notes[index] ?? {}) };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('lists', description, ledger);
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 2);
  await removeItems(session, stored);
  await checkList(session, stored);
  return (['kept', 'violated', 'waived'] as const).filter((verdict) =>
    idsOf(ledger, verdict).includes('listNotes.unlisted.removeNote'),
  );
}

const shown = ({ isGone: _, ...note }: ExactObject): ExactObject => note;
const deleted = { deletedAt: '2030-01-01' };

test.each<[name: string, mark: ExactObject]>([
  ['include_deleted', deleted],
  ['includeArchived', { archived: true }],
])('what is removed is not listed where %s must ask for it', async (name, mark) => {
  expect(await shownOf(name, mark, true)).toEqual(['violated']);
  expect(await shownOf(name, mark, false)).toEqual(['kept']);
});

test.each<[why: string, name: string, mark: ExactObject, flag?: string]>([
  ['the flag is of something else', 'includeDeleted', { archived: true }],
  ['the flag has another name', 'verbose', deleted],
  ['it may be listed by default', 'include_deleted', deleted, '{ type: boolean }'],
])('what is marked as removed may be listed where %s', async (_, name, mark, flag) => {
  expect(await shownOf(name, mark, true, flag)).toEqual(['waived']);
});
