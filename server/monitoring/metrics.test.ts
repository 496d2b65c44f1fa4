import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handlersWith } from '../test/handlers.ts';
import { runKeys, runServer, type ServerProcess, startServer } from '../test/programs.ts';
import { RawConnection } from '../test/raw-connection.ts';
import { openInProcess } from '../test/transports.ts';
import { Metrics, serveMetrics } from './metrics.ts';

describe('a server that is measured', () => {
  let folder: string;
  let server: ServerProcess;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  });

  afterEach(async () => {
    server.signal('SIGKILL');
    await server.ended;
    rmSync(folder, { recursive: true });
  });

  const addressIn = ({ output }: ServerProcess) => /^Metrics are at (\S+)\.$/m.exec(output.stdout)?.[1];

  test('tells on a port of its own what it has served and refused', async () => {
    server = await startServer(folder, { METRICS_PORT: '0' });
    const key = (await runKeys(folder, 'create', '--plan', 'free')).stdout.trimEnd();
    const headers = { Authorization: `Bearer ${key}` };
    const body = '{"name":"Bruno","categoryId":3}';
    await fetch(`${server.address}/pets`, { headers });
    await fetch(`${server.address}/pets`, { headers });
    await fetch(`${server.address}/pets?limit=0`, { headers });
    await fetch(`${server.address}/pets`);
    await fetch(`${server.address}/none`, { headers });
    await fetch(`${server.address}/pets`, {
      method: 'POST',
      body,
      headers: { ...headers, 'Content-Type': 'application/json' },
    });

    const text = await (await fetch(addressIn(server) ?? expect.fail(server.output.stdout))).text();
    const lines = text.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'http_requests_total{operation="listPets",status="200"} 2',
        'http_requests_total{operation="listPets",status="400"} 1',
        'http_requests_total{operation="listPets",status="401"} 1',
        'http_requests_total{operation="none",status="404"} 1',
        'http_requests_total{operation="createPet",status="201"} 1',
        'http_request_duration_seconds_count{operation="listPets"} 4',
        'http_refusals_total{code="invalid_parameter"} 1',
        'http_refusals_total{code="missing_api_key"} 1',
        'storage_duration_seconds_count{call="list"} 2',
        'storage_duration_seconds_count{call="add"} 1',
        'contract_breaches_total 0',
        'log_lines_dropped_total 0',
      ]),
    );
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect((await fetch(new URL('/metrics', server.address), { headers })).status).toBe(404);
    expect((await fetch(`${addressIn(server)}?format=text`)).status).toBe(200);
    server.signal('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  });

  test('tells it on its own port where that is configured, and nowhere unless it is', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const address = free.address();
    const port = String(typeof address === 'object' ? address?.port : expect.fail('There is no port.'));
    free.close();
    server = await startServer(folder, { PORT: port, METRICS_PORT: port });
    expect(addressIn(server)).toBeUndefined();
    const response = await fetch(new URL('/metrics', server.address));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(await response.text()).toContain('# TYPE http_requests_total counter');
    server.signal('SIGKILL');
    await server.ended;
    server = await startServer(folder, { PORT: port, METRICS_PORT: '0' });
    expect((await fetch(new URL('/metrics', server.address))).status).toBe(401);
    server.signal('SIGKILL');
    await server.ended;
    server = await startServer(folder);
    expect(addressIn(server)).toBeUndefined();
    expect((await fetch(new URL('/metrics', server.address))).status).toBe(401);
  });
});

test('a server does not start whose metrics have no port', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = String(typeof address === 'object' ? address?.port : expect.fail('There is no port.'));
  expect(await runServer(folder, { METRICS_PORT: port })).toMatchObject({
    code: 2,
    stderr: `Cannot start: METRICS_PORT cannot be used: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
  });
  other.close();
  rmSync(folder, { recursive: true });
});

test('responses that the contract does not allow are counted, and lines that the log has dropped', async () => {
  const meter = new Metrics({ droppedLines: () => 7, areLimitsAway: () => true });
  const handlers = handlersWith({ listPets: () => ({ status: 202 }) as never });
  let now = 0;
  const clock = { now: () => now, elapsed: () => (now += 500) };
  const harness = await openInProcess({ parts: { meter, handlers, clock } });
  const headers = { Authorization: `Bearer ${await harness.newKey()}` };
  await harness.send(new Request(`${harness.baseUrl}/pets`, { headers }));
  await harness.close();
  const lines = (await meter.text()).split('\n');
  expect(lines).toContain('contract_breaches_total 1');
  expect(lines).toContain('log_lines_dropped_total 7');
  expect(lines).toContain('http_requests_total{operation="listPets",status="500"} 1');
  expect(lines).toContain('http_request_duration_seconds_sum{operation="listPets"} 0.5');
});

test('metrics are collected once for a connection', async () => {
  const meter = new Metrics({ droppedLines: () => 0, areLimitsAway: () => false });
  const text = vi.spyOn(meter, 'text');
  const { url, close } = await serveMetrics(meter, 0, '127.0.0.1');
  const connection = await RawConnection.open(url);
  connection.send('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100));
  expect((await connection.response()).headers.get('Connection')).toBe('close');
  expect(text).toHaveBeenCalledOnce();
  close();
});
