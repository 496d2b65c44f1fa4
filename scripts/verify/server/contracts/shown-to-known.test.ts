import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { serverFaultsOf } from '../../../requirements/test/fault-detection.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const contract = (refusal: string) =>
  withoutWorkflows(
    descriptionOf(
      `
/drinks:
  get:
    operationId: listDrinks
    description: If authenticated this will include stock levels, otherwise it will only include the names.
    responses:
      '200':
        description: ''
        content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Drink' } } } }
      ${refusal}`,
      `
security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Drink:
      type: object
      required: [name]
      properties:
        name: { type: string }
        stock: { type: integer, description: 'In stock, only available when authenticated.' }`,
    ),
  );

const bar = contract("default: { description: '' }");

const key = 'Ab1-key9';

type Kind = 'refuses others' | 'serves others' | 'shows all to everybody' | 'shows the stock to nobody';

/** Takes one credential, and shows what is in stock. */
class Bar {
  readonly #kind: Kind;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  respond(request: HttpRequest): ResponseParts {
    if (!/^\/drinks(?:\?|$)/.test(request.target)) return { status: 404 };
    if (request.method !== 'GET') return { status: 405 };
    const sent = headerIn(request, 'Authorization');
    const isKnown = /^bearer +(.*)$/i.exec(sent ?? '')?.[1] === key;
    if (!isKnown && (sent !== undefined || this.#kind === 'refuses others'))
      return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
    const isShown = this.#kind === 'shows all to everybody' || (isKnown && this.#kind !== 'shows the stock to nobody');
    return { body: [isShown ? { name: 'Negroni', stock: 7 } : { name: 'Negroni' }] };
  }
}

const id = 'listDrinks.security.shows.stock';
const notKept = (kind: Kind, specification = bar) => notKeptBy(new Bar(kind), specification, key, 1, false);

describe('what only somebody who is known may see', () => {
  test.each<Kind>(['refuses others', 'serves others'])('a server that %s', async (kind) => {
    expect(await notKept(kind)).toEqual([]);
  });

  test.each<Kind>(['shows all to everybody', 'shows the stock to nobody'])('a server that %s', async (kind) => {
    expect(await notKept(kind)).toContain(id);
  });

  test('whom a server refuses, it need not say that it does', async () =>
    expect(await notKept('refuses others', contract(''))).toEqual([]));

  test.each(serverFaultsOf(bar, (requirement) => requirement.id === id))('$name', async ({ fault }) =>
    expect(await notKeptBy(new Bar('serves others'), bar, key, 1, false, fault.wrap)).toContain(id),
  );
});
