import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor, harnessAt, idsOf } from '../../verify/test/bench.ts';
import { catalogueOf } from '../catalogue.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { requestChecked } from './checked.ts';

const found = `responses: { '200': { description: '' } }`;
const colour = (name: string) => `{ name: ${name}, in: query, schema: { type: string, enum: [red, green] } }`;
const trip = `requestBody:
      content:
        application/json:
          schema:
            type: object
            required: [from, to]
            properties: { from: { type: string }, to: { type: string }, stops: { type: array, items: {} } }`;
const description = descriptionOf(`
/trips:
  post:
    operationId: planTrip
    ${trip}
    ${found}
/cars: { get: { operationId: listCars, parameters: [${colour('colour')}], ${found} } }
/vans: { get: { operationId: listVans, parameters: [${colour('paint')}], ${found} } }
/bikes: { get: { operationId: listBikes, parameters: [{ name: q, in: query, schema: { type: string } }], ${found} } }
/boats:
  post:
    operationId: addBoat
    ${trip}
    responses: { '200': { description: '' }, '400': { description: '' } }
`);

type Answer = (request: HttpRequest) => number;

/** What is wrong with a request, in words. */
function wrongIn({ target, body }: HttpRequest): string[] {
  if (body === null) return /=(?:red|green)$|^[^?]*$/.test(target) ? [] : [target.split('?')[0] ?? ''];
  const sent = jsonIn(body);
  if (sent === undefined) return ['JSON'];
  const entries: Record<string, unknown> = Object.fromEntries(Object.entries(sent ?? {}));
  const texts = ['from', 'to'].filter((name) => typeof entries[name] !== 'string');
  return [...texts, ...(entries['stops'] === undefined || Array.isArray(entries['stops']) ? [] : ['stops'])];
}

const strict: Answer = (request) => (wrongIn(request).length > 0 ? 400 : 200);
const taking =
  (what: string): Answer =>
  (request) =>
    wrongIn(request).join() === what ? 200 : strict(request);

async function judged(operationId: string, answer: Answer) {
  const respond = (request: HttpRequest): ResponseParts => ({ status: answer(request) });
  const { session, ledger } = benchFor(description, respond);
  const judgements = await probedJudgements(requestChecked, session, operationId);
  return { judgements, ledger };
}

async function violated(operationId: string, answer: Answer): Promise<string[]> {
  const { judgements } = await judged(operationId, answer);
  return judgements.flatMap((judgement) =>
    judgement !== 'kept' && 'documented' in judgement ? [judgement.documented] : [],
  );
}

test('it is checked where no refusal is documented', () => {
  const all = catalogueOf(withoutWorkflows(description), 'server').filter(({ id }) => id.endsWith('.checked'));
  expect(all.map(({ operationId }) => operationId)).toEqual(['planTrip', 'listCars', 'listVans']);
});

describe('what a server refuses, it refuses everywhere', () => {
  test.each(['planTrip', 'listCars'])('one that refuses all: %s', async (operationId) => {
    const { judgements } = await judged(operationId, strict);
    expect(new Set(judgements)).toEqual(new Set(['kept']));
  });

  test('one that takes a body without a property', async () =>
    expect(await violated('planTrip', taking('to'))).toContain(
      'A refusal of a request with no to, as of one with no from here.',
    ));

  test('one that takes another type', async () =>
    expect(await violated('planTrip', taking('stops'))).toContain(
      'A refusal of a request with stops {"value":1}, as of one with from {"value":1} here.',
    ));

  test('one that takes what another operation refuses', async () =>
    expect(await violated('listCars', taking('/cars'))).toEqual([
      'A refusal of a request with colour=none-of-these, as of one with paint=none-of-these at listVans.',
    ]));

  test.each(['planTrip', 'listCars'])(
    'one that refuses nothing is not blamed, nor sent more: %s',
    async (operationId) => {
      const { judgements } = await judged(operationId, () => 200);
      const said = { outOfReach: expect.stringContaining('the contract documents no refusal') };
      expect(judgements).toEqual(Array.from({ length: operationId === 'planTrip' ? 2 : 1 }, () => said));
    },
  );
});

test('one that refuses only what it says it refuses is not blamed', async () =>
  expect(await violated('planTrip', (request) => (request.target === '/boats' ? strict(request) : 200))).toEqual([]));

test('one that refuses everything elsewhere is not blamed', async () =>
  expect(await violated('listCars', ({ target }) => (target.startsWith('/vans') ? 400 : 200))).toEqual([]));

test('a refusal needs no documentation there, and a failure is one', async () => {
  const refusing = await judged('planTrip', strict);
  expect(idsOf(refusing.ledger, 'violated')).toEqual([]);
  const failing = await judged('planTrip', (request) => (wrongIn(request).includes('JSON') ? 500 : strict(request)));
  expect(idsOf(failing.ledger, 'violated')).toContain('planTrip.responses.failure');
});

test('a server with the fault is detected', async () => {
  const [{ fault } = expect.fail('There is no fault.')] = serverFaultsOf(
    withoutWorkflows(description),
    ({ id }) => id === 'planTrip.checked',
  );
  const respond = (request: HttpRequest): ResponseParts => ({ status: strict(request) });
  const keys = { key: 'right-key', limitedKey: undefined };
  const { session } = benchFor(description, respond, keys, (send, clock) => fault.wrap(send, harnessAt(clock)));
  expect(await probedJudgements(requestChecked, session, 'planTrip')).toContainEqual(
    expect.objectContaining({ received: '200, an empty body' }),
  );
});
