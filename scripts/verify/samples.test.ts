import { expect, test } from 'vitest';
import { requestOf, responseOf } from '../http/test/messages.ts';
import { StillClock } from '../http/test/still-clock.ts';
import { withoutWorkflows } from '../requirements/test/without-workflows.ts';
import type { Sample } from './result.ts';
import { Samples } from './samples.ts';
import { verify } from './server/run.ts';
import { bookServer } from './test/book-server.ts';

const sample = (target: string, status: number, body = '', isKept = true): Sample => ({
  title: undefined,
  isKept,
  request: requestOf('GET', target),
  response: responseOf({ status, body }),
});
const withBody = (text: string): Sample => ({
  ...sample('/a', 200),
  request: { ...requestOf('POST', '/a'), body: Buffer.from(text) },
});
const withHeader = (value: string): Sample => ({
  ...sample('/a', 200),
  request: requestOf('GET', '/a', [['X-A', value]]),
});

function listed(given: readonly Sample[], isOfWorkflow = false): string[] {
  const samples = new Samples(isOfWorkflow);
  for (const one of given) samples.add(one);
  return samples
    .list()
    .map(
      ({ request, response, isKept }) => `${request.target} ${response?.status ?? 'none'}${isKept ? '' : ' violated'}`,
    );
}

test.each<[name: string, given: Sample[], expected: string[]]>([
  ['all of a few', [sample('/b', 200), sample('/a', 400)], ['/b 200', '/a 400']],
  [
    'a request once for each status',
    [sample('/a', 200), sample('/a', 200, 'x'), sample('/a', 429)],
    ['/a 200', '/a 429'],
  ],
  ['the same with another body', [withBody('x'), withBody('y'), withBody('x')], ['/a 200', '/a 200']],
  ['the same with another header', [withHeader('x'), withHeader('y'), withHeader('x')], ['/a 200', '/a 200']],
  [
    'the shortest',
    [sample('/longest', 200), sample('/a', 200), sample('/longer', 200), sample('/bb', 200)],
    ['/a 200', '/longer 200', '/bb 200'],
  ],
  [
    'the first cases of its own',
    [
      { ...sample('/longest', 200), title: 'on the bound' },
      sample('/a', 200),
      { ...sample('/longer', 200), title: 'below' },
      { ...sample('/b', 200), title: 'above' },
      sample('/c', 200),
    ],
    ['/longest 200', '/longer 200', '/b 200'],
  ],
  [
    'each status rather than the shortest',
    [sample('/a', 200), sample('/b', 200), sample('/c', 200), sample('/longest', 400)],
    ['/a 200', '/b 200', '/longest 400'],
  ],
  [
    'what violated it beside what kept it',
    [sample('/a', 200), sample('/b', 200), sample('/c', 200), sample('/a', 200, '', false)],
    ['/a 200', '/b 200', '/a 200 violated'],
  ],
  [
    'the shortest where each has a status of its own',
    [sample('/longest', 404), sample('/a', 200), sample('/b', 400), sample('/c', 401)],
    ['/a 200', '/b 400', '/c 401'],
  ],
  ['what got no response', [{ ...sample('/a', 200), response: null }, sample('/a', 200)], ['/a none', '/a 200']],
])('remembers %s', (_, given, expected) => {
  expect(listed(given)).toEqual(expected);
});

test('remembers more of a workflow, which makes several calls', () => {
  expect(
    listed(
      ['/a', '/b', '/c', '/d', '/e'].map((target) => sample(target, 200)),
      true,
    ),
  ).toHaveLength(5);
});

test('every requirement that a run verified shows exchanges, those of its own cases with what they try', async () => {
  const { description, send } = bookServer('cursor');
  const clock = new StillClock();
  const { requirements } = await verify(withoutWorkflows(description), {
    baseUrl: 'http://localhost',
    keys: { key: 'right-key', limitedKey: undefined },
    send,
    clock,
    seed: 2 ** 30,
  });
  expect(
    requirements
      .filter(({ cases, samples }) => cases > 0 !== samples.length > 0)
      .map(({ requirement }) => requirement.id),
  ).toEqual([]);
  const titles = (id: string) =>
    requirements.find(({ requirement }) => requirement.id === id)?.samples.map(({ title }) => title);
  expect(titles('listBooks.parameters.query.limit.optional')).toEqual(['no limit']);
  expect(titles('listBooks.responses.undocumented')).toContain(undefined);
});

test('what would be taken out again is compared with nothing', () => {
  const samples = new Samples(false);
  for (const one of [sample('/a', 200), sample('/b', 200), sample('/c', 400)]) samples.add(one);
  const longer = sample('/longer', 400);
  const request = {
    ...longer.request,
    get method(): string {
      throw new Error('It was compared.');
    },
  };
  samples.add({ ...longer, request });
  expect(samples.list().map((one) => one.request.target)).toEqual(['/a', '/b', '/c']);
});
