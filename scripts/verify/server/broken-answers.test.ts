import { describe, expect, test } from 'vitest';
import { CannotRun } from '../../cli/problem.ts';
import { type HttpRequest, type HttpResponse, NoResponse, type Send } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import { StillClock } from '../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../requirements/test/without-workflows.ts';
import { type BookServer, bookServer } from '../test/book-server.ts';
import { verify } from './run.ts';
import { withinTime } from './session/time-budget.ts';

type Break = (response: HttpResponse, request: HttpRequest) => HttpResponse;

const withBody =
  (body: string | Buffer): Break =>
  (response) => ({ ...response, body: Buffer.from(body) });
const withStatus =
  (status: number): Break =>
  (response) => ({ ...response, status });
const withHeaders =
  (headers: Record<string, string>): Break =>
  (response) =>
    Object.entries(headers).reduce((changed, [name, value]) => withHeader(changed, name, value), response);
const noAnswer: Break = (_, request) => {
  throw new NoResponse(request, 'socket hang up');
};

const breaks: [name: string, change: Break][] = [
  ['no answer', noAnswer],
  ['an empty body', withBody('')],
  ['a body that is cut', (response) => ({ ...response, body: response.body.subarray(0, -3) })],
  ['a body that is no UTF-8', withBody(Buffer.from([0xff, 0xfe]))],
  ['a body of 100,000 levels', withBody('['.repeat(100_000) + ']'.repeat(100_000))],
  ['null', withBody('null')],
  ['a list of everything', withBody('[null,1,"a",[],{},true]')],
  ['an object with __proto__', withBody('{"__proto__":{"id":1},"id":{"toString":1},"title":[]}')],
  ['numbers beyond every bound', withBody('{"id":1e99999,"title":"a","items":[{"id":-1e400}]}')],
  ['a number with a fraction for an identifier', withBody('{"id":1.5,"title":"a"}')],
  ['a text with half a character', withBody('{"id":"\\ud800","title":"\\udfff"}')],
  ...['/books/50%', '%', '', '//', 'http://[', 'javascript:1', '/books/%C0%80', '#', 'a b\\c'].map(
    (location): [string, Break] => [`Location: ${location}`, withHeaders({ Location: location })],
  ),
  ['a status below all', withStatus(0)],
  ['a status beyond all', withStatus(999)],
  ['a success without a body', withStatus(204)],
  ['a redirect to itself', (response, request) => withHeader({ ...response, status: 302 }, 'Location', request.target)],
  ['a refusal for the limit', withStatus(429)],
  ['and a wait that is no time', (response) => withHeader({ ...response, status: 429 }, 'Retry-After', 'tomorrow')],
  ['and a wait without end', (response) => withHeader({ ...response, status: 429 }, 'Retry-After', '99999999999999')],
  ['a media type that is none', withHeaders({ 'Content-Type': ';;=,"' })],
  ['limits that are no numbers', withHeaders({ 'X-RateLimit-Remaining': 'NaN', 'X-RateLimit-Reset': '9e99' })],
];

/** What comes of a run against a server of books. */
async function runOf(server: BookServer, change: (send: Send) => Send): Promise<{ violations: number } | string> {
  const keys = { key: 'right-key', limitedKey: 'other-key' };
  const { send, clock } = withinTime(3600, change(server.send), new StillClock());
  const specification = withoutWorkflows(server.description);
  const run = verify(specification, { baseUrl: 'http://localhost', keys, send, clock, seed: 7 });
  try {
    const { requirements } = await run;
    return { violations: requirements.filter(({ verdict }) => verdict === 'violated').length };
  } catch (error) {
    // Whatever else is thrown is a defect of the verifier.
    if (error instanceof CannotRun) return error.message;
    throw error;
  }
}

/** Changes every so many responses, from the first or from a later one on. */
const every =
  (count: number, change: Break) =>
  (send: Send): Send => {
    let seen = 0;
    return async (request) => {
      const response = await send(request);
      seen += 1;
      return seen % count === 0 ? change(response, request) : response;
    };
  };

describe.each([1, 5])('of every %d. answer', (count) => {
  test.each(breaks)('%s ends a run with a verdict or with a reason', async (_, change) => {
    const outcome = await runOf(bookServer('cursor'), every(count, change));
    if (typeof outcome === 'string') expect(outcome).toMatch(/^The (key|server|\d+ seconds)/);
    else expect(outcome.violations).toBeGreaterThan(0);
  });
});

test('without them, the run is as before', async () => {
  const server = bookServer('cursor');
  const unchanged = await runOf(server, (send) => send);
  expect(unchanged).toEqual({ violations: expect.any(Number) });
  expect(
    await runOf(
      bookServer('cursor'),
      every(1, (response) => response),
    ),
  ).toEqual(unchanged);
});
