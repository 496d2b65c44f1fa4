import { expect, test } from 'vitest';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { refusedWith } from './refused-with.ts';

const body = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const at = (...names: string[]) =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`)}]`;
const book = body('id: { type: integer }, status: { enum: [here, lent, being_bound] }');
const crate = body('id: { type: integer }');

const described = (remove = '', conflict = 'No.', things = 'books') =>
  descriptionOf(
    `
/crates:
  post: { operationId: make, requestBody: { ${body('')} }, responses: { '201': { description: '', ${crate} } } }
/crates/{crateId}:
  ${at('crateId')}
  get: { operationId: read, responses: { '200': { description: '', ${crate} } } }
  delete:
    operationId: drop
    description: '${remove}'
    responses: { '204': { description: '' }, '409': { description: '${conflict}' } }
  patch:
    operationId: change
    requestBody: { ${body('name: { type: string }')} }
    responses: { '200': { description: '', ${crate} }, '409': { description: '${conflict}' } }
/crates/{crateId}/books:
  ${at('crateId')}
  post: { operationId: add, requestBody: { ${body('')} }, responses: { '201': { description: '', ${book} } } }
/crates/{crateId}/books/{bookId}:
  ${at('crateId', 'bookId')}
  get: { operationId: readBook, responses: { '200': { description: '', ${book} } } }
/crates/{crateId}/books/{bookId}/lend:
  ${at('crateId', 'bookId')}
  post: { operationId: lend, responses: { '200': { description: '', ${book} } } }
`.replaceAll('/books', `/${things}`),
  );

test.each<[remove: string, conflict: string, things: string[]]>([
  ['Removes it. A crate with books cannot be deleted.', '', ['books']],
  ['A crate with lent books cannot be removed.', '', ['lent-books']],
  ['A crate that has a book that is lent or being bound cannot be deleted.', '', ['lent-books', 'being_bound-books']],
  ['A crate cannot be deleted while it still has books.', '', ['books']],
  ['Crates cannot be deleted if any of its books is still lent.', '', ['lent-books']],
  ['The crate cannot be deleted while one of its books is lent.', '', ['lent-books']],
  ['', 'The crate still has books.', ['books']],
  ['', 'A book is lent, here or being bound.', ['lent-books', 'here-books', 'being_bound-books']],
  ['', 'It is old, or it has lent books.', ['lent-books']],
  ['', 'Deletion is not possible because of existing books.', ['books']],
  ['', 'Crate has associated books', ['books']],
  ['', 'The crate is still used by books.', ['books']],
  ['', 'Cannot delete a crate that has books.', ['books']],
  ['', 'Cannot delete crate while there are lent books', ['lent-books']],
  ['', 'Not possible because of books on the way.', []],
  ['A crate with books cannot be painted.', '', []],
  ['A crate with lost books cannot be deleted.', '', []],
  ['A crate with more than ten books cannot be deleted.', '', []],
  ['A crate with lamps cannot be deleted.', '', []],
  ['A crate with books cannot be deleted unless it is old.', '', []],
  ['', 'Another crate has books.', []],
])('what descriptions say: %s %s', (remove, conflict, things) => {
  const { session } = benchFor(described(remove, conflict));
  const all = session.description.operations.flatMap((one) => refusedWith.list(session, one, 'server'));
  expect(all.map(({ subject }) => `${subject.operationId} ${subject.things}`)).toEqual(
    things.map((one) => `drop ${one}`),
  );
});

test.each([
  ['boxes', 'A crate with boxes cannot be deleted.'],
  ['boxes', 'A crate cannot be deleted while it has a box.'],
  ['shelves', 'A crate that has shelves cannot be deleted.'],
])('whatever their plural is: %s, %s', (things, remove) => {
  const { session } = benchFor(described(remove, '', things));
  const all = session.description.operations.flatMap((one) => refusedWith.list(session, one, 'server'));
  expect(all.map(({ subject }) => subject.things)).toEqual([things]);
});

