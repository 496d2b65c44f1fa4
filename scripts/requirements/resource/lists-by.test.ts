import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor, harnessAt } from '../../verify/test/bench.ts';
import type { Wrap } from '../fault.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { listsBy } from './lists-by.ts';

const at = (...names: string[]) =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`)}]`;
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const book = "{ $ref: '#/components/schemas/Book' }";
const books = `responses: { '200': { description: '', ${json(`{ type: array, items: ${book} }`)} } }`;

const described = (path = '/shelves/{shelfId}/books/genre/{genre}', query = '') =>
  descriptionOf(
    `
/shelves:
  post:
    operationId: build
    requestBody: { ${json('{ type: object }')} }
    responses: { '201': { description: '', ${json('{ type: object, properties: { id: { type: string } } }')} } }
/shelves/{shelfId}:
  ${at('shelfId')}
  get: { operationId: readShelf, responses: { '200': { description: '' }, '404': { description: '' } } }
/shelves/{shelfId}/books:
  ${at('shelfId')}
  get: { operationId: list, ${books} }
  post:
    operationId: add
    requestBody: { required: true, ${json(book)} }
    responses: { '201': { description: '', ${json(book)} } }
/shelves/{shelfId}/books/{bookId}:
  ${at('shelfId', 'bookId')}
  get: { operationId: readBook, responses: { '200': { description: '', ${json(book)} } } }
${path}:
  parameters:
    - { name: shelfId, in: path, required: true, schema: { type: string } }
    - { name: genre, in: path, required: true, schema: { enum: [crime, poem, play] } }
    ${query}
  get: { operationId: listGenre, ${books} }
`,
    `components:
  schemas:
    Book:
      type: object
      required: [genre]
      properties: { id: { type: string, readOnly: true }, genre: { enum: [crime, poem, play] } }
`,
  );

type Shown = (books: readonly ExactObject[], genre: string) => readonly ExactObject[];

const right: Shown = (all, genre) => all.filter((one) => one['genre'] === genre);
const all: Shown = (own) => own;

/** What is seen of a server that lists so what is on a shelf. */
function judged(shown: Shown, description = described(), wrap: Wrap = (send) => send, listed: Shown = all) {
  const made: ExactObject[] = [{ id: 'b0', shelf: 's1', genre: 'play' }];
  const { session } = benchFor(
    description,
    ({ method, target, body }) => {
      const [, , shelf = '', , id = '', genre = ''] = new URL(target, 'http://localhost').pathname.split('/');
      if (shelf === '') return { status: 201, body: { id: 's1' } };
      if (method === 'POST') {
        const sent = jsonIn(body) ?? null;
        made.push({ ...(isExactObject(sent) ? sent : {}), id: `b${made.length}`, shelf });
        return { status: 201, body: made.at(-1) };
      }
      if (id === '') return { body: listed(made, '') };
      if (id === 'genre') return { body: shown(made, genre) };
      return { body: made.find((one) => one['id'] === id) ?? {} };
    },
    undefined,
    (send, clock) => wrap(send, harnessAt(clock)),
  );
  return probedJudgements(listsBy, session, 'listGenre');
}

const documented = (text: string) => expect.objectContaining({ documented: expect.stringContaining(text) as string });

test.each<[what: string, shown: Shown, judgement: unknown]>([
  ['lists what has the value', right, 'kept'],
  ['lists everything', all, documented('Only what has the genre')],
  ['lists what has another one', (own, genre) => own.filter((one) => one['genre'] !== genre), documented('Only')],
  ['lists nothing', () => [], documented('What has this value')],
  ['lists what is new', (own) => own.slice(-1), documented('Nothing of another genre')],
])('a server that %s', async (_, shown, judgement) => {
  expect(await judged(shown)).toEqual([judgement]);
});

test('what comes page by page need not show what is new', async () => {
  const paged = described(undefined, '- { name: page, in: query, schema: { type: integer } }');
  expect(await judged(() => [], paged)).toEqual([{ outOfReach: 'The list has not shown what was made.' }]);
});

test('what is in no list need not be in this one', async () => {
  const nothing: Shown = () => [];
  expect(await judged(nothing, undefined, undefined, nothing)).toEqual([
    { outOfReach: 'The list has not shown what was made.' },
  ]);
});

test.each([
  ['what is beneath a word', '/shelves/{shelfId}/books/genre/{genre}', ['genre']],
  ['what is beneath another thing', '/shelves/{shelfId}/lamps/genre/{genre}', []],
])('what is listed by a value: %s', (_, path, names) => {
  const { session } = benchFor(described(path));
  const listed = session.description.operations.flatMap((one) => listsBy.list(session, one, 'server'));
  expect(listed.map(({ subject }) => subject.parameter)).toEqual(names);
});

test('the faults are found', async () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === listsBy.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['lists the same as before', 'lists nothing']);
  for (const { fault } of faults) {
    const [judgement] = await judged(right, described(), fault.wrap.bind(fault));
    expect(judgement).toEqual(expect.objectContaining({ documented: expect.any(String) as string }));
  }
});
