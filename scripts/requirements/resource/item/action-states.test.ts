import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { actionStates } from './action-states.ts';

const json = 'content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }';
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';

interface Action {
  action?: string;
  text?: string;
  body?: string;
  states?: string;
  answer?: string;
}

const described = ({
  action = 'cancel',
  text = '',
  body = '',
  states = 'open, running, paid, cancelled',
  answer = '',
}: Action = {}) =>
  descriptionOf(
    `
/orders:
  post: { operationId: add, responses: { '201': { description: '', ${json} } } }
/orders/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${json} } } }
/orders/{id}/${action}:
  ${at}
  post:
    operationId: act
    description: '${text}'
    ${body && `requestBody: { content: { application/json: { schema: { properties: { ${body} } } } } }`}
    responses: { '200': { description: '${answer}', ${json} } }
`,
    `
components:
  schemas:
    Order:
      type: object
      properties:
        id: { type: integer }
        status: { enum: [${states}] }
        isLocked: { type: boolean }
        isActive: { type: boolean }
        reason: { type: string }
        paid: { type: integer }
        cancelledAt: { type: [string, 'null'], format: date-time }`,
  );

const made = { id: 1, status: 'open', isLocked: false, isActive: true, paid: 0, cancelledAt: null };

/** What is seen of an action that changes an order so. */
function judged(
  change: ExactObject,
  { status = 200, first = {}, ...action }: Action & { status?: number; first?: ExactObject } = {},
) {
  let order: ExactObject = {};
  const { session } = benchFor(described(action), ({ method, target }): ResponseParts => {
    if (target === '/orders') order = { ...made, ...first };
    else if (method === 'POST') order = { ...order, ...change };
    return { status: target === '/orders' ? 201 : method === 'POST' ? status : 200, body: order };
  });
  return probedJudgements(actionStates, session, 'act');
}

const stays = (received: string) => ({ documented: expect.any(String), received: expect.stringContaining(received) });
const unseen = { outOfReach: 'No item has been seen before and after an action that was done.' };
const atFirst = { outOfReach: 'The action leads to another state at first.' };
const more = { outOfReach: 'The action has changed something else of the item.' };

test.each<[what: string, judgements: Promise<unknown>, expected: unknown]>([
  ['does it', judged({ status: 'cancelled' }), 'kept'],
  ['does nothing', judged({}), stays('status: "open"')],
  ['says alone when it was done', judged({ cancelledAt: '2026-03-01T10:00:00Z' }), stays('status: "open"')],
  ['keeps the reason alone', judged({ reason: 'late' }, { body: 'reason: { type: string }' }), stays('status: "open"')],
  ['leaves what waits', judged({}, { first: { status: 'waiting' }, states: 'waiting, cancelled' }), stays('"waiting"')],
  ['stops later what is running', judged({}, { first: { status: 'running' } }), atFirst],
  ['brings it into another state', judged({ status: 'paid' }), atFirst],
  [
    'brings it into another state than it is said to',
    judged({ status: 'paid' }, { answer: 'The cancelled order.' }),
    stays('status: "paid"'),
  ],
  ['has it on the way', judged({ status: 'running' }, { answer: 'The cancelled order.' }), atFirst],
  ['may bring it into another state', judged({ status: 'paid' }, { answer: 'The order, cancelled or paid.' }), atFirst],
  ['counts', judged({ paid: 1 }), more],
  ['refuses it', judged({}, { status: 409 }), unseen],
  ['does it later', judged({}, { status: 202 }), unseen],
  ['has done it before', judged({}, { first: { status: 'cancelled' } }), unseen],
  ['turns a switch on', judged({ isLocked: true }, { action: 'lock' }), 'kept'],
  ['leaves a switch off', judged({}, { action: 'lock' }), stays('isLocked: false')],
  ['leaves a switch on', judged({}, { action: 'unlock', first: { isLocked: true } }), stays('isLocked: true')],
])('a server that %s', async (_, judgements, expected) => expect(await judgements).toEqual([expected]));

test.each<[Action, states: string[]]>([
  [{}, ['cancelled']],
  [{ states: 'open, canceled' }, ['canceled']],
  [{ action: 'pay' }, ['paid']],
  [{ action: 'lock' }, ['locked']],
  [{ action: 'unlock' }, ['not_locked']],
  [{ action: 'activate' }, ['active']],
  [{ action: 'deactivate' }, ['not_active']],
  [{ action: 'cancel-all' }, []],
  [{ action: 'restore', states: 'open, restored' }, []],
  [{ text: 'Cancels the order at the end of the month.' }, []],
  [{ text: 'Cancels the order once every supplier has agreed.' }, []],
  [{ action: 'pay', body: 'amount: { type: number }' }, []],
  [{ body: 'lines: { type: array, items: { type: string } }' }, []],
  [{ body: 'reason: { type: string }' }, ['cancelled']],
  [{ action: 'settle', body: 'result: { enum: [paid, cancelled] }, amount: { type: number }' }, ['paid', 'cancelled']],
  [{ action: 'settle', body: 'result: { enum: [paid, lost] }' }, []],
  [{ action: 'settle', body: 'status: { enum: [paid, cancelled] }' }, []],
  [{ action: 'settle', body: 'result: { enum: [paid, open] }, other: { enum: [paid, open] }' }, []],
])('%j leads to %j', (action, states) => {
  const description = described(action);
  const { session } = benchFor(description);
  const all = description.operations.flatMap((operation) => actionStates.list(session, operation, 'server'));
  expect(all.map(({ subject }) => subject.state)).toEqual(states);
});

const choice = { action: 'settle', body: 'result: { enum: [paid, cancelled] }' };
const notChosen = { outOfReach: 'The action leads to a state that it does not choose.' };

/** What is seen of an action that brings an order into the state for what it is sent. */
function judgedChoice(statusFor: (result: string) => string) {
  let order: ExactObject = {};
  const { session } = benchFor(described(choice), ({ method, target, body }): ResponseParts => {
    if (target === '/orders') order = made;
    else if (method === 'POST') order = { ...order, status: statusFor(JSON.parse(String(body)).result), paid: 1 };
    return { status: target === '/orders' ? 201 : 200, body: order };
  });
  return probedJudgements(actionStates, session, 'act');
}

test.each<[what: string, statusFor: (result: string) => string, expected: unknown[]]>([
  ['does what is chosen', (result) => result, ['kept', 'kept']],
  ['always does the same', () => 'paid', ['kept', stays('status: "paid"')]],
  ['does nothing of that', () => 'open', [notChosen, notChosen]],
  ['does something else at first', () => 'running', [notChosen, notChosen]],
])('an action that %s', async (_, statusFor, expected) => expect(await judgedChoice(statusFor)).toEqual(expected));

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === actionStates.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['stays as it was']);
});