/** What is seen of a server that answers so to the removal of a crate whose books are in these states. */
function judged(remove: string, statusWith: (states: string[]) => number, isBackAtOnce = false) {
  const books = new Map<string, { crate: string; status: string }>();
  let made = 0;
  const { session } = benchFor(described(remove), ({ target, method }): ResponseParts => {
    const [, , crate = '', kind, id = '', action] = target.split('/');
    if (crate === '') return { status: 201, body: { id: (made += 1) } };
    const own = [...books.values()].filter((one) => one.crate === crate).map(({ status }) => status);
    if (kind === undefined) return { status: method === 'DELETE' ? statusWith(own) : 200, body: { id: Number(crate) } };
    if (id === '') books.set(String((made += 1)), { crate, status: 'here' });
    if (action === 'lend') books.set(id, { crate, status: isBackAtOnce ? 'here' : 'lent' });
    const name = id === '' ? String(made) : id;
    return { status: id === '' ? 201 : 200, body: { id: Number(name), status: books.get(name)?.status } };
  });
  return probedJudgements(refusedWith, session, 'drop');
}

const withAny = 'A crate with books cannot be deleted.';
const withLent = 'A crate with lent books cannot be deleted.';
const received = expect.stringMatching(/^204, /) as string;

test.each<[what: string, remove: string, statusWith: (states: string[]) => number, judgement: unknown]>([
  ['refuses it', withAny, (all) => (all.length > 0 ? 409 : 204), 'kept'],
  ['serves it', withAny, () => 204, { documented: 'A refusal, since the item has books.', received }],
  ['refuses it with those alone', withLent, (all) => (all.includes('lent') ? 409 : 204), 'kept'],
  [
    'refuses it with others',
    withLent,
    (all) => (all.includes('here') ? 409 : 204),
    { documented: 'A refusal, since the item has lent-books.', received },
  ],
  ['has another reason', withAny, () => 400, { outOfReach: 'It was refused with another status.' }],
])('a server that %s', async (_, remove, statusWith, judgement) =>
  expect(await judged(remove, statusWith)).toEqual([judgement]),
);

/** Books that are made at a path of their own, and name their crate. */
const named = descriptionOf(`
/crates:
  post: { operationId: make, requestBody: { ${body('')} }, responses: { '201': { description: '', ${crate} } } }
/crates/{crateId}:
  ${at('crateId')}
  get: { operationId: read, responses: { '200': { description: '', ${crate} } } }
  delete:
    operationId: drop
    responses: { '204': { description: '' }, '409': { description: Not possible because of existing books. } }
/books:
  post:
    operationId: add
    requestBody: { ${body('crateId: { type: integer }')} }
    responses: { '201': { description: '', ${body('id: { type: integer }, crateId: { type: integer }')} } }
/books/{bookId}:
  ${at('bookId')}
  get: { operationId: readBook, responses: { '200': { description: '', ${crate} } } }
`);

test.each<[what: string, ownCrate: (id: number) => number, isRefused: boolean, judgement: unknown]>([
  ['refuses it', (id) => id, true, 'kept'],
  ['serves it', (id) => id, false, { documented: 'A refusal, since the item has books.', received }],
  ['puts it elsewhere', (id) => id + 1, false, undefined],
])('a thing that names the item, of a server that %s', async (_, ownCrate, isRefused, judgement) => {
  let made = 0;
  const { session } = benchFor(named, ({ target, method, body: sent }): ResponseParts => {
    if (method === 'DELETE') return { status: isRefused ? 409 : 204 };
    const { crateId = 0 } = sent === undefined ? {} : (JSON.parse(String(sent)) as { crateId?: number });
    made += 1;
    if (target === '/books') return { status: 201, body: { id: made, crateId: ownCrate(crateId) } };
    return { status: method === 'POST' ? 201 : 200, body: { id: made } };
  });
  expect(await probedJudgements(refusedWith, session, 'drop')).toEqual(judgement === undefined ? [] : [judgement]);
});

test('nothing is said of a state that is left at once', async () => {
  const seen = await judged('A crate with lent books cannot be deleted.', () => 204, true);
  expect(seen).toEqual([{ outOfReach: 'No lent-books were made beneath an item.' }]);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described(withAny)), ({ kind }) => kind === refusedWith.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['served']);
});
