import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const text = '{ type: string, minLength: 1 }';
const ofAccount = `id: { type: integer, format: int32 }, name: ${text}, password: ${text}, nick: ${text}`;
const account = `{ type: object, required: [name, nick], properties: { ${ofAccount} } }`;
const book = `{ type: object, required: [id, title], properties: { id: { type: integer }, title: ${text} } }`;
const others = `'400': { description: Invalid input }, '415': { description: '' }, default: { description: Any error }`;
const taking = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const answering = (schema: string) => `responses: { '200': { description: '', ${json(schema)} }, ${others} }`;
const none = `'404': { description: Nothing has it }`;
const description = descriptionOf(`
/accounts: { post: { operationId: addAccount, ${taking(account)}, ${answering(account)} } }
/accounts/{name}:
  parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
  get: { operationId: readAccount, responses: { '200': { description: '', ${json(account)} }, ${none}, ${others} } }
  put: { operationId: changeAccount, ${taking(account)}, responses: { '200': { description: '' }, ${none}, ${others} } }
/books:
  post: { operationId: addBook, ${taking(book)}, ${answering(book)} }
  put: { operationId: changeBook, ${taking(book)}, ${answering(book).replace('{', `{ ${none},`)} }
/books/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBook, responses: { '200': { description: '', ${json(book)} }, ${none}, ${others} } }`);

type Mistake = 'does not change a nick' | 'answers 201' | 'does not change a title';

/** A server that shows no password, keeps the numbers that it gave, renames accounts, and reads U+FFFD for no UTF-8. */
class Library {
  readonly #mistake: Mistake | undefined;
  readonly #accounts = new Map<string, ExactObject>();
  readonly #books = new Map<number, ExactObject>();

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target } = request;
    const [path = '', things = '', name] = /^\/(accounts|books)(?:\/([^/?]+))?(?=\?|$)/.exec(target) ?? [];
    if (path === '') return { status: 404 };
    const isRead = method === 'GET' && name !== undefined;
    const isWritten =
      (method === 'POST' && name === undefined) || (method === 'PUT' && (name === undefined) === (things === 'books'));
    if (!isRead && !isWritten) return { status: 405 };
    const named = decodeURIComponent(name ?? '');
    if (things === 'books' && isRead && !/^-?\d+$/.test(named)) return { status: 400 };
    if (isRead) return found(things === 'books' ? this.#books.get(Number(named)) : this.#accounts.get(named));
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const body = parsed(request);
    if (body === undefined) return { status: 400 };
    return things === 'books' ? this.#writeBook(method, body) : this.#writeAccount(method, named, body);
  }

  #writeAccount(method: string, before: string, { id, name, password, nick }: ExactObject): ResponseParts {
    const old = this.#accounts.get(before);
    if (method === 'PUT' && old === undefined) return { status: 404 };
    if (
      ![name, nick].every(isText) ||
      (password !== undefined && !isText(password)) ||
      (id !== undefined && !isInt32(id))
    )
      return { status: 400 };
    const isTaken = this.#accounts.has(String(name)) && name !== before;
    if (isTaken) return { status: 400 };
    const isKept = this.#mistake === 'does not change a nick' && old !== undefined;
    const now = {
      id: old?.['id'] ?? this.#accounts.size + 1,
      name: name ?? '',
      nick: (isKept ? old['nick'] : nick) ?? '',
    };
    this.#accounts.delete(before);
    this.#accounts.set(String(name), now);
    return old === undefined ? { status: this.#mistake === 'answers 201' ? 201 : 200, body: now } : { status: 200 };
  }

  #writeBook(method: string, { id, title }: ExactObject): ResponseParts {
    if (!Number.isSafeInteger(id)) return { status: 400 };
    const old = this.#books.get(Number(id));
    if (method === 'PUT' && old === undefined) return { status: 404 };
    if (!isText(title) || (method === 'POST' && old !== undefined)) return { status: 400 };
    const isKept = this.#mistake === 'does not change a title' && old !== undefined;
    const now = { id: Number(id), title: (isKept ? old['title'] : title) ?? '' };
    this.#books.set(now.id, now);
    return { body: now };
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isInt32 = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31;
const found = (thing: ExactObject | undefined): ResponseParts =>
  thing === undefined ? { status: 404 } : { body: thing };

function parsed({ body }: HttpRequest): ExactObject | undefined {
  try {
    const value = JSON.parse(String(body ?? ''));
    return isExactObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const notKept = (mistake?: Mistake) => notKeptBy(new Library(mistake), withoutWorkflows(description), '', 1, false);

test('what a body names otherwise than the path, or cannot be read, violates nothing', async () => {
  expect(await notKept()).toEqual([]);
});

test.each<[mistake: Mistake, id: string]>([
  ['does not change a nick', 'readAccount.returns.changeAccount'],
  ['answers 201', 'addAccount.responses.undocumented'],
  ['does not change a title', 'changeBook.kept.title'],
])('a server that %s', async (mistake, id) => {
  expect(await notKept(mistake)).toContain(id);
});
