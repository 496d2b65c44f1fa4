import { describe, expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const object = (properties: string, ...required: string[]) =>
  `{ type: object, required: [${required.join(', ')}], properties: { ${properties} } }`;
const ok = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const list = (schema: string) => ok(200, `{ type: array, items: ${schema} }`);
const no = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const bodyOf = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const uuid = '{ type: string, format: uuid }';
const inPath = (...names: string[]) =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: ${uuid} }`).join(', ')}]`;
const named = object('name: { type: string, minLength: 1, maxLength: 40 }', 'name');
const thing = object(`id: ${uuid}, name: { type: string }`, 'id', 'name');
const count = 'count: { type: integer, minimum: 1, maximum: 99 }';
const entry = object(`productId: ${uuid}, ${count}`, 'productId', 'count');
const role = 'role: { type: string, enum: [reader, writer] }';
const member = object(`userId: ${uuid}, ${role}`, 'userId', 'role');
const things = (kind: string, id: string) => `
/${kind}:
  post: { operationId: add-${kind}, ${bodyOf(named)}, responses: { ${ok(201, thing)}, ${no(400, 415)} } }
/${kind}/{${id}}:
  ${inPath(id)}
  get: { operationId: read-${kind}, responses: { ${ok(200, thing)}, ${no(400, 404)} } }`;

interface Habits {
  /** The status for something that is not there, in a body. */
  unknown: 404 | 422;
  again: 'is added' | 'is refused';
  /** The status where PUT has made something. */
  made: 200 | 201;
}

const descriptionFor = ({ unknown, again, made }: Habits) =>
  descriptionOf(`${things('products', 'productId')}${things('users', 'userId')}${things('groups', 'groupId')}
/basket:
  get: { operationId: listEntries, responses: { ${list(entry)} } }
  post:
    operationId: addEntry
    ${bodyOf(entry)}
    responses: { ${ok(201, entry)}, ${again === 'is added' ? ok(200, entry) : no(409)}, ${no(400, 415, unknown)} }
/basket/{productId}:
  ${inPath('productId')}
  get: { operationId: readEntry, responses: { ${ok(200, entry)}, ${no(400, 404)} } }
  put:
    operationId: changeEntry
    ${bodyOf(object(count, 'count'))}
    responses: { ${ok(200, entry)}, ${no(400, 404, 415)} }
  delete: { operationId: removeEntry, responses: { ${no(204, 400, 404)} } }
/groups/{groupId}/members:
  ${inPath('groupId')}
  get: { operationId: listMembers, responses: { ${list(member)}, ${no(400, 404)} } }
/groups/{groupId}/members/{userId}:
  ${inPath('groupId', 'userId')}
  get: { operationId: readMember, responses: { ${ok(200, member)}, ${no(400, 404)} } }
  put:
    operationId: putMember
    ${bodyOf(object(role, 'role'))}
    responses: { ${ok(200, member)}, ${made === 201 ? `${ok(201, member)}, ` : ''}${no(400, 404, 415)} }
  delete: { operationId: removeMember, responses: { ${no(204, 400, 404)} } }
/users/{userId}/favourites:
  ${inPath('userId')}
  get: { operationId: listFavourites, responses: { ${list(thing)}, ${no(400, 404)} } }
/users/{userId}/favourites/{productId}:
  ${inPath('userId', 'productId')}
  put: { operationId: putFavourite, responses: { ${no(204, 400, 404)} } }
  delete: { operationId: removeFavourite, responses: { ${no(204, 400, 404)} } }`);

type Mistake =
  | 'changes the last entry'
  | 'keeps what is removed'
  | 'keeps the role'
  | 'adds no favourite'
  | 'adds an entry once more';

const methods: Record<string, string> = {
  ...Object.fromEntries(
    ['products', 'users', 'groups'].flatMap((kind) => [
      [kind, 'POST'],
      [`${kind}/*`, 'GET'],
    ]),
  ),
  basket: 'GET POST',
  'basket/*': 'GET PUT DELETE',
  'groups/*/members': 'GET',
  'groups/*/members/*': 'GET PUT DELETE',
  'users/*/favourites': 'GET',
  'users/*/favourites/*': 'PUT DELETE',
};

const isUuid = (value: Exact | undefined) =>
  typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
const isCount = (value: Exact | undefined) => typeof value === 'number' && [...Array(99).keys()].includes(value - 1);
const isRole = (value: Exact | undefined) => value === 'reader' || value === 'writer';

/** A product is in a basket once, a user in a group: they are there under the identifier of the other thing. */
class Shop {
  readonly #habits: Habits;
  readonly #mistake: Mistake | undefined;
  readonly #things = new Map<string, ExactObject>();
  readonly #held = new Map<string, Map<string, ExactObject>>();

