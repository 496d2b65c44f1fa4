import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RawConnection } from '../test/raw-connection.ts';
import { Metrics, serveMetrics } from './metrics.ts';

let dropped: number;
let areAway: boolean;
let metrics: Metrics;
beforeEach(() => {
  [dropped, areAway] = [0, false];
  metrics = new Metrics({ droppedLines: () => dropped, areLimitsAway: () => areAway });
});

/** The lines of a metric, without those of its kind. */
const linesOf = async (name: string) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(name) && !line.includes('_bucket'));
const names = { requestId: 'a', address: '192.0.2.1' };

test('requests are counted by operation and status, and timed', async () => {
  const answered = { ...names, operationId: 'listPets', status: 200 };
  for (const milliseconds of [2, 3, 40]) metrics.request({ ...answered, milliseconds });
  metrics.request({ ...names, operationId: 'listPets', aborted: true, milliseconds: 5 });
  metrics.request({ ...names, status: 431, code: 'headers_too_large' });
  expect(await linesOf('http_requests_total')).toEqual([
    'http_requests_total{operation="listPets",status="200"} 3',
    'http_requests_total{operation="listPets",status="aborted"} 1',
    'http_requests_total{operation="none",status="431"} 1',
  ]);
  expect(await linesOf('http_request_duration_seconds_count')).toEqual([
    'http_request_duration_seconds_count{operation="listPets"} 4',
  ]);
  const buckets = (await metrics.text()).matchAll(/^http_request_duration_seconds_bucket\{le="(.+?)",.*\} (\d+)$/gm);
  expect([...buckets].map(([, bound, count]) => `${bound}: ${count}`)).toEqual([
    ...['0.0005: 0', '0.001: 0', '0.0025: 1', '0.005: 3', '0.01: 3', '0.025: 3', '0.05: 4', '0.1: 4'],
    ...['0.25: 4', '0.5: 4', '1: 4', '2.5: 4', '+Inf: 4'],
  ]);
});

test('refusals are counted by their code, and breaches of the contract', async () => {
  metrics.request({ ...names, status: 404, code: 'not_found' });
  metrics.request({ ...names, status: 200 });
  // Nothing is answered to a client that has hung up.
  metrics.request({ ...names, aborted: true, code: 'internal_error' });
  metrics.breach();
  expect(await linesOf('http_refusals_total')).toEqual(['http_refusals_total{code="not_found"} 1']);
  expect(await linesOf('contract_breaches_total')).toEqual(['contract_breaches_total 1']);
});

test('each call of the storage is timed, also one that fails', async () => {
  const timed = metrics.timed({
    list: async ({ limit }) => Array.from({ length: limit }, (_, id) => ({ id, name: 'Bruno', categoryId: 3 })),
    add: async (animal) => ({ id: 7, ...animal }),
    find: () => Promise.reject(new Error('no disk')),
  });
  expect(await timed.list({ limit: 2 })).toHaveLength(2);
  await timed.list({ limit: 1 });
  expect(await timed.add({ name: 'Bruno', categoryId: 3 })).toMatchObject({ id: 7, name: 'Bruno' });
  await expect(timed.find(1)).rejects.toThrow('no disk');
  expect(await linesOf('storage_duration_seconds_count')).toEqual([
    'storage_duration_seconds_count{call="list"} 2',
    'storage_duration_seconds_count{call="add"} 1',
    'storage_duration_seconds_count{call="find"} 1',
  ]);
});

test('each metric says what it is, and each that takes time counts by the same bounds', async () => {
  metrics.request({ ...names, operationId: 'listPets', status: 200, milliseconds: 1 });
  await metrics.timed({ list: async () => [], add: () => expect.fail(), find: () => expect.fail() }).list({ limit: 1 });
  const text = await metrics.text();
  const own = /^(http|contract|storage|shared|log)_/;
  const help = [...text.matchAll(/^# HELP (.+)$/gm)].flatMap(([, line = '']) => (own.test(line) ? [line] : []));
  expect(help).toEqual([
    'http_requests_total Requests by operation and status; aborted where the client hung up.',
    'http_request_duration_seconds Time from the head of a request to its response.',
    'http_refusals_total Responses with an Error object, by its code.',
    'contract_breaches_total Responses that the contract does not allow, each answered as a 500.',
    'storage_duration_seconds Time that the storage took, by what was asked of it.',
    'shared_rate_limits_away ' +
      '1 while this server cannot reach what others count requests in, and counts for itself.',
    'log_lines_dropped_total Lines that the log had no room for.',
  ]);
  const bounds = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}_bucket\\{le="(.+?)"`, 'gm'))].map(([, bound]) => bound);
  expect(bounds('storage_duration_seconds')).toEqual(bounds('http_request_duration_seconds'));
});

test('what is read when somebody asks is as it is by then', async () => {
  const read = async () => [await linesOf('shared_rate_limits_away'), await linesOf('log_lines_dropped_total')].flat();
  expect(await read()).toEqual(['shared_rate_limits_away 0', 'log_lines_dropped_total 0']);
  [dropped, areAway] = [3, true];
  for (let time = 0; time < 2; time++)
    expect(await read()).toEqual(['shared_rate_limits_away 1', 'log_lines_dropped_total 3']);
});

test('the process and its event loop are among them', async () => {
  for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
    expect(await linesOf(name)).not.toEqual([]);
});

let served: Awaited<ReturnType<typeof serveMetrics>> | undefined;
afterEach(() => served?.close());

test('they have a port of their own, and nothing else is there', async () => {
  served = await serveMetrics(metrics, 0, '127.0.0.1');
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const response = await fetch(served.url);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect(await response.text()).toContain('\nlog_lines_dropped_total 0\n');
  const other = await fetch(`${served.url}/other`);
  expect([other.status, await other.text()]).toEqual([404, '']);
  served.close();
  await expect(fetch(served.url)).rejects.toThrow();
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

test.skipIf(!hasIpv6)('their address on IPv6 is one that a client takes', async () => {
  served = await serveMetrics(metrics, 0, '::1');
  expect(served.url).toMatch(/^http:\/\/\[::1\]:\d+\/metrics$/);
  expect((await fetch(served.url)).status).toBe(200);
});

test('their port waits for no client that has asked for nothing yet', async () => {
  served = await serveMetrics(metrics, 0, '127.0.0.1');
  const connection = await RawConnection.open(served.url);
  await (await fetch(served.url)).text();
  served.close();
  expect(await connection.rest()).toBe('');
});
