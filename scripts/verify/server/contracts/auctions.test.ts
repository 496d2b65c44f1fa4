import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
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
const at = 'parameters: [{ name: lotId, in: path, required: true, schema: { type: integer, minimum: 1 } }]';
const price = '{ type: integer, minimum: 1, maximum: 1000000 }';
const newLot = `{ type: object, required: [price], properties: { price: ${price} } }`;
const shown = `id: { type: integer }, price: ${price}, status: { enum: [open, closed] }`;
const counted = 'bidCount: { type: integer, description: Number of bids. }';
const lot = `{ type: object, required: [id, price, status, bidCount], properties: { ${shown}, ${counted} } }`;
const ofBid = 'amount: { type: integer, minimum: 1 }, note: { type: string }';
const newBid = `{ type: object, required: [amount, note], properties: { ${ofBid} } }`;
const bid = `{ type: object, required: [id, amount, note], properties: { id: { type: integer }, ${ofBid} } }`;
const description = descriptionOf(`
/lots:
  post: { operationId: addLot, ${body(newLot)}, responses: { ${ok(201, lot)}, ${refused(400)} } }
/lots/{lotId}:
  ${at}
  get: { operationId: readLot, responses: { ${ok(200, lot)}, ${refused(404)} } }
  delete:
    operationId: removeLot
    description: Only closed lots can be removed.
    responses: { ${refused(204, 404)}, '409': { description: The lot is open. } }
/lots/{lotId}/close:
  ${at}
  post: { operationId: closeLot, responses: { ${ok(200, lot)}, ${refused(404, 409)} } }
/lots/{lotId}/bids:
  ${at}
  get: { operationId: listBids, responses: { ${ok(200, `{ type: array, items: ${bid} }`)}, ${refused(404)} } }
  post:
    operationId: addBid
    description: A bid must be higher than the current price.
    ${body(newBid)}
    responses: { ${ok(201, bid)}, ${refused(400, 404, 409)} }
`);

type Mistake = 'removes nothing' | 'counts no bids' | 'lists the bids of all lots';

interface Lot {
  shown: { id: number; price: number; status: 'open' | 'closed' };
  bids: { id: number; amount: number; note: string }[];
}

/** Lots that are removed once they are closed, and bids that must be higher than those before. */
class AuctionServer {
  readonly #lots = new Map<number, Lot>();
  readonly #mistake: Mistake | undefined;
  #last = 0;

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const [, , id, beneath] = request.target.replace(/\?.*/, '').split('/');
    const known = id === undefined || (/^[1-9]\d*$/.test(id) && this.#lots.has(Number(id)));
    const methods: Record<string, string[]> = { '': ['GET', 'DELETE'], close: ['POST'], bids: ['GET', 'POST'] };
    const allowed = id === undefined ? ['POST'] : (methods[beneath ?? ''] ?? []);
    if (allowed.length === 0) return { status: 404 };
    if (!allowed.includes(request.method)) return { status: 405 };
    const own = this.#lots.get(Number(id));
    if (!known || (id !== undefined && own === undefined)) return { status: 404 };
    if (own === undefined) return this.#add(request);
    if (beneath === 'close') return this.#close(own);
    if (beneath === 'bids') return request.method === 'GET' ? { body: this.#bidsOf(own) } : this.#bid(own, request);
    if (request.method === 'GET') return { body: this.#shown(own) };
    if (own.shown.status === 'open') return { status: 409 };
    if (this.#mistake !== 'removes nothing') this.#lots.delete(own.shown.id);
    return { status: 204 };
  }

  #add(request: HttpRequest): ResponseParts {
    const wanted = numberIn(request, 'price');
    if (wanted === undefined || wanted < 1 || wanted > 1_000_000) return { status: 400 };
    const id = ++this.#last;
    const made: Lot = { shown: { id, price: wanted, status: 'open' }, bids: [] };
    this.#lots.set(id, made);
    return { status: 201, body: this.#shown(made) };
  }

  #close(own: Lot): ResponseParts {
    if (own.shown.status === 'closed') return { status: 409 };
    own.shown.status = 'closed';
    return { body: this.#shown(own) };
  }

  #bid(own: Lot, request: HttpRequest): ResponseParts {
    const amount = numberIn(request, 'amount');
    const note = memberIn(request, 'note');
    if (amount === undefined || amount < 1 || typeof note !== 'string') return { status: 400 };
    const current = Math.max(own.shown.price, ...own.bids.map((one) => one.amount));
    if (own.shown.status === 'closed' || amount <= current) return { status: 409 };
    const made = { id: ++this.#last, amount, note };
    own.bids.push(made);
    return { status: 201, body: made };
  }

  #bidsOf({ bids }: Lot): ExactObject[] {
    return this.#mistake === 'lists the bids of all lots' ? [...this.#lots.values()].flatMap((one) => one.bids) : bids;
  }

  #shown({ shown: own, bids }: Lot): ExactObject {
    return { ...own, bidCount: this.#mistake === 'counts no bids' ? 0 : bids.length };
  }
}

function memberIn(request: HttpRequest, name: string): Exact | undefined {
  const isJson = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
  const sent = jsonIn(request.body) ?? null;
  return isJson && isExactObject(sent) ? sent[name] : undefined;
}

/** Undefined where a body has no such integer. */
function numberIn(request: HttpRequest, name: string): number | undefined {
  const value = memberIn(request, name);
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

const notKept = (seed: number, mistake?: Mistake) =>
  notKeptBy(new AuctionServer(mistake), withoutWorkflows(description), 'key', seed, false);

test.each([1, 2])('what is in a state can be removed, and a bid outbids others, seed %d', async (seed) => {
  expect(await notKept(seed)).toEqual([]);
});

test.each<[Mistake, told: string]>([
  ['removes nothing', 'removeLot.removed.readLot'],
  ['counts no bids', 'readLot.tally.bidCount'],
  ['lists the bids of all lots', 'listBids.beneath.lotId'],
])('what a server %s', async (mistake, told) => {
  expect(await notKept(1, mistake)).toContain(told);
});