  constructor(habits: Habits, mistake?: Mistake) {
    this.#habits = habits;
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target } = request;
    const parts = (target.split('?')[0] ?? '').toLowerCase().split('/').slice(1);
    const isId = (index: number) => index % 2 === 1;
    const allowed = methods[parts.map((part, index) => (isId(index) ? '*' : part)).join('/')];
    if (allowed === undefined) return { status: 404 };
    if (!allowed.split(' ').includes(method)) return { status: 405 };
    if (!parts.every((part, index) => !isId(index) || isUuid(part))) return { status: 400 };
    const [kind = '', id = '', part, other] = parts;
    const takesBody = method === 'POST' || (method === 'PUT' && part !== 'favourites');
    if (takesBody && !/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? ''))
      return { status: 415 };
    const sent = takesBody ? jsonIn(request.body) : {};
    if (sent === undefined || !isExactObject(sent)) return { status: 400 };
    if (kind === 'basket') return this.#inBasket(method, id, sent);
    if (id === '') return this.#make(kind, sent);
    const owner = this.#things.get(`${kind}/${id}`);
    if (owner === undefined) return { status: 404 };
    return part === undefined ? { body: owner } : this.#beneath(method, `${id}/${part}`, other, sent);
  }

  #make(kind: string, { name }: ExactObject): ResponseParts {
    if (typeof name !== 'string' || name === '' || [...name].length > 40) return { status: 400 };
    const id = `00000000-0000-4000-8000-${String(this.#things.size + 1).padStart(12, '0')}`;
    this.#things.set(`${kind}/${id}`, { id, name });
    return { status: 201, body: { id, name } };
  }

  #heldBy(place: string): Map<string, ExactObject> {
    const held = this.#held.get(place) ?? new Map<string, ExactObject>();
    this.#held.set(place, held);
    return held;
  }

  #inBasket(method: string, asked: string, { productId = null, count = 0 }: ExactObject): ResponseParts {
    const entries = this.#heldBy('basket');
    if (method !== 'POST') {
      const found = entries.get(asked);
      if (method !== 'PUT' || found === undefined) return this.#of(method, entries, asked);
      if (!isCount(count)) return { status: 400 };
      Object.assign((this.#mistake === 'changes the last entry' ? [...entries.values()].at(-1) : found) ?? {}, {
        count,
      });
      return { body: { ...found, count } };
    }
    if (typeof productId !== 'string' || !isUuid(productId) || !isCount(count)) return { status: 400 };
    const id = productId.toLowerCase();
    const found = entries.get(id);
    if (!this.#things.has(`products/${id}`)) return { status: this.#habits.unknown };
    if (found !== undefined && this.#mistake === 'adds an entry once more') {
      entries.set(`${id} ${entries.size}`, found);
      return { status: 201, body: found };
    }
    if (found !== undefined && this.#habits.again === 'is refused') return { status: 409 };
    entries.set(id, { productId: id, count: Math.min(99, Number(found?.['count'] ?? 0) + Number(count)) });
    return { status: found === undefined ? 201 : 200, body: entries.get(id) };
  }

  #beneath(method: string, place: string, other: string | undefined, { role = null }: ExactObject): ResponseParts {
    const held = this.#heldBy(place);
    if (other === undefined || method !== 'PUT') return this.#of(method, held, other ?? '');
    const isMember = place.endsWith('members');
    const thing = this.#things.get(`${isMember ? 'users' : 'products'}/${other}`);
    if (isMember && !isRole(role)) return { status: 400 };
    if (thing === undefined) return { status: 404 };
    const isNew = !held.has(other);
    const mistake = isMember ? this.#mistake === 'keeps the role' && !isNew : this.#mistake === 'adds no favourite';
    const made = isMember ? { userId: other, role } : thing;
    if (!mistake) held.set(other, made);
    return isMember ? { status: isNew ? this.#habits.made : 200, body: made } : { status: 204 };
  }

  #of(method: string, all: Map<string, ExactObject>, id: string): ResponseParts {
    if (id === '') return { body: [...all.values()] };
    const found = all.get(id);
    if (found === undefined) return { status: 404 };
    if (method !== 'DELETE') return { body: found };
    if (this.#mistake !== 'keeps what is removed') all.delete(id);
    return { status: 204 };
  }
}

const notKept = (habits: Habits, mistake?: Mistake) =>
  notKeptBy(new Shop(habits, mistake), withoutWorkflows(descriptionFor(habits)), '', 1, false);

describe('what has the identifier of another thing is made with that of one that is there', () => {
  test.each<Habits>([
    { unknown: 422, again: 'is added', made: 200 },
    { unknown: 404, again: 'is refused', made: 201 },
  ])('%o', async (habits) => {
    expect(await notKept(habits)).toEqual([]);
  });

  test.each<[mistake: Mistake, ...found: string[]]>([
    ['changes the last entry', 'readEntry.returns.changeEntry'],
    ['keeps what is removed', 'removeEntry.removed.readEntry', 'removeMember.removed.readMember'],
    ['keeps the role', 'readMember.returns.putMember'],
    ['adds no favourite', 'listFavourites.lists.putFavourite'],
    ['adds an entry once more', 'listEntries.once'],
  ])('%s', async (mistake, ...found) => {
    const habits: Habits = { unknown: 422, again: 'is added', made: 200 };
    expect(await notKept(habits, mistake)).toEqual(expect.arrayContaining(found));
  });
});
