import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const refusals = "'400': { description: '' }, '404': { description: '' }, '415': { description: '' }";
const answers = (status: number, content: string) =>
  `responses: { '${status}': { description: '', ${content} }, ${refusals} }`;
const id = '{ type: string, format: uuid }';
const text = '{ type: string, minLength: 1 }';
const kindOf = (kind: string, part: string, more = '') => `
      type: object
      additionalProperties: false
      required: [kind, owner, ${part}${more && ', id'}]
      properties: { kind: { type: string, const: ${kind} }, owner: ${text}, ${part}: ${text}${more} }`;
const made = `, id: ${id}`;
const sent = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const oneOf = (...names: string[]) => `
      oneOf: [${names.map((name) => `{ $ref: '#/components/schemas/${name}' }`).join(', ')}]
      discriminator: { propertyName: kind }`;

/** Cards and accounts to pay by, of which the owner may change. */
const description = descriptionOf(
  `
/payers:
  get:
    operationId: listPayers
    parameters: [{ name: kind, in: query, schema: { type: string, enum: [card, account] } }]
    ${answers(200, json('Payers'))}
  post: { operationId: addPayer, ${sent('NewPayer')}, ${answers(201, json('Payer'))} }
/payers/{payerId}:
  parameters: [{ name: payerId, in: path, required: true, schema: ${id} }]
  get: { operationId: readPayer, ${answers(200, json('Payer'))} }
  patch: { operationId: changePayer, ${sent('Change')}, ${answers(200, json('Payer'))} }`,
  `
components:
  schemas:
    NewCard: ${kindOf('card', 'number')}
    NewAccount: ${kindOf('account', 'iban')}
    Card: ${kindOf('card', 'number', made)}
    Account: ${kindOf('account', 'iban', made)}
    NewPayer: ${oneOf('NewCard', 'NewAccount')}
    Payer: ${oneOf('Card', 'Account')}
    Payers: { type: array, items: { $ref: '#/components/schemas/Payer' } }
    Change: { type: object, additionalProperties: false, minProperties: 1, properties: { owner: ${text} } }`,
);

/** What a server does wrong with what is not of the first kind. */
type Fault = 'lists every kind' | 'alters an account';

class Payers {
  readonly #all = new Map<string, ExactObject>();
  readonly #fault: Fault | undefined;

  constructor(fault?: Fault) {
    this.#fault = fault;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target } = request;
    const [path = '', query = ''] = target.split('?');
    const [, , key, ...more] = path.split('/');
    if (!path.startsWith('/payers') || more.length > 0) return { status: 404 };
    const found = this.#all.get(key ?? '');
    if (key !== undefined && found === undefined) return { status: 404 };
    if (method === 'GET') return found === undefined ? this.#list(new URLSearchParams(query)) : { body: found };
    if (method !== (found === undefined ? 'POST' : 'PATCH')) return { status: 405 };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const body = jsonIn(request.body);
    const schema = `/components/schemas/${found === undefined ? 'NewPayer' : 'Change'}`;
    const isValid = isExactObject(body) && description.schemas.isValid('request', schema, body);
    if (!isValid) return { status: 400 };
    const altered = this.#fault === 'alters an account' && found?.['kind'] === 'account' ? { iban: 'another' } : {};
    const item = { id: randomUUID(), ...found, ...altered, ...body };
    this.#all.set(String(item.id), item);
    return { status: found === undefined ? 201 : 200, body: item };
  }

  #list(query: URLSearchParams): ResponseParts {
    const kind = query.get('kind');
    const kinds = query.getAll('kind');
    if (kind !== null && (kinds.length > 1 || !['card', 'account'].includes(kind))) return { status: 400 };
    const isAll = kind === null || this.#fault === 'lists every kind';
    return { body: [...this.#all.values()].filter((item) => isAll || item['kind'] === kind) };
  }
}

const notKept = (payers: Payers) => notKeptBy(payers, withoutWorkflows(description), '', 1, false);

test('a server with things of several kinds is not blamed', async () =>
  expect(await notKept(new Payers())).toEqual([]));

test.each<[Fault, requirement: string]>([
  ['lists every kind', 'listPayers.only.kind'],
  ['alters an account', 'changePayer.leaves.iban'],
])('one that %s is found out', async (fault, requirement) =>
  expect(await notKept(new Payers(fault))).toContain(requirement),
);
