import { describe, expect, test } from 'vitest';
import { isExactObject } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf } from '../../test/contracts.ts';
import type { Session } from '../../verify/server/session/session.ts';
import { benchFor, harnessAt } from '../../verify/test/bench.ts';
import { queryInOrder } from '../parameter/in-order.ts';
import { bodyInOrder } from '../request-body/in-order.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';

const day = '{ type: string, format: date }';
const stay = `{ type: object, required: [start, end], properties: { start: ${day}, end: ${day} } }`;
const refused = "'422': { description: The end is before the start }";
const description = descriptionOf(`
/stays:
  post:
    operationId: addStay
    requestBody: { required: true, content: { application/json: { schema: ${stay} } } }
    responses: { '201': { description: '' }, '400': { description: '' }, ${refused} }
  get:
    operationId: listStays
    parameters: [{ name: start, in: query, schema: ${day} }, { name: end, in: query, schema: ${day} }]
    responses: { '200': { description: '' }, ${refused} }`);

/** The status for a stay that has these days. */
type Judge = (start: string, end: string) => number;

const strict: Judge = (start, end) => (end < start ? 422 : 201);

const serverOf =
  (judge: Judge) =>
  ({ method, target, body }: HttpRequest): ResponseParts => {
    const sent = method === 'GET' ? Object.fromEntries(new URL(target, 'http://localhost').searchParams) : jsonIn(body);
    const [start, end] = ['start', 'end'].map((name) => (sent && isExactObject(sent) ? String(sent[name]) : ''));
    return { status: judge(start ?? '', end ?? '') };
  };

describe.each([
  ['addStay.requestBody.end.inOrder', (session: Session) => probedJudgements(bodyInOrder, session, 'addStay')],
  [
    'listStays.parameters.query.end.inOrder',
    (session: Session) => probedJudgements(queryInOrder, session, 'listStays'),
  ],
])('%s', (requirement, judged) => {
  test.each<[what: string, judge: Judge, judgement: unknown]>([
    ['refuses it', strict, 'kept'],
    ['takes days to come alone', (start, end) => (start < '2030' ? 422 : strict(start, end)), 'kept'],
    ['takes past days alone', (start, end) => (end > '2020' ? 422 : strict(start, end)), 'kept'],
    ['takes it', () => 201, { received: '201, an empty body' }],
    ['refuses it with another status', (start, end) => (end < start ? 400 : 201), { received: '400, an empty body' }],
    ['forbids it', (start, end) => (end < start ? 403 : 201), { outOfReach: 'The request was answered with 403.' }],
    ['takes nothing', () => 422, { outOfReach: 'No request was served that has end after start.' }],
  ])('a server that %s', async (_, judge, judgement) => {
    const { session } = benchFor(description, serverOf(judge));
    const expected = typeof judgement === 'string' ? judgement : expect.objectContaining(judgement);
    expect(await judged(session)).toEqual([expected]);
  });

  test('the fault is found', async () => {
    const [{ fault } = expect.fail('There is no fault.'), ...others] = serverFaultsOf(
      withoutWorkflows(description),
      ({ id }) => id === requirement,
    );
    expect(others).toEqual([]);
    const { session } = benchFor(description, serverOf(strict), undefined, (send, clock) =>
      fault.wrap(send, harnessAt(clock)),
    );
    const [judgement] = await judged(session);
    expect(judgement).toEqual(expect.objectContaining({ received: '201, an empty body' }));
  });
});

test.each([
  ['there are no two values for it', `{ type: string, format: date, enum: ['2030-01-01'] }`, '{ type: object }'],
  ['its object is not sent', day, '{ type: object, maxProperties: 0 }'],
  ['its object is null', day, '{ enum: [null] }'],
])('nothing is shown of a range where %s', async (_, end, type) => {
  const period = `{ allOf: [${type}, { properties: { start: ${end}, end: ${end} } }] }`;
  const own = descriptionOf(`
/stays:
  post:
    operationId: addStay
    requestBody:
      content: { application/json: { schema: { type: object, properties: { period: ${period} } } } }
    responses: { '201': { description: '' }, ${refused} }`);
  const { session } = benchFor(own, () => ({ status: 201 }));
  expect(await probedJudgements(bodyInOrder, session, 'addStay')).toEqual([
    { outOfReach: 'No request was served that has end after start.' },
  ]);
});
