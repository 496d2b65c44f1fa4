import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, isSame } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string, mediaType = 'application/json') => `content: { ${mediaType}: { schema: ${schema} } }`;
const text = '{ type: string, minLength: 1, maxLength: 40 }';
const own = `title: ${text}, pages: { type: integer, minimum: 1, maximum: 99 }, mark: ${text}`;
const sent = `{ type: object, required: [title, pages], properties: { ${own} } }`;
const shown = `{ type: object, required: [id, title, pages], properties: { id: { type: integer }, ${own} } }`;
const ofStep = (path: string) => `op: { enum: [add, remove, replace, test] }, path: ${path}, value: {}`;
const step = `{ type: object, required: [op, path], properties: { ${ofStep('{ enum: [/title, /pages, /mark] }')} } }`;
const anyStep =
  '{ type: object, additionalProperties: false, required: [op, path], properties: ' +
  `{ ${ofStep('{ type: string }')}, from: { type: string } } }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const described = (ofSteps: string, text: string) =>
  descriptionOf(`
/books:
  post:
    operationId: addBook
    requestBody: { required: true, ${json(sent)} }
    responses: { '201': { description: '', ${json(shown)} }, ${refused(400, 415)} }
/books/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBook, responses: { '200': { description: '', ${json(shown)} }, ${refused(400, 404)} } }
  patch:
    operationId: patchBook
    description: '${text}'
    requestBody:
      required: true
      ${json(`{ type: array, minItems: 1, items: ${ofSteps} }`, 'application/json-patch+json')}
    responses: { '200': { description: '', ${json(shown)} }, ${refused(400, 404, 409, 415, 422)} }`);
const books = described(step, '');

type Mistake = 'refuses all patches' | 'stores no patch' | 'changes a mark that no step names';

const isText = (value: Exact | undefined) => typeof value === 'string' && value !== '' && [...value].length <= 40;
const isBook = ({ title, pages, mark }: ExactObject) =>
  isText(title) &&
  typeof pages === 'number' &&
  Number.isInteger(pages) &&
  pages > 0 &&
  pages < 100 &&
  (mark === undefined || isText(mark));
const all = ['/title', '/pages', '/mark'];
const isStep = (value: Exact, paths: readonly string[]): value is ExactObject =>
  isExactObject(value) &&
  ['add', 'remove', 'replace', 'test'].includes(String(value['op'])) &&
  paths.includes(String(value['path']));

/** The book after a patch, else the status of a refusal: a step may have nothing to be done with. */
function patched(book: ExactObject, steps: readonly ExactObject[]): ExactObject | number {
  const result = { ...book };
  for (const { op, path, value } of steps) {
    const name = String(path).slice(1);
    const isThere = Object.hasOwn(result, name);
    if (op === 'test' && !(isThere && value !== undefined && isSame(result[name] ?? null, value))) return 409;
    if (op === 'remove' && !isThere) return 409;
    if (op === 'remove') delete result[name];
    if (op === 'replace' && !isThere) return 409;
    if ((op === 'replace' || op === 'add') && value === undefined) return 400;
    if (op === 'replace' || op === 'add') result[name] = value ?? null;
  }
  return isBook(result) ? result : 422;
}

class Shelf {
  readonly #mistake: Mistake | undefined;
  readonly #paths: readonly string[];
  readonly #books: ExactObject[] = [];

  constructor(mistake?: Mistake, paths = all) {
    this.#mistake = mistake;
    this.#paths = paths;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target, body } = request;
    const [, id] = /^\/books(?:\/([^/?]+))?(?:\?|$)/.exec(target) ?? ['', ''];
    if (id === '') return { status: 404 };
    if (!(id === undefined ? ['POST'] : ['GET', 'PATCH']).includes(method)) return { status: 405 };
    if (id !== undefined && !/^-?\d+$/.test(id)) return { status: 400 };
    const book = this.#books.find((one) => String(one['id']) === id);
    if (id !== undefined && book === undefined) return { status: 404 };
    if (method === 'GET') return { body: book ?? null };
    const mediaType = method === 'POST' ? /^application\/json *(;|$)/i : /^application\/json-patch\+json *(;|$)/i;
    if (!mediaType.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const value = jsonIn(body) ?? null;
    return book === undefined ? this.#add(value) : this.#patch(book, value);
  }

  #add(value: Exact): ResponseParts {
    if (!isExactObject(value) || !isBook(value)) return { status: 400 };
    const { title = null, pages = null, mark } = value;
    const book = { id: this.#books.length + 1, title, pages, ...(mark !== undefined && { mark }) };
    this.#books.push(book);
    return { status: 201, body: book };
  }

  #patch(book: ExactObject, value: Exact): ResponseParts {
    if (!Array.isArray(value) || value.length === 0 || !value.every((one) => isStep(one, this.#paths)))
      return { status: 400 };
    const result = patched(book, value);
    if (typeof result === 'number') return { status: result };
    if (this.#mistake === 'refuses all patches') return { status: 400 };
    if (this.#mistake !== 'stores no patch') {
      for (const name of Object.keys(book)) delete book[name];
      Object.assign(book, result);
      const isNamed = value.some((one) => one['path'] === '/mark');
      if (this.#mistake === 'changes a mark that no step names' && !isNamed) book['mark'] = 'new';
    }
    return { body: result };
  }
}

const notKept = (mistake?: Mistake) => notKeptBy(new Shelf(mistake), withoutWorkflows(books), '', 1, false);

test('a patch that does not fit its item may be refused, whatever its schema says', async () => {
  expect(await notKept()).toEqual([]);
});

test.each([
  'The members pages and mark can be patched; any other path is a 400.',
  'Changes a book. The title cannot be changed.',
])('what a description says that a patch may set, and what each step must ignore: %s', async (text) => {
  const shelf = new Shelf(undefined, ['/pages', '/mark']);
  expect(await notKeptBy(shelf, withoutWorkflows(described(anyStep, text)), '', 1, false)).toEqual([]);
});

test.each<[mistake: Mistake, ...found: string[]]>([
  ['refuses all patches', 'patchBook.exists'],
  ['stores no patch', 'readBook.returns.patchBook'],
  ['changes a mark that no step names', 'patchBook.leaves.mark'],
])('a server that %s', async (mistake, ...found) => {
  expect(await notKept(mistake)).toEqual(expect.arrayContaining(found));
});
