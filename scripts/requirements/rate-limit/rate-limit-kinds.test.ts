import { describe, expect, test } from 'vitest';
import { requestOf, responseOf } from '../../http/test/messages.ts';
import { noon } from '../../http/test/still-clock.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { catalogueOf } from '../catalogue.ts';
import type { Shown } from '../judgement.ts';
import type { Kind } from '../kind.ts';
import type { Subject } from '../requirement.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { rateLimitCounted } from './counted.ts';
import { rateLimitEnforced } from './enforced.ts';
import { rateLimitLimit } from './limit.ts';
import type { LimitedAnswer, LimitObservation } from './limit-observation.ts';
import { rateLimitPlanFigure } from './plan-figure.ts';
import type { Plan } from './plans.ts';
import { rateLimitResets } from './resets.ts';
import { rateLimitRetryAfter } from './retry-after.ts';

const token = 'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }';
const remaining = "'200': { description: '', headers: { RateLimit-Remaining: {} } }";
const limit = "'200': { description: '', headers: { RateLimit-Limit: {} } }";
const plain = "'200': { description: '' }";
const refusal = "'429': { description: '' }";
const specificationOf = (responses: string, others = token) =>
  withoutWorkflows(descriptionOf(`/tools: { get: { operationId: listTools, responses: { ${responses} } } }`, others));

describe('only what the contract says of limits is a requirement', () => {
  const plans = `${token}\nx-rate-limit-plans: { small: {} }`;
  const [counted, enforced] = ['/paths/~1tools/get', '/paths/~1tools/get/responses/429'];
  test.each<[name: string, responses: string, others: string, expected: [id: string, pointer: string][]]>([
    ['nothing', plain, token, []],
    [
      'a 429',
      `${plain}, ${refusal}`,
      token,
      [
        ['listTools.rateLimit.enforced', enforced],
        ['rateLimit.resets', '/paths/~1tools/get/responses'],
      ],
    ],
    [
      'a header',
      remaining,
      token,
      [
        ['listTools.rateLimit.counted', counted],
        ['rateLimit.limit', '/paths/~1tools/get/responses'],
      ],
    ],
    [
      'a header that says it beside the reset',
      "'200': { description: '', headers: { RateLimit: {} } }",
      token,
      [
        ['listTools.rateLimit.counted', counted],
        ['rateLimit.limit', '/paths/~1tools/get/responses'],
      ],
    ],
    [
      'both, and plans',
      `${remaining}, ${refusal}`,
      plans,
      [
        ['listTools.rateLimit.counted', counted],
        ['listTools.rateLimit.enforced', enforced],
        ['rateLimit.limit', '/x-rate-limit-plans'],
        ['rateLimit.resets', '/x-rate-limit-plans'],
      ],
    ],
    [
      'a time to wait',
      `${plain}, '429': { description: '', headers: { Retry-After: {} } }`,
      token,
      [
        ['listTools.rateLimit.enforced', enforced],
        ['rateLimit.resets', '/paths/~1tools/get/responses'],
        ['rateLimit.retryAfter', '/paths/~1tools/get/responses/429/headers/Retry-After'],
      ],
    ],
    [
      'the limit in force, and plans with figures',
      limit,
      `${token}\nx-rate-limit-plans:
  small: { requestsPerMinute: 10, requestsPerDay: 1600 }
  own: { requestsPerMinute: custom, requestsPerDay: 100 }`,
      [
        ['rateLimit.plans.small.requestsPerMinute', '/x-rate-limit-plans/small/requestsPerMinute'],
        ['rateLimit.plans.small.requestsPerDay', '/x-rate-limit-plans/small/requestsPerDay'],
        ['rateLimit.plans.own.requestsPerDay', '/x-rate-limit-plans/own/requestsPerDay'],
      ],
    ],
    ['both, of an operation that takes no key', `${remaining}, ${refusal}`, '', []],
  ])('%s', (_, responses, others, expected) => {
    const found = catalogueOf(specificationOf(responses, others), 'server').filter(
      ({ section }) => section === 'Rate limit',
    );
    expect(found.map(({ id, pointer }) => [id, pointer])).toEqual(expected);
  });
});

