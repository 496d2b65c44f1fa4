import { describe, expect, test } from 'vitest';
import { requestOf, responseOf } from '../../http/test/messages.ts';
import { noon } from '../../http/test/still-clock.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { catalogueOf } from '../catalogue.ts';
import type { Shown } from '../judgement.ts';
import type { Kind } from '../kind.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { deprecationReported } from './deprecation-reported.ts';
import { keySentElsewhere } from './key-sent-elsewhere.ts';
import type { Arrival, ObservedCall } from './observed-call.ts';
import { retryFollows } from './retry-follows.ts';
import { retrySafe } from './retry-safe.ts';
import { retryStops } from './retry-stops.ts';
import { retryWaits } from './retry-waits.ts';

const limited = "'429': { description: '', headers: { Retry-After: {} } }";
const description = descriptionOf(
  `
/tools:
  get: { operationId: listTools, responses: { '200': { description: '' }, ${limited} } }
  post:
    operationId: addTool
    security: [{ token: [] }]
    responses: { '201': { description: '' } }
/desk:
  get:
    operationId: seeDesk
    security: []
    deprecated: true
    x-sunset: '2031-02-03'
    responses: { '200': { description: '' } }
/door: { get: { operationId: open, security: [], deprecated: true, responses: { '200': { description: '' } } } }`,
  'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }',
);
const specification = withoutWorkflows(description);
const [list, add, desk] = ['listTools', 'addTool', 'seeDesk'].map((id) => operationIn(description, id));
if (list === undefined || add === undefined || desk === undefined) throw new Error('There is no such operation.');

describe('what is required of clients', () => {
  test.each<[kind: Kind, expected: [id: string, statement: string, pointer: string][]]>([
    [
      retryWaits,
      [
        [
          'listTools.retry.waits',
          'What is refused with Retry-After must not be sent again before that time.',
          '/paths/~1tools/get/responses/429/headers/Retry-After',
        ],
      ],
    ],
    [
      retrySafe,
      [
        ['listTools', 'A request that was answered must not be sent again, unless it failed.', '/paths/~1tools/get'],
        ['addTool', 'A POST that may have been processed must not be sent again.', '/paths/~1tools/post'],
        ['seeDesk', 'A request that was answered must not be sent again, unless it failed.', '/paths/~1desk/get'],
        ['open', 'A request that was answered must not be sent again, unless it failed.', '/paths/~1door/get'],
      ].map(([id, statement, pointer]) => [`${id}.retry.safe`, `${statement}`, `${pointer}`]),
    ],
    [
      keySentElsewhere,
      [
        ['listTools', '/security'],
        ['addTool', '/paths/~1tools/post/security'],
      ].map(([id, pointer]) => [
        `${id}.security.elsewhere`,
        'The key must be sent to no other server, wherever a response leads.',
        `${pointer}`,
      ]),
    ],
    [
      deprecationReported,
      [
        [
          'seeDesk.deprecation.reported',
          'The first call must report that the operation is deprecated and is removed on 2031-02-03.',
          '/paths/~1desk/get',
        ],
        [
          'open.deprecation.reported',
          'The first call must report that the operation is deprecated.',
          '/paths/~1door/get',
        ],
      ],
    ],
  ])('$id', (kind, expected) => {
    const found = catalogueOf(specification, 'client').filter((one) => one.kind === kind.id);
    expect(found.map(({ id, statement, pointer }) => [id, statement, pointer])).toEqual(expected);
    expect(catalogueOf(specification, 'server').filter((one) => one.kind === kind.id)).toEqual([]);
  });
});

const key = 'the-only-key';

/** A request that came so many seconds after noon, and the status of its response. */
const arrival = (at: number, status: number, retryAfter?: string, parts: Partial<Arrival> = {}): Arrival => ({
  request: requestOf('GET', '/tools'),
  response: responseOf({ status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } }),
  at: noon + at * 1000,
  ...parts,
});
const sent = (target: string, headers: [string, string][] = []) => ({ request: requestOf('GET', target, headers) });
const broken = (kind: 'cut' | 'none') => ({
  response: { ...responseOf({}), delivery: kind === 'cut' ? ({ kind, after: 1 } as const) : ({ kind } as const) },
});

function judged({ client }: Kind, operation: Operation, call: Partial<ObservedCall>): unknown[] {
  const reach = client?.reach;
  if (reach?.by !== 'retries' && reach?.by !== 'redirects' && reach?.by !== 'notices')
    return expect.fail('It judges no calls.');
  const observed = { operation, key, arrivals: [arrival(0, 200)] as const, elsewhere: [], notices: [], ...call };
  const received = (shown: Shown) => (shown !== undefined && 'violation' in shown ? shown.violation.received : 'kept');
  return reach.judge(observed, { operationId: operation.id }).flatMap((shown) => (shown ? [received(shown)] : []));
}

