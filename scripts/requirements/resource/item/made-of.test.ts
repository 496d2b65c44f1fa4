import { expect, test } from 'vitest';
import { isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor, harnessAt } from '../../../verify/test/bench.ts';
import type { Wrap } from '../../fault.ts';
import type { Probed } from '../../kind.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { itemMadeOf } from './made-of.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const book = json("{ $ref: '#/components/schemas/Book' }");
const body = `requestBody: { required: true, ${json('{ type: object, properties: { title: { type: string } } }')} }`;
const inPath = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const described = (status: number) =>
  descriptionOf(
    `
/books: { post: { operationId: add, ${body}, responses: { '201': { description: '', ${book} } } } }
/books/{id}: { ${inPath}, get: { operationId: read, responses: { '200': { description: '', ${book} } } } }
/books/{id}/copy:
  ${inPath}
  post: { operationId: copy, ${body}, responses: { '${status}': { description: '', ${book} } } }`,
    `components:
  schemas:
    Book: { type: object, properties: { id: { type: integer, readOnly: true }, title: { type: string } } }`,
  );

interface Book {
  id: number;
  title: string;
}

/** Answers to a request for a copy of a book. */
type Copy = (own: Book, title: string, books: Map<number, Book>) => Book;

function added(books: Map<number, Book>, title: string): Book {
  const made = { id: Math.max(0, ...books.keys()) + 1, title };
  books.set(made.id, made);
  return made;
}

async function judged(copy: Copy, wrap: Wrap = (send) => send): Promise<Probed<string>['judgement'][]> {
  const description = described(201);
  const books = new Map<number, Book>();
  const respond = ({ target, method, body: bytes }: HttpRequest): ResponseParts => {
    const [, , id = '', part] = target.split('/');
    const sent = jsonIn(bytes) ?? null;
    const title = isExactObject(sent) ? String(sent['title']) : '';
    if (id === '') return { status: 201, body: { ...added(books, title) } };
    const own = books.get(Number(id));
    if (own === undefined) return { status: 404 };
    return { status: method === 'POST' ? 201 : 200, body: { ...(part === undefined ? own : copy(own, title, books)) } };
  };
  const keys = { key: 'right-key', limitedKey: undefined };
  const { session } = benchFor(description, respond, keys, (send, clock) => wrap(send, harnessAt(clock)));
  return probedJudgements(itemMadeOf, session, 'copy');
}

const unknown = { outOfReach: 'No response has shown that another item was made.' };

test.each<[what: string, copy: Copy, judgement: unknown]>([
  ['makes another item', (_own, title, books) => added(books, title), 'kept'],
  [
    'stores none',
    (_own, title) => ({ id: 900, title }),
    { documented: expect.stringContaining('What copy answered'), received: expect.stringMatching(/^404/) },
  ],
  [
    'moves the first one',
    (own, title, books) => {
      const made = added(books, title);
      books.delete(own.id);
      return made;
    },
    { documented: 'The item that it was made of, which is still there.', received: expect.stringMatching(/^404/) },
  ],
  [
    'does not look at what was sent',
    (own, _title, books) => added(books, own.title),
    { documented: 'title as it was sent.', received: expect.stringContaining('title') },
  ],
  ['answers with the first one', (own) => own, unknown],
])('a copy that %s', async (_, copy, judgement) => expect(await judged(copy)).toEqual([judgement]));

test.each([
  [201, ['copy']],
  [200, []],
])('an action that answers with %d makes another item: %j', (status, expected) => {
  const { session } = benchFor(described(status));
  const required = session.description.operations.flatMap((operation) => itemMadeOf.list(session, operation, 'server'));
  expect(required.map(({ subject }) => subject.operationId)).toEqual(expected);
});

test('what is answered alone is not kept', async () => {
  const specification = withoutWorkflows(described(201));
  const [{ fault } = expect.fail('There is no fault.')] = serverFaultsOf(
    specification,
    ({ kind }) => kind === itemMadeOf.id,
  );
  expect(await judged((_own, title, books) => added(books, title), fault.wrap)).toEqual([
    { documented: expect.stringContaining('What copy answered'), received: expect.stringMatching(/^404/) },
  ]);
});
