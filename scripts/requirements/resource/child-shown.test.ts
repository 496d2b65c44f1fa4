import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { childShown } from './child-shown.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const thing = (properties: string) => `{ type: object, properties: { ${properties} } }`;
const components = `
components:
  schemas:
    Book: ${thing('id: { type: string }, title: { type: string, minLength: 1 }')}
`;
const book = "{ $ref: '#/components/schemas/Book' }";
const books = (item = book, said = '') => `books: { type: array, description: '${said}', items: ${item} }`;
const answer = (status: number, schema: string) => `responses: { '${status}': { description: '', ${json(schema)} } }`;
const inPath = 'parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]';
const described = (shown = books()) =>
  descriptionOf(
    `
/shelves:
  post:
    operationId: addShelf
    requestBody: { ${json(thing('note: { type: string }'))} }
    ${answer(201, thing('id: { type: string }'))}
/shelves/{shelfId}:
  ${inPath}
  get: { operationId: readShelf, ${answer(200, thing(`id: { type: string }, ${shown}`))} }
/shelves/{shelfId}/books:
  ${inPath}
  post: { operationId: addBook, requestBody: { ${json(book)} }, ${answer(201, book)} }
`,
    components,
  );

/** What becomes of the books of a shelf, and how the shelf shows them. */
interface Server {
  keep?(books: ExactObject[], added: ExactObject): ExactObject[];
  show?(books: ExactObject[]): Exact | undefined;
  status?: number;
}

async function judged({ keep = (all, one) => [...all, one], show = (all) => all, status = 201 }: Server) {
  const shelves = new Map<string, ExactObject[]>();
  let count = 0;
  const { session } = benchFor(described(), ({ method, target, body }): ResponseParts => {
    const [, , shelf = '', own] = target.split('/');
    if (method === 'GET') {
      const shown = show(shelves.get(shelf) ?? []);
      return { body: { id: shelf, ...(shown !== undefined && { books: shown }) } };
    }
    const id = `id-${++count}`;
    if (own === undefined) {
      shelves.set(id, []);
      return { status: 201, body: { id } };
    }
    const sent = jsonIn(body) ?? null;
    const added = { ...(isExactObject(sent) && sent), id };
    shelves.set(shelf, keep(shelves.get(shelf) ?? [], added));
    return { status, body: added };
  });
  return probedJudgements(childShown, session, 'addBook');
}

const once: Probed<string>['judgement'] = {
  documented: expect.stringMatching(/^id-\d once among the books\.$/) as string,
  received: expect.stringMatching(/"books":/) as string,
};

test.each<[what: string, server: Server, judgement: unknown]>([
  ['shows both', {}, 'kept'],
  ['shows them in another order', { show: (all) => all.toReversed() }, 'kept'],
  ['shows none', { show: () => [] }, once],
  ['stores the last one alone', { keep: (_, one) => [one] }, once],
  ['shows the first one alone', { show: (all) => all.slice(0, 1) }, once],
  ['shows them twice', { show: (all) => [...all, ...all] }, once],
  ['leaves the list out', { show: () => undefined }, { outOfReach: 'readShelf has shown no such list.' }],
  ['makes them later', { status: 202 }, { outOfReach: 'Nothing could be made beneath a thing.' }],
  ['makes none', { status: 503 }, { outOfReach: 'Nothing could be made beneath a thing.' }],
])('a server that %s', async (_, server, judgement) => {
  expect(await judged(server)).toEqual([judgement]);
});

test.each<[what: string, shown: string, count: number]>([
  ['its books', books(), 1],
  ['its books in what holds them', `data: ${thing(books())}`, 1],
  ['its books, in a sentence', books(book, 'The books on this shelf.'), 1],
  ['some of its books', books(book, 'The latest books.'), 0],
  ['those that have a property', books(book, 'Books that are lent.'), 0],
  ['less of them', books(thing('id: { type: string }')), 0],
  ['a list of another name', books().replace('books', 'boxes'), 0],
])('a shelf that shows %s', (_, shown, count) => {
  const description = described(shown);
  const { session } = benchFor(description);
  expect(childShown.list(session, operationIn(description, 'addBook'), 'server')).toHaveLength(count);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === childShown.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['none', 'the last one alone']);
});
