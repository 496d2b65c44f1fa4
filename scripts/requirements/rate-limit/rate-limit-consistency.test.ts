import { describe, expect, test } from 'vitest';
import { requestOf, responseOf } from '../../http/test/messages.ts';
import { noon } from '../../http/test/still-clock.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor, idsOf } from '../../verify/test/bench.ts';
import { responsesTo } from '../response/response-sets.ts';
import { RateLimitConsistency } from './rate-limit-consistency.ts';

const description = descriptionOf(
  `
/books:
  get:
    operationId: listBooks
    responses:
      '200':
        description: ''
        headers: { X-RateLimit-Limit: {}, X-RateLimit-Remaining: {}, X-RateLimit-Reset: {} }
`,
);

interface Seen {
  /** Seconds since the start. */
  at: number;
  left: number;
  /** Seconds since the start. */
  resets: number;
  limit?: number;
  status?: number;
  key?: string;
  /** Seconds to wait. */
  wait?: number;
  /** Seconds that the response took to come, where the reset is in seconds from when it was written. */
  took?: number;
  /** Seconds since the start, of the request; where it is left out, that is not known. */
  sent?: number;
}

/** Which of the headers all these responses together violate. */
function violatedBy(seen: readonly Seen[]): string[] {
  const { ledger } = benchFor(description);
  const consistency = new RateLimitConsistency(ledger);
  const set = responsesTo(operationIn(description, 'listBooks'));
  const response = set.responses['200'] ?? expect.fail('There is no such response.');
  for (const { at, left, resets, limit = 10, status = 200, key = 'k', wait, took, sent } of seen) {
    const headers = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(left),
      'X-RateLimit-Reset': String(took === undefined ? noon / 1000 + resets : Math.ceil(resets - at + took)),
      ...(wait === undefined ? {} : { 'Retry-After': String(wait) }),
    };
    consistency.record(
      description.contract,
      { set, status: '200', response },
      {
        request: requestOf('GET', '/books', [['Authorization', `Bearer ${key}`]]),
        response: {
          ...responseOf({ status, headers }, noon + at * 1000),
          ...(took !== undefined && { sentAt: noon + (at - took) * 1000 }),
          ...(sent !== undefined && { sentAt: noon + sent * 1000 }),
        },
      },
    );
  }
  consistency.conclude();
  return idsOf(ledger, 'violated').map((id) => /-(\w+)\.meaning$/.exec(id)?.[1] ?? id);
}

/** So many requests, one each second from `from`, of a window that ends at `resets`. */
const count = (from: number, requests: number, resets: number, first = 9): Seen[] =>
  Array.from({ length: requests }, (_, index) => ({ at: from + index, left: first - index, resets }));
const change = (seen: Seen[], index: number, changes: Partial<Seen>): Seen[] =>
  seen.map((one, own) => (own === index ? { ...one, ...changes } : one));

