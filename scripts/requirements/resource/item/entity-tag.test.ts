import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, writeExact } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { itemEntityTag } from './entity-tag.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const door = "{ $ref: '#/components/schemas/Door' }";
const tagged = 'headers: { ETag: { schema: { type: string } } }, ';
const answer = (status: number, more = '') => `responses: { '${status}': { description: '', ${more}${json(door)} } }`;
const fields = '{ type: object, properties: { name: { type: string }, note: { type: string } } }';
const sent = `requestBody: { required: true, ${json(fields)} }`;
const description = descriptionOf(
  `
/doors:
  post: { operationId: makeDoor, ${sent}, ${answer(201)} }
/doors/{doorId}:
  parameters: [{ name: doorId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readDoor, ${answer(200, tagged)} }
  patch: { operationId: changeDoor, ${sent}, ${answer(200)} }
  put: { operationId: replaceDoor, ${sent}, ${answer(200)} }
/doors/{doorId}/close:
  parameters: [{ name: doorId, in: path, required: true, schema: { type: integer } }]
  post: { operationId: closeDoor, ${answer(200)} }`,
  `
components:
  schemas:
    Door:
      type: object
      required: [id]
      properties:
        id: { type: integer }
        name: { type: string }
        note: { type: string }
        isClosed: { type: boolean }
        reads: { type: integer }`,
);

/** What becomes of the tag where an operation changes a door that is read with it. */
async function verdictOf(operationId: string, tagOf: (door: ExactObject) => string, readsCount = 0) {
  const doors: ExactObject[] = [];
  let reads = 0;
  const { session } = benchFor(description, ({ method, target, body }) => {
    const [, id, action] = /^\/doors\/(\d+)(\/close)?/.exec(target) ?? [];
    const given = jsonIn(body);
    const own = given !== undefined && isExactObject(given) ? given : {};
    if (id === undefined) {
      doors.push({ ...own, id: doors.length + 1, isClosed: false });
      return { status: 201, body: doors.at(-1) };
    }
    const at = Number(id) - 1;
    const found = doors[at];
    if (found === undefined) return { status: 404 };
    if (method === 'PATCH') doors[at] = { ...found, ...own };
    if (method === 'PUT') doors[at] = { ...found, name: '', note: '', ...own };
    if (action !== undefined) doors[at] = { ...found, isClosed: true };
    reads += readsCount;
    const shown = { ...(doors[at] ?? {}), reads };
    return { body: shown, ...(method === 'GET' && { headers: { ETag: tagOf(shown) } }) };
  });
  const [shown] = await probedJudgements(itemEntityTag, session, operationId);
  return shown !== undefined && typeof shown === 'object' && 'documented' in shown ? 'violated' : shown;
}

const ofAll = (own: ExactObject) => `"${Buffer.from(writeExact(own)).toString('base64url')}"`;
const ofName = ({ name = '' }: ExactObject) => `"${Buffer.from(String(name)).toString('base64url')}"`;
const ofState = ({ isClosed = '' }: ExactObject) => `"${String(isClosed)}"`;
const notShown = { outOfReach: 'No item has been read otherwise after a change, with a strong ETag.' };
const weak = () => 'W/"1"';

test.each<[what: string, operationId: string, tagOf: typeof ofAll, verdict: unknown]>([
  ['of all that is read, after a change', 'changeDoor', ofAll, 'kept'],
  ['of all that is read, after an action', 'closeDoor', ofAll, 'kept'],
  ['of the name alone, after a change of one and the other', 'changeDoor', ofName, 'violated'],
  ['of the name alone, after a replacement of both', 'replaceDoor', ofName, 'violated'],
  ['of all that is read, after a replacement', 'replaceDoor', ofAll, 'kept'],
  ['of the name alone, after an action', 'closeDoor', ofName, 'violated'],
  ['of the state alone, after a change', 'changeDoor', ofState, 'violated'],
  ['that is weak', 'changeDoor', weak, notShown],
])('a tag %s', async (_, operationId, tagOf, verdict) => {
  expect(await verdictOf(operationId, tagOf)).toEqual(verdict);
});

test('what is read otherwise each time shows nothing', async () => {
  expect(await verdictOf('closeDoor', ofName, 1)).toEqual(notShown);
});
