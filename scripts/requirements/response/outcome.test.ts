import { describe, expect, test } from 'vitest';
import { type ResponseParts, responseOf } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import type { Outcome } from '../client/calls.ts';
import { responseFailure } from './failure.ts';
import { isRightlyRefused, outcomeDifference } from './outcome-difference.ts';
import type { SeenOutcome } from './seen-outcome.ts';
import { undocumentedResponse } from './undocumented.ts';

const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    responses:
      '200': { description: '', content: { application/json: { schema: { type: object } } } }
      '404': { description: '', content: { application/json: { schema: { type: object, required: [code] } } } }
      '410': { description: '' }
/shelves: { get: { operationId: listShelves, responses: { '200': { description: '' } } } }`);

/** What a caller gets: `data` and `error` are JSON texts. */
function answered({ status = 200, ...rest }: Partial<Extract<Outcome, { kind: 'answered' }>>): Outcome {
  const headers = [['content-type', 'application/json'] as const];
  return { kind: 'answered', status, headers, data: undefined, error: undefined, ...rest };
}
const rejected: Outcome = { kind: 'rejected', message: 'no response' };

describe('a documented response arrives as it was sent', () => {
  test.each<[name: string, parts: ResponseParts, outcome: Outcome]>([
    ['a success', { body: { a: 1 } }, answered({ data: '{"a":1}' })],
    ['an error', { status: 404, body: { code: 1 } }, answered({ status: 404, error: '{"code":1}' })],
    ['a success without a body', { status: 204 }, answered({ status: 204 })],
    ['an error without a body', { status: 410 }, answered({ status: 410, error: '"Gone"' })],
    [
      'a number of another spelling',
      { body: '[1.0, -9223372036854775808]' },
      answered({ data: '[1,-9223372036854776000]' }),
    ],
  ])('%s', (_, parts, outcome) => expect(outcomeDifference(responseOf(parts), outcome)).toBeUndefined());

  test.each<[name: string, parts: ResponseParts, outcome: Outcome, about: object]>([
    ['a rejection', { body: {} }, rejected, { kind: 'status' }],
    ['another status', { body: {} }, answered({ status: 201, data: '{}' }), { kind: 'status' }],
    [
      'a header that is missing',
      { headers: { 'X-A': '1' }, body: {} },
      answered({ data: '{}' }),
      { kind: 'header', name: 'X-A' },
    ],
    ['a success as an error', { body: {} }, answered({ error: '{}' }), { kind: 'status' }],
    ['an error as data', { status: 404, body: {} }, answered({ status: 404, data: '{}' }), { kind: 'status' }],
    ['an error that nobody sees', { status: 410 }, answered({ status: 410, error: '""' }), { kind: 'status' }],
    ['another value', { body: [{ a: 1 }] }, answered({ data: '[{"a":2}]' }), { kind: 'body', path: ['0', 'a'] }],
    ['no body', { body: { a: 1 } }, answered({}), { kind: 'body', path: [] }],
  ])('but not %s', (_, parts, outcome, about) =>
    expect(outcomeDifference(responseOf(parts), outcome)).toMatchObject({ about }),
  );
});

test.each<[name: string, body: string, outcome: Outcome, isRight: boolean]>([
  ['a rejection', '9007199254740993', rejected, true],
  ['an error', '9007199254740993', answered({ error: '"unsafe"' }), true],
  ['data', '9007199254740993', answered({ data: '9007199254740992' }), false],
  ['a rejection of a number that is safe', '7', rejected, false],
])('for a number that JavaScript would alter, %s', (_, body, outcome, isRight) =>
  expect(isRightlyRefused(responseOf({ body }), outcome)).toBe(isRight),
);

type Judge = (seen: SeenOutcome) => unknown;
const judgeOf = ({ client }: typeof responseFailure | typeof undocumentedResponse): Judge => {
  const reach = client?.reach;
  return (seen) => (reach?.by === 'outcomes' ? reach.judge(seen, { set: '' }) : expect.fail('It has no judge.'));
};
const seen = (
  operationId: string,
  is: SeenOutcome['is'],
  outcome: Outcome,
  parts: ResponseParts = { status: 500, body: 'x' },
) => ({
  description,
  operation: operationIn(description, operationId),
  response: responseOf(parts),
  is,
  outcome,
});
const withBody = 'undocumented with a documented body';

describe('an undocumented response is no success, nor nothing', () => {
  const judge = judgeOf(undocumentedResponse);

  test.each<[name: string, is: SeenOutcome['is'], outcome: Outcome, parts: ResponseParts]>([
    ['a rejection', 'undocumented', rejected, { status: 500 }],
    ['an error', 'undocumented', answered({ status: 500, error: '{}' }), { status: 500 }],
    ['its documented body', withBody, answered({ data: '{}' }), { body: {} }],
    ['nothing of an empty one', withBody, answered({}), {}],
  ])('%s is right', (_, is, outcome, parts) => expect(judge(seen('listBooks', is, outcome, parts))).toBe('kept'));

  test.each<[name: string, is: SeenOutcome['is'], outcome: Outcome, parts: ResponseParts]>([
    ['another status', 'undocumented', answered({ status: 404, error: '{}' }), { status: 500 }],
    ['data', 'undocumented', answered({ status: 418, data: '{}' }), { status: 418 }],
    ['nothing', 'undocumented', answered({ status: 418 }), { status: 418 }],
    [
      'a documented body of a refusal as data',
      withBody,
      answered({ status: 418, data: '{}' }),
      { status: 418, body: {} },
    ],
    ['an error that nobody sees', 'undocumented', answered({ status: 418, error: 'null' }), { status: 418 }],
  ])('%s is not', (_, is, outcome, parts) =>
    expect(judge(seen('listBooks', is, outcome, parts))).toMatchObject({ documented: expect.any(String) as string }),
  );

  test('of a documented response it says nothing', () =>
    expect(judge(seen('listBooks', 'documented', answered({ status: 500 })))).toBeUndefined());
});

describe('an error is of a documented type', () => {
  const judge = judgeOf(responseFailure);

  test.each<[name: string, operationId: string, outcome: Outcome]>([
    ['a rejection', 'listBooks', rejected],
    ['data', 'listBooks', answered({ data: '7' })],
    ['a documented error', 'listBooks', answered({ status: 500, error: '{"code":1}' })],
    ['any error of a status without a body', 'listBooks', answered({ status: 410, error: '"Gone"' })],
    ['any error where none is documented', 'listShelves', answered({ status: 500, error: '7' })],
  ])('%s is right', (_, id, outcome) => expect(judge(seen(id, 'undocumented', outcome))).toBe('kept'));

  test('another one is not', () =>
    expect(judge(seen('listBooks', 'documented', answered({ status: 404, error: '{}' })))).toMatchObject({
      received: '{}',
    }));
});
