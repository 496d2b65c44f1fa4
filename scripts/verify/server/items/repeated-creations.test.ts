import { describe, expect, test } from 'vitest';
import { parseExact, within } from '../../../http/exact-json.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { repeatCreation } from './repeated-creations.ts';
import { StoredItems } from './stored-items.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;

const shownWith = (id: string) => `{ type: object, required: [${id}], properties: { ${id}: {} } }`;

/** A contract of notes that are created with such properties and parameters, and have an identifier of that name. */
const described = (properties = '', parameters = '', id = 'id', others = '') =>
  descriptionOf(`
/notes:
  post:
    operationId: addNote
    parameters: [${parameters}]
    requestBody: { ${json(`{ type: object, properties: { text: { type: string }, ${properties} } }`)} }
    responses: { '201': { description: '', ${json(shownWith(id))} }${others} }
/notes/{${id}}:
  parameters: [{ name: ${id}, in: path, required: true, schema: {} }]
  get: { operationId: readNote, responses: { '200': { description: '', ${json('{}')} } } }
`);

/** What the creations show, and the bodies that are sent. */
async function repeated(
  description: ReturnType<typeof described>,
  answer: (sent: readonly string[]) => ResponseParts,
): Promise<{ kept: string[]; violated: string[]; sent: string[] }> {
  const sent: string[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    if (method === 'GET') return { body: { id: Number(target.split('/').at(-1)) } };
    sent.push(String(body));
    return answer(sent);
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('items', description, ledger);
  await repeatCreation(session, new StoredItems(session, resource));
  return { kept: idsOf(ledger, 'kept', 'items'), violated: idsOf(ledger, 'violated', 'items'), sent };
}

const counting = (sent: readonly string[]) => ({ status: 201, body: { id: sent.length } });
const once = (status: number) => (sent: readonly string[]) => {
  const first = sent.indexOf(sent.at(-1) ?? '') + 1;
  return { status: first === sent.length ? 201 : status, body: { id: first } };
};

test('each body is sent twice, byte for byte, and makes two items', async () => {
  const { kept, violated, sent } = await repeated(described(), counting);
  expect([kept, violated]).toEqual([['addNote.unique', 'readNote.returns.addNote'], []]);
  expect(sent).toEqual([sent[0], sent[0], sent[2], sent[2]]);
  expect(sent[2]).not.toBe(sent[0]);
});

test('a server that creates the first one again is reported', async () =>
  expect((await repeated(described(), once(201))).violated).toEqual(['addNote.unique']));

test.each([200, 409])('a server that says with %d that it is there already is not', async (status) =>
  expect((await repeated(described(), once(status))).violated).toEqual([]),
);

test.each<[what: string, description: ReturnType<typeof described>]>([
  ['a key for repeated requests', described('', '{ name: Idempotency-Key, in: header, required: true, schema: {} }')],
  ['an identifier that is made of what it names', described('', '', 'sha256')],
])('%s: nothing is repeated', async (_, description) => {
  expect((await repeated(description, counting)).sent).toEqual([]);
});

test.each(['id: { type: integer }', 'clientToken: { type: string }'])(
  'with %s, only the body without it is repeated',
  async (property) => expect((await repeated(described(property), counting)).sent).toHaveLength(2),
);

describe('under an identifier of the client, where the contract has a 409,', () => {
  const named = described('code: { type: string }', '', 'code', ", '409': { description: '' }");
  const answering = (status: number, own?: string) => (sent: readonly string[]) => {
    const isFirst = sent.indexOf(sent.at(-1) ?? '') === sent.length - 1;
    const code = within(parseExact(Buffer.from(sent.at(-1) ?? '')), ['code']) ?? null;
    return { status: isFirst ? 201 : status, body: { code: own === undefined ? code : `${own}${sent.length}` } };
  };

  test.each<[what: string, status: number, own: string | undefined, shown: [kept: string[], violated: string[]]]>([
    ['the same is refused', 409, undefined, [['addNote.unique'], []]],
    ['it is not created again', 201, undefined, [[], ['addNote.unique']]],
    ['it may be answered again', 200, undefined, [[], []]],
    ['another one may be given', 201, 'other', [[], []]],
  ])('%s', async (_, status, own, shown) => {
    const { kept, violated } = await repeated(named, answering(status, own));
    expect([kept, violated]).toEqual(shown);
  });
});