const operation = operationIn(specificationOf(`${remaining}, ${refusal}`).description, 'listTools');

/** An answer that leaves so many requests of a window, in seconds from noon. */
const answer = (left: number | undefined, status = 200, resets = 60, limit = 10): LimitedAnswer => ({
  sentAt: noon,
  request: requestOf('GET', '/tools'),
  response: responseOf({ status }),
  body: undefined,
  state: { limit, remaining: left, resetsAt: noon + resets * 1000 },
});
const request = (before: LimitedAnswer, after: LimitedAnswer): LimitObservation => ({
  of: 'request',
  operation,
  before,
  answer: after,
});
const spending = (first: LimitedAnswer, served: number, refused: number): LimitObservation => ({
  of: 'spending',
  first,
  answers: [...Array<LimitedAnswer>(served).fill(answer(0)), ...Array<LimitedAnswer>(refused).fill(answer(0, 429))],
});
const excess = (status: number): LimitObservation => ({ of: 'excess', operation, answer: answer(0, status) });
const early = (status: number): LimitObservation => ({
  of: 'request before the reset',
  resetsAt: noon + 60_000,
  answer: answer(0, status),
});
const late = (after: LimitedAnswer): LimitObservation => ({
  of: 'request after the reset',
  refused: answer(0, 429),
  answer: after,
});
const wait = (status: number): LimitObservation => ({
  of: 'request after the wait',
  refused: answer(0, 429),
  answer: answer(9, status),
});
const small: Plan = { name: 'small', requestsPerMinute: 10, requestsPerDay: 100 };
const ofPlan = (after: LimitedAnswer, before?: LimitedAnswer, plan = small): LimitObservation => ({
  of: 'answer to a key of a plan',
  plan,
  before,
  answer: after,
});
const ofDay = (served: number, after: LimitedAnswer): LimitObservation => ({
  of: 'request after some of a day',
  plan: small,
  served,
  since: noon,
  answer: after,
});
const day = 86_400;
const received = (shown: Shown) => (shown !== undefined && 'violation' in shown ? shown.violation.received : shown);
const kept = { kept: expect.anything() };

function judgedBy({ server }: Kind, subject: Subject<string>) {
  const reach = server?.reach;
  if (reach?.by !== 'limits') return expect.fail('It is not reached by limits.');
  return (seen: LimitObservation) => reach.judge(seen, subject);
}

const judges = {
  counted: judgedBy(rateLimitCounted, { operationId: 'listTools' }),
  'counted elsewhere': judgedBy(rateLimitCounted, { operationId: 'seeDesk' }),
  enforced: judgedBy(rateLimitEnforced, { operationId: 'listTools' }),
  'enforced elsewhere': judgedBy(rateLimitEnforced, { operationId: 'seeDesk' }),
  limit: judgedBy(rateLimitLimit, {}),
  resets: judgedBy(rateLimitResets, {}),
  wait: judgedBy(rateLimitRetryAfter, {}),
  minute: judgedBy(rateLimitPlanFigure, { plan: 'small', figure: 'requestsPerMinute' }),
  'another plan': judgedBy(rateLimitPlanFigure, { plan: 'large', figure: 'requestsPerMinute' }),
  day: judgedBy(rateLimitPlanFigure, { plan: 'small', figure: 'requestsPerDay' }),
};