describe('what a call shows', () => {
  test.each<[name: string, kind: Kind, operation: Operation, arrivals: ObservedCall['arrivals'], shown: unknown[]]>([
    ['no retry', retryWaits, list, [arrival(0, 429, '2')], []],
    ['a retry in time', retryWaits, list, [arrival(0, 429, '2'), arrival(2, 200)], ['kept']],
    ['a timer that is early', retryWaits, list, [arrival(0, 429, '2'), arrival(1.991, 200)], ['kept']],
    [
      'a retry too early',
      retryWaits,
      list,
      [arrival(0, 429, '2'), arrival(1.5, 200)],
      ['sent again after 1.500 seconds'],
    ],
    [
      'two retries',
      retryWaits,
      list,
      [arrival(0, 429, '1'), arrival(1, 429, '5'), arrival(2, 200)],
      ['kept', 'sent again after 1.000 seconds'],
    ],
    ['a response that asks for no wait', retryWaits, list, [arrival(0, 500), arrival(0, 200)], []],
    ['no retry after the limit', retryFollows, list, [arrival(0, 429, '2')], ['not sent again']],
    ['a retry after the limit', retryFollows, list, [arrival(0, 429, '2'), arrival(2, 200)], ['kept']],
    ['a limit that resets in an hour', retryFollows, list, [arrival(0, 429, '3600')], []],
    ['another refusal', retryFollows, list, [arrival(0, 503, '1')], []],
    ['one request', retrySafe, list, [arrival(0, 200)], ['kept']],
    ['one request that may be sent again', retrySafe, list, [arrival(0, 500)], []],
    ['a retry after a failure', retrySafe, list, [arrival(0, 500), arrival(0, 200)], ['kept']],
    [
      'a retry of a POST after a failure',
      retrySafe,
      add,
      [arrival(0, 500), arrival(0, 201)],
      ['the same request after 500'],
    ],
    ['a retry of a POST that was refused', retrySafe, add, [arrival(0, 429), arrival(0, 201)], []],
    ['a retry of a POST after 503', retrySafe, add, [arrival(0, 503), arrival(0, 201)], ['the same request after 503']],
    ['a retry of a POST after 503 with a wait', retrySafe, add, [arrival(0, 503, '1'), arrival(1, 201)], []],
    ['a failure of a POST', retrySafe, add, [arrival(0, 500)], ['kept']],
    ['a POST that was cut', retrySafe, add, [arrival(0, 201, undefined, broken('cut'))], ['kept']],
    [
      'a retry of a POST without a response',
      retrySafe,
      add,
      [arrival(0, 201, undefined, broken('none')), arrival(0, 201)],
      ['the same request after no response'],
    ],
    [
      'a success, and the same again',
      retrySafe,
      list,
      [arrival(0, 200), arrival(0, 200)],
      ['the same request after 200', 'kept'],
    ],
    [
      'a retry of another request',
      retrySafe,
      list,
      [arrival(0, 500), arrival(0, 200, undefined, sent('/tools?page=2'))],
      ['GET /tools?page=2 after GET /tools, or another body', 'kept'],
    ],
    ['a last response after which it may go on', retryStops, list, [arrival(0, 500), arrival(0, 500)], ['kept']],
    ['a success', retryStops, list, [arrival(0, 200)], []],
    [
      'more requests than a client sends that stops',
      retryStops,
      list,
      [arrival(0, 500), ...Array<Arrival>(10).fill(arrival(0, 500))],
      ['11 requests for one call'],
    ],
  ])('$0', (_, kind, operation, arrivals, shown) => {
    expect(judged(kind, operation, { arrivals })).toEqual(shown);
  });

  const basic = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  test.each<[name: string, elsewhere: Arrival[], shown: unknown[]]>([
    ['no other server gets a request', [], ['kept']],
    ['another server gets a request without the key', [arrival(0, 410, undefined, sent('/tools'))], ['kept']],
    ...[
      sent('/tools', [['Authorization', `Bearer ${key}`]]),
      sent('/tools', [['Authorization', basic]]),
      sent(`/tools?key=${key}`),
    ].map((parts): [string, Arrival[], unknown[]] => [
      `another server gets ${JSON.stringify(parts.request)}`,
      [arrival(0, 410), arrival(0, 410, undefined, parts)],
      ['another server got the key'],
    ]),
  ])('%s', (_, elsewhere, shown) => expect(judged(keySentElsewhere, list, { elsewhere })).toEqual(shown));

  const notice = { operationId: 'seeDesk', since: null, sunset: '2031-02-03', replacement: null };
  test.each<[name: string, notices: ObservedCall['notices'], shown: unknown[]]>([
    ['the deprecation is reported', [notice], ['kept']],
    ['nothing is reported', [], ['no report']],
    ['it is reported twice', [notice, notice], [JSON.stringify([notice, notice])]],
    ['another day is reported', [{ ...notice, sunset: null }], [JSON.stringify([{ ...notice, sunset: null }])]],
  ])('%s', (_, notices, shown) => expect(judged(deprecationReported, desk, { notices })).toEqual(shown));
});
