import { expect, test } from 'vitest';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { removedWith } from './removed-with.ts';

const body = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const at = (...names: string[]) =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`)}]`;
const crate = body('id: { type: integer }');
const book = body('id: { type: integer }, status: { enum: [here, lent] }');

const described = (remove: string, missing = '') =>
  descriptionOf(`
/crates:
  post: { operationId: make, requestBody: { ${body('')} }, responses: { '201': { description: '', ${crate} } } }
/crates/{crateId}:
  ${at('crateId')}
  get: { operationId: read, responses: { '200': { description: '', ${crate} }${missing} } }
  delete:
    operationId: drop
    description: '${remove}'
    responses: { '204': { description: '' }, '409': { description: No. } }
/crates/{crateId}/books:
  ${at('crateId')}
  post: { operationId: add, requestBody: { ${body('')} }, responses: { '201': { description: '', ${book} } } }
/crates/{crateId}/books/{bookId}:
  ${at('crateId', 'bookId')}
  get:
    operationId: readBook
    responses: { '200': { description: '', ${book} }, '404': { description: '' } }
/crates/{crateId}/books/{bookId}/lend:
  ${at('crateId', 'bookId')}
  post: { operationId: lend, responses: { '200': { description: '', ${book} } } }
`);

test.each<[remove: string, isSaid: boolean]>([
  ['Deletes the crate with its books.', true],
  ['Deletes a crate and all of its lamps, books and keys.', true],
  ['Removes this crate permanently, along with the old books.', true],
  ['Deletes the crate. All its lamps and books are deleted as well.', true],
  ['Soft deletes the crate and, with it, all its books.', true],
  ['Deletes the crate.', false],
  ['Deletes the crate with its keys.', false],
  ['Deletes the crate and keeps its books.', false],
  ['Deletes the crate with its books unless they are lent.', false],
  ['Deletes the crate. Its books are deleted after a day.', false],
])('what descriptions say: %s', (remove, isSaid) => {
  const { session } = benchFor(described(remove));
  const all = session.description.operations.flatMap((one) => removedWith.list(session, one, 'server'));
  expect(all.map(({ subject }) => `${subject.operationId} ${subject.other}`)).toEqual(isSaid ? ['drop readBook'] : []);
});

test.each<[remove: string, isImplied: boolean]>([
  ['Deletes the crate.', true],
  ['Deletes the crate with its keys.', true],
  ['Deletes the crate and keeps its books.', false],
  ['Deletes the crate. Its books are deleted after a day.', false],
])('what is read beneath an item goes with it: %s', (remove, isImplied) => {
  const { session } = benchFor(described(remove, ", '404': { description: '' }"));
  const all = session.description.operations.flatMap((one) => removedWith.list(session, one, 'server'));
  expect(all.map(({ subject }) => subject.other)).toEqual(isImplied ? ['readBook'] : []);
});

/** What is seen of a server that shows so of the books of a removed crate; it refuses to remove any that has some. */
function judged(shownOf: (book: object) => ResponseParts, isRefusedBefore = '', isShown = false) {
  const books = new Map<string, string>();
  const removed = new Set<string>();
  let made = 0;
  const description = described('Deletes the crate with its books.');
  const { session } = benchFor(description, ({ target, method }): ResponseParts => {
    const [, , name = '', kind, id = '', action] = target.split('/');
    if (name === '') return { status: 201, body: { id: (made += 1) } };
    if (method === 'DELETE') {
      if ([...books.values()].includes(isRefusedBefore)) return { status: 409 };
      removed.add(name);
      return { status: 204 };
    }
    if (kind === undefined) return removed.has(name) && !isShown ? { status: 404 } : { body: { id: Number(name) } };
    const own = id === '' ? String((made += 1)) : id;
    if (method === 'POST') books.set(own, action === 'lend' ? 'lent' : 'here');
    const seen = { id: Number(own), status: books.get(own) };
    if (removed.has(name)) return shownOf(seen);
    if (action === 'lend') for (const other of books.keys()) books.set(other, 'lent');
    return { status: id === '' ? 201 : 200, body: seen };
  });
  return probedJudgements(removedWith, session, 'drop');
}

test.each<[what: string, shownOf: (book: object) => ResponseParts, judgement: unknown]>([
  ['removes them', () => ({ status: 404 }), 'kept'],
  [
    'leaves them',
    (book) => ({ body: book }),
    { documented: '404 for what was removed with its owner.', received: expect.any(String) as string },
  ],
  [
    'marks them',
    (book) => ({ body: { ...book, status: 'gone' } }),
    { outOfReach: 'What was removed is shown otherwise than before.' },
  ],
])('a server that %s', async (_, shownOf, judgement) => {
  expect(await judged(shownOf)).toEqual([judgement]);
  expect(await judged(shownOf, 'here')).toEqual([judgement]);
});

test('an item that is only marked shows nothing', async () => {
  expect(await judged((book) => ({ body: book }), '', true)).toEqual([
    { outOfReach: 'The item itself is still shown after its removal.' },
  ]);
});

test('faults', () => {
  const description = described('Deletes the crate with its books.');
  const faults = serverFaultsOf(withoutWorkflows(description), ({ kind }) => kind === removedWith.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is still there']);
});
