import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const body = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const ok = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const named = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1 } }`;
const text = '{ type: string, minLength: 1, maxLength: 40 }';
const nameOnly = `{ type: object, required: [name], properties: { name: ${text} } }`;
const thing = `{ type: object, required: [id, name], properties: { id: { type: integer }, name: ${text} } }`;
const horse = "{ $ref: '#/components/schemas/Horse' }";
const list = `/horses:
  get: { operationId: listHorses, responses: { ${ok(200, `{ type: array, items: ${horse} }`)} } }
`;
const described = (others: string) =>
  descriptionOf(
    `
/owners:
  post: { operationId: addOwner, ${body(nameOnly)}, responses: { ${ok(201, thing)}, ${refused(400)} } }
/owners/{ownerId}:
  parameters: [${named('ownerId')}]
  get: { operationId: readOwner, responses: { ${ok(200, thing)}, ${refused(404)} } }
/owners/{ownerId}/horses:
  parameters: [${named('ownerId')}]
  post: { operationId: addHorse, ${body(nameOnly)}, responses: { ${ok(201, horse)}, ${refused(400, 404)} } }
/owners/{ownerId}/horses/{horseId}:
  parameters: [${named('ownerId')}, ${named('horseId')}]
  get: { operationId: readHorseOf, responses: { ${ok(200, horse)}, ${refused(404)} } }
${others}/horses/{horseId}:
  parameters: [${named('horseId')}]
  get: { operationId: readHorse, responses: { ${ok(200, horse)}, ${refused(404)} } }
  put: { operationId: changeHorse, ${body(nameOnly)}, responses: { ${ok(200, horse)}, ${refused(400, 404)} } }
  delete: { operationId: removeHorse, responses: { ${refused(204, 404)} } }
`,
    `components: { schemas: { Horse: ${thing} } }`,
  );

type Mistake = 'removes nothing' | 'changes nothing';

interface Horse {
  id: number;
  name: string;
  owner: number;
}

/** Horses that are made beneath an owner, and are there by themselves as well. */
class StableServer {
  readonly #owners = new Map<number, ExactObject>();
  readonly #horses = new Map<number, Horse>();
  readonly #mistake: Mistake | undefined;
  #last = 0;

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const [, first = '', id, beneath, own] = request.target.replace(/\?.*/, '').split('/');
    const isOfOwners = first === 'owners';
    if (isOfOwners && beneath === undefined) return this.#ofOwners(request, id);
    if (isOfOwners && own === undefined) return this.#add(request, Number(id));
    if (first === 'horses' && id === undefined)
      return request.method === 'GET' ? { body: [...this.#horses.values()].map(shown) } : { status: 405 };
    const found = this.#horses.get(Number(isOfOwners ? own : id));
    const isThere = found !== undefined && (!isOfOwners || found.owner === Number(id));
    if (!(isOfOwners ? ['GET'] : ['GET', 'PUT', 'DELETE']).includes(request.method)) return { status: 405 };
    if (!isThere) return { status: 404 };
    if (request.method === 'GET') return { body: shown(found) };
    if (request.method === 'DELETE') {
      if (this.#mistake !== 'removes nothing') this.#horses.delete(found.id);
      return { status: 204 };
    }
    const name = nameIn(request);
    if (name === undefined) return { status: 400 };
    if (this.#mistake !== 'changes nothing') found.name = name;
    return { body: shown({ ...found, name }) };
  }

  #ofOwners(request: HttpRequest, id: string | undefined): ResponseParts {
    if (request.method !== (id === undefined ? 'POST' : 'GET')) return { status: 405 };
    const known = this.#owners.get(Number(id));
    if (id !== undefined) return known === undefined ? { status: 404 } : { body: known };
    const name = nameIn(request);
    if (name === undefined) return { status: 400 };
    const made = { id: ++this.#last, name };
    this.#owners.set(made.id, made);
    return { status: 201, body: made };
  }

  #add(request: HttpRequest, owner: number): ResponseParts {
    if (request.method !== 'POST') return { status: 405 };
    if (!this.#owners.has(owner)) return { status: 404 };
    const name = nameIn(request);
    if (name === undefined) return { status: 400 };
    const made = { id: ++this.#last, name, owner };
    this.#horses.set(made.id, made);
    return { status: 201, body: shown(made) };
  }
}

function shown({ id, name }: Horse): ExactObject {
  return { id, name };
}

/** Undefined where a body has no such name as the schema allows. */
function nameIn(request: HttpRequest): string | undefined {
  const isJson = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
  const sent = jsonIn(request.body) ?? null;
  const name = isJson && isExactObject(sent) ? sent['name'] : undefined;
  return typeof name === 'string' && name !== '' && [...name].length <= 40 ? name : undefined;
}

const notKept = (seed: number, mistake?: Mistake, others = list) =>
  notKeptBy(new StableServer(mistake), withoutWorkflows(described(others)), 'key', seed, false);

test.each([1, 2])('what is made beneath an owner is read and removed by itself, seed %d', async (seed) => {
  expect(await notKept(seed)).toEqual([]);
  expect(await notKept(seed, undefined, '')).toEqual([]);
});

test.each<[Mistake, told: string]>([
  ['removes nothing', 'removeHorse.removed.readHorse'],
  ['changes nothing', 'readHorse.returns.changeHorse'],
])('what a server %s', async (mistake, told) => {
  expect(await notKept(1, mistake)).toContain(told);
  expect(await notKept(1, mistake, '')).toContain(told);
});