describe('a server that keeps its contract violates nothing', () => {
  test.each<[name: string, seen: Seen[]]>([
    ['one window', count(0, 8, 60)],
    ['two windows', [...count(0, 8, 60), ...count(61, 8, 120)]],
    ['two windows, with a pause between', [...count(0, 3, 60), ...count(100, 3, 160)]],
    [
      'answers that overtake each other',
      count(0, 8, 60).map((one, index, all) => ({ ...one, at: all.at(-index - 1)?.at ?? 0 })),
    ],
    [
      'the last answers of a window among the first of the next',
      [
        ...count(56, 4, 60),
        { at: 60.2, left: 9, resets: 120 },
        { at: 60.3, left: 4, resets: 60 },
        { at: 60.5, left: 8, resets: 120 },
      ],
    ],
    ['a reset that is rounded either way', count(0, 6, 60).map((one, index) => ({ ...one, resets: 60 + (index % 2) }))],
    [
      'refusals, which take nothing',
      [...count(0, 3, 60, 2), { at: 4, left: 0, resets: 60, status: 429 }, { at: 5, left: 0, resets: 60, status: 429 }],
    ],
    [
      'short windows, with resets in seconds from now and answers that took long',
      [
        { at: 0.4, left: 9, resets: 3, took: 0.1 },
        { at: 2.5, left: 8, resets: 3, took: 0.1 },
        { at: 5.5, left: 7, resets: 3, took: 3.4 },
        { at: 4.1, left: 7, resets: 6.05, took: 0.1 },
        { at: 4.2, left: 8, resets: 6.05, took: 0.1 },
      ],
    ],
    [
      'windows of two seconds, of which three are announced at their beginning',
      [
        { at: 0, left: 9, resets: 2.05, took: 0 },
        { at: 1.5, left: 8, resets: 2, took: 0 },
        { at: 2.2, left: 9, resets: 4.1, took: 0 },
      ],
    ],
    [
      'a window, with resets in seconds from now and an answer that took long',
      [
        { at: 0.4, left: 9, resets: 60, took: 0.1 },
        { at: 9, left: 8, resets: 60, took: 8 },
        { at: 9.5, left: 7, resets: 60, took: 0.1 },
      ],
    ],
    [
      'a window of which the first answer took long',
      [
        { at: 9, left: 9, resets: 60, took: 8 },
        { at: 8, left: 8, resets: 60, took: 0.1 },
        { at: 9.5, left: 7, resets: 60, took: 0.1 },
        { at: 10, left: 6, resets: 60, took: 0.1 },
      ],
    ],
    ['two keys', [...count(0, 4, 60), ...count(0, 4, 75).map((one) => ({ ...one, key: 'other', limit: 20 }))]],
    ...[401, 403].map((status): [string, Seen[]] => [
      `a refused key, ${status}`,
      [...count(0, 4, 60), { at: 2, left: 9, resets: 99, status }],
    ]),
    [
      'a bucket that is refilled',
      Array.from(
        { length: 60 },
        (_, index): Seen => ({ at: index * 3, left: index % 2 === 0 ? 99 : 60, resets: index * 3 + 60, limit: 100 }),
      ),
    ],
    [
      'requests of which each is out for a whole window, where none was refused',
      count(0, 8, 60).map((one) => ({ ...one, resets: one.at + 60 + (one.at % 2) })),
    ],
    [
      'requests of which each is out for a whole window, with a refusal in a window of three seconds',
      [
        ...count(0, 8, 60).map((one) => ({ ...one, resets: one.at + 60 })),
        { at: 8, left: 0, resets: 11, status: 429, wait: 3, key: 'other' },
      ],
    ],
    [
      'requests of which each is out for a whole window, where an answer took long',
      [...count(0, 8, 60).map((one) => ({ ...one, resets: one.at + 60 })), { at: 12, left: 1, resets: 68, sent: 8 }],
    ],
    [
      'requests of which each is out for a whole window, with resets in seconds from now',
      count(0, 8, 60).map((one) => ({ ...one, resets: one.at + 60 - 0.1, took: 0.1 })),
    ],
    [
      'requests that come back one by one, as the next one shows',
      [
        ...count(0, 10, 60).map((one) => ({ ...one, at: one.at / 5, resets: one.at / 5 + 60 })),
        { at: 58, left: 0, resets: 62, status: 429, wait: 2 },
        { at: 60.2, left: 1, resets: 121 },
      ],
    ],
    [
      'requests that come back one by one, as the next one shows within the second of the reset',
      [
        ...count(0, 10, 60).map((one) => ({ ...one, at: one.at / 20, resets: 61 })),
        { at: 58, left: 0, resets: 61, status: 429, wait: 2 },
        { at: 60.2, left: 4, resets: 121 },
        { at: 65, left: 9, resets: 125 },
        { at: 67, left: 8, resets: 127 },
      ],
    ],
    [
      'requests that come back one by one, as a refusal says',
      [
        ...count(0, 10, 60).map((one) => ({ ...one, resets: one.at + 60 })),
        { at: 10, left: 0, resets: 69, status: 429, wait: 50 },
        { at: 63, left: 3, resets: 123 },
      ],
    ],
  ])('%s', (_, seen) => expect(violatedBy(seen)).toEqual([]));
});

describe('a violation', () => {
  test.each<[name: string, seen: Seen[], parts: string[]]>([
    ['what is left stays the same', count(0, 6, 60).map((one) => ({ ...one, left: 9 })), ['Remaining']],
    ['one request that does not count', change(count(0, 6, 60), 3, { left: 7 }), ['Remaining']],
    [
      'one request that does not count, where the reset is in seconds from now',
      change(count(0, 6, 60), 3, { left: 7 }).map((one) => ({ ...one, took: 0.1 })),
      ['Remaining'],
    ],
    ['another limit on one response', change(count(0, 6, 60), 3, { limit: 11 }), ['Limit']],
    [
      'a reset that moves with each request',
      count(0, 8, 60).map((one, index) => ({ ...one, resets: 60 + index * 5 })),
      ['Reset'],
    ],
    [
      'a reset that moves with each request, until which requests are refused',
      [
        ...count(0, 8, 60).map((one, index) => ({ ...one, resets: 60 + index * 5 })),
        { at: 8, left: 0, resets: 95, status: 429, wait: 87 },
      ],
      ['Reset'],
    ],
    [
      'a reset that moves with each request, and an operation without a limit',
      [
        ...count(0, 8, 60).map((one, index) => ({ ...one, resets: 60 + index * 5 })),
        { at: 8, left: 0, resets: 95, status: 429, wait: 87 },
        { at: 9, left: 0, resets: 95 },
      ],
      ['Reset'],
    ],
    [
      'a window that begins again with each request, also with a refused one',
      [
        ...count(0, 8, 60, 7).map((one) => ({ ...one, resets: one.at + 60 })),
        { at: 8, left: 0, resets: 68, status: 429, wait: 60 },
      ],
      ['Reset'],
    ],
    [
      'a window that begins again with each request, as a refusal of another key shows',
      [
        ...count(0, 8, 60).map((one) => ({ ...one, resets: one.at + 60 })),
        { at: 8, left: 0, resets: 68, status: 429, wait: 60, key: 'other' },
      ],
      ['Reset'],
    ],
    [
      'another reset on one response, where other requests have been served after the reset',
      [
        ...count(0, 10, 60),
        { at: 58, left: 0, resets: 60, status: 429, wait: 2 },
        ...change(count(60.2, 6, 120, 6), 3, { resets: 150 }),
      ],
      ['Reset'],
    ],
    ['another reset on one response', change(count(0, 6, 60), 3, { resets: 90 }), ['Reset']],
    ['a window that begins before the last one is over', [...count(0, 6, 60), ...count(20, 3, 80)], ['Reset']],
  ])('%s', (_, seen, parts) => expect(violatedBy(seen)).toEqual(parts));
});
