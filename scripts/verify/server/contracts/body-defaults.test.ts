import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import type { Description } from '../../../openapi/description.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, harnessAt, idsOf } from '../../test/bench.ts';
import { createItems } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const preset = 'kind: { enum: [novel, atlas], default: novel }, pages: { type: integer, default: 1 }';
const others = "note: { type: [string, 'null'], default: null }, title: { type: string, default: none }";
const part = '{ type: object, required: [name], properties: { name: { type: string }, size: { default: 1 } } }';
const parts = `parts: { type: array, minItems: 1, items: ${part} }`;
const properties = `${preset}, ${others}, ${parts}`;
const book = `{ type: object, required: [title, parts], properties: { ${properties} } }`;
const answered = `{ type: object, required: [id], properties: { id: { type: integer }, ${properties} } }`;
const making = `operationId: addBook
    requestBody: { ${json(book)} }
    responses: { '201': { description: '', ${json(answered)} }, '400': { description: '' } }`;
const byPost = descriptionOf(`
/books:
  post:
    ${making}
`);
const byProse = descriptionOf(`
/books:
  post:
    ${making.replaceAll('default: novel', 'description: Defaults to novel when omitted')}
`);
const byPut = descriptionOf(`
/books/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  put:
    ${making}
`);

interface Given {
  partPresets?: ExactObject;
  faultOf?: string;
  description?: Description;
}

/** What a server shows that gives these to what is created without them, and to its parts; with a fault, before it. */
async function created(presets: ExactObject, { partPresets = { size: 1 }, faultOf, description = byPost }: Given = {}) {
  const context = new MessageContext(withoutWorkflows(description));
  const wrapFor = (ids: ReturnType<typeof addReachedBy>) =>
    ids.filter(({ id }) => id === faultOf).flatMap((one) => kindOf(one).server?.faults(context, one) ?? [])[0]?.wrap;
  let count = 0;
  const { session, ledger } = benchFor(
    description,
    ({ body, target }) => {
      const parsed = parseExact(body ?? Buffer.from('{}'));
      const sent = isExactObject(parsed) ? parsed : {};
      const own = [sent['parts'] ?? []].flat().map((one) => ({ ...partPresets, ...(isExactObject(one) ? one : {}) }));
      count += 1;
      const id = Number(target.split('/')[2] ?? count);
      return { status: 201, body: { ...presets, ...sent, parts: own, id } };
    },
    undefined,
    (send, clock) =>
      wrapFor(addReachedBy('items', description, benchFor(description).ledger))?.(send, harnessAt(clock)) ?? send,
  );
  addReachedBy('items', description, ledger);
  const [resource = expect.fail('There is no resource.')] = session.resources;
  await createItems(session, new StoredItems(session, resource), 4);
  const own = (verdict: 'kept' | 'violated' | 'waived') =>
    idsOf(ledger, verdict, 'items').flatMap((id) => /defaults\.(.*)/.exec(id)?.[1] ?? []);
  return { kept: own('kept'), violated: own('violated'), waived: own('waived') };
}

const faithful = { kind: 'novel', pages: 1, note: null };

test('what is left out has its default', async () =>
  expect(await created(faithful)).toEqual({
    kept: ['kind', 'pages', 'note', 'parts[].size'],
    violated: [],
    waived: [],
  }));

test.each<[property: string, value: ExactObject[string]]>([
  ['kind', 'atlas'],
  ['pages', 0],
  ['note', ''],
])('another value for %s is reported', async (property, value) =>
  expect((await created({ ...faithful, [property]: value })).violated).toEqual([property]),
);

test('so it has where PUT makes it', async () => {
  expect(await created(faithful, { description: byPut })).toEqual({
    kept: ['kind', 'pages', 'note', 'parts[].size'],
    violated: [],
    waived: [],
  });
  expect((await created({ ...faithful, pages: 0 }, { description: byPut })).violated).toEqual(['pages']);
  expect((await created(faithful, { faultOf: 'addBook.defaults.kind', description: byPut })).violated).toEqual([
    'kind',
  ]);
});

test('so it has where the description alone says it', async () => {
  const kept = ['kind', 'pages', 'note', 'parts[].size'];
  expect(await created(faithful, { description: byProse })).toEqual({ kept, violated: [], waived: [] });
  expect((await created({ ...faithful, kind: 'atlas' }, { description: byProse })).violated).toEqual(['kind']);
});

test('another value in an item of a list is reported', async () =>
  expect((await created(faithful, { partPresets: { size: 19 } })).violated).toEqual(['parts[].size']));

test('what is not shown shows nothing', async () =>
  expect(await created({}, { partPresets: {} })).toEqual({
    kept: [],
    violated: [],
    waived: ['kind', 'pages', 'note', 'parts[].size'],
  }));

test.each(['kind', 'pages'])('the fault of %s is detected', async (property) =>
  expect((await created(faithful, { faultOf: `addBook.defaults.${property}` })).violated).toEqual([property]),
);
