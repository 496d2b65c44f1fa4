import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { copies } from './copies.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const book = json("{ $ref: '#/components/schemas/Book' }");
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const sent = json('{ type: object, required: [title], properties: { title: { type: string } } }');

const described = (text: string) =>
  descriptionOf(
    `
/books:
  post: { operationId: add, requestBody: { ${sent} }, responses: { '201': { description: '', ${book} } } }
/books/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${book} } } }
/books/{id}/copy:
  ${at}
  post:
    operationId: copy
    description: ${JSON.stringify(text)}
    responses: { '201': { description: '', ${book} } }`,
    `components:
  schemas:
    Book:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string }
        coverColour: { type: string }
        edition: { type: integer }
        copyOf: { type: [integer, 'null'] }`,
  );

const required = (text: string) => {
  const { session } = benchFor(described(text));
  return session.description.operations.flatMap((operation) =>
    copies.list(session, operation, 'server').map(({ subject }) => subject.property),
  );
};

test.each<[text: string, properties: string[]]>([
  ['Makes a new book with the same `title` and `edition`.', ['title', 'edition']],
  [
    'Makes a book with the title and the cover colour of this one, which must be old or torn.',
    ['title', 'coverColour'],
  ],
  ['`copyOf` of the new book is the id of this one, and `edition` is one more.', ['edition', 'copyOf']],
  ['`edition` is one more than that of the original.', ['edition']],
  ['`title` is one more.', []],
  ['Makes a new book with the same number of pages.', []],
  ['Makes a new book with the same `title` unless it is long.', []],
  ['Makes a new book with another `title`.', []],
  ['Makes a new book.', []],
])('what a description says: %s', (text, properties) => expect(required(text)).toEqual(properties));

/** What is seen of a server that makes such copies. */
function judged(text: string, copyOf: (own: ExactObject) => object) {
  const books: ExactObject[] = [];
  const { session } = benchFor(described(text), ({ target, body }): ResponseParts => {
    const [, , id, action] = target.split('/');
    const own = books[Number(id) - 1] ?? {};
    const made = id === undefined ? { ...Object(jsonIn(body)), edition: 3, copyOf: null } : copyOf(own);
    if (id !== undefined && action === undefined) return { body: own };
    books.push({ ...made, id: books.length + 1 });
    return { status: 201, body: books.at(-1) ?? {} };
  });
  return probedJudgements(copies, session, 'copy');
}

const text = 'Makes a copy with the same `title`. `copyOf` is the id of this one, and `edition` is one more.';
const wrong = (property: string) => ({
  documented: expect.stringMatching(`^${property}: `) as string,
  received: expect.stringMatching(`^${property}: `) as string,
});
const copied = ({ id, title }: ExactObject) => ({ title, edition: 4, copyOf: id });

test.each<[what: string, copyOf: (own: ExactObject) => object, judgements: unknown[]]>([
  ['is as it says', copied, ['kept', 'kept', 'kept']],
  ['has a title of its own', (own) => ({ ...copied(own), title: '' }), [wrong('title'), 'kept', 'kept']],
  ['has no other edition', (own) => ({ ...copied(own), edition: 3 }), ['kept', wrong('edition'), 'kept']],
  ['names nothing', (own) => ({ ...copied(own), copyOf: null }), ['kept', 'kept', wrong('copyOf')]],
])('a copy that %s', async (_, copyOf, judgements) => expect(await judged(text, copyOf)).toEqual(judgements));

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described(text)), ({ kind }) => kind === copies.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(Array.from({ length: 3 }, () => 'has another value'));
});