describe('what is seen of a limit', () => {
  test.each<[name: string, judge: keyof typeof judges, seen: LimitObservation, shown: unknown]>([
    ['one less is left', 'counted', request(answer(5), answer(4)), kept],
    ['as many are left', 'counted', request(answer(5), answer(5)), '5 requests left'],
    ['two less are left', 'counted', request(answer(5), answer(3)), '3 requests left'],
    ['the window is another one', 'counted', request(answer(5), answer(9, 200, 120)), undefined],
    ['the limit is another one', 'counted', request(answer(5), answer(9, 200, 60, 20)), undefined],
    ['a refusal', 'counted', request(answer(0), answer(0, 429)), undefined],
    ['nothing is said of what is left', 'counted', request(answer(5), answer(undefined)), undefined],
    ['another operation', 'counted elsewhere', request(answer(5), answer(5)), undefined],
    ['something else', 'counted', excess(429), undefined],
    ['a refusal beyond the limit', 'enforced', excess(429), kept],
    ['a success beyond the limit', 'enforced', excess(200), expect.stringMatching(/^200/)],
    ['another operation', 'enforced elsewhere', excess(200), undefined],
    ['something else', 'enforced', early(429), undefined],
    ['as many as announced', 'limit', spending(answer(3), 3, 2), kept],
    ['fewer than announced', 'limit', spending(answer(3), 2, 3), '2 of 5 were served, sent at the same time'],
    ['more than announced', 'limit', spending(answer(3), 5, 0), '5 of 5 were served, sent at the same time'],
    ['none was announced', 'limit', spending(answer(0, 429), 0, 4), undefined],
    ['something else', 'limit', excess(429), undefined],
    ['a refusal before the reset', 'resets', early(429), undefined],
    ['a success before the reset', 'resets', early(200), '200, before the announced reset'],
    ['a whole window after the reset', 'resets', late(answer(9)), kept],
    ['a window of another limit after the reset', 'resets', late(answer(3, 200, 60, 20)), kept],
    ['half a window after the reset', 'resets', late(answer(4)), '4 of 10 left'],
    ['a refusal after the reset', 'resets', late(answer(0, 429)), '429 after the reset'],
    ['something else', 'resets', excess(429), undefined],
    ['a success after the wait', 'wait', wait(200), kept],
    ['a refusal after the wait', 'wait', wait(429), '429 once more'],
    ['something else', 'wait', excess(429), undefined],
    ['the limit of the minute', 'minute', ofPlan(answer(9)), kept],
    ['the limit of the minute', 'day', ofPlan(answer(9)), undefined],
    ['the limit of the day', 'minute', ofPlan(answer(9, 200, day, 100)), undefined],
    ['the limit of the day', 'day', ofPlan(answer(9, 200, day, 100)), kept],
    ['another limit of a minute', 'minute', ofPlan(answer(9, 200, 60, 20)), 'a limit of 20'],
    ['another limit of a minute', 'day', ofPlan(answer(9, 200, 60, 20)), undefined],
    ['another limit of a day', 'day', ofPlan(answer(9, 200, day, 200)), 'a limit of 200'],
    ['another limit of a day', 'minute', ofPlan(answer(9, 200, day, 200)), undefined],
    ['a refusal', 'minute', ofPlan(answer(0, 429, 60, 20)), undefined],
    ['a key of another plan', 'another plan', ofPlan(answer(9, 200, 60, 20)), undefined],
    ['a minute that is too long', 'minute', ofPlan(answer(9, 200, 90)), '10 requests in a window with 90 seconds left'],
    [
      'a day with as few requests',
      'minute',
      ofPlan(answer(9, 200, day), undefined, { ...small, requestsPerDay: 10 }),
      kept,
    ],
    ['a minute of the clock', 'minute', ofPlan(answer(9, 200, 10), answer(3, 200, -50)), kept],
    [
      'half a minute',
      'minute',
      ofPlan(answer(9, 200, 30), answer(3, 200, 0)),
      '10 requests in a window with 30 seconds left',
    ],
    ['what is left of a minute', 'minute', ofPlan(answer(8, 200, 30), answer(3, 200, 0)), kept],
    ['what is left of a minute, at first', 'minute', ofPlan(answer(9, 200, 30)), kept],
    ['a day that is spent', 'day', ofDay(100, answer(0, 429, day, 100)), kept],
    ['a day that ends at midnight', 'day', ofDay(100, answer(0, 429, day / 2, 100)), kept],
    ['a day that is over soon', 'day', ofDay(100, answer(0, 429, 3610, 100)), 'a window of 3610 seconds'],
    ['fewer than a day has', 'day', ofDay(99, answer(0, 429, day, 100)), '429 after 99'],
    ['more than a day has', 'day', ofDay(101, answer(0, 200, day, 100)), '101 were served'],
    ['a minute that is spent', 'day', ofDay(60, answer(0, 429)), undefined],
    ['a day that is spent', 'minute', ofDay(100, answer(0, 429, day, 100)), undefined],
  ])('%s, to %s', (_, judge, seen, shown) => expect(received(judges[judge](seen))).toEqual(shown));
});
