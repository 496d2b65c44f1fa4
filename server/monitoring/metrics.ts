import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { metricsMediaType } from '../app.ts';
import type { Meter, RequestLine } from '../pipeline.ts';
import type { AnimalStore } from '../storage/store.ts';

const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** What is read when somebody asks for it. */
export interface Gauges {
  droppedLines: () => number;
  areLimitsAway: () => boolean;
}

/** What operators measure, in the format of Prometheus. The delay of the event loop is among its default metrics. */
export class Metrics implements Meter {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by operation and status; aborted where the client hung up.',
    labelNames: ['operation', 'status'],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to its response.',
    labelNames: ['operation'],
    buckets: seconds,
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Responses with an Error object, by its code.',
    labelNames: ['code'],
    registers: [this.#registry],
  });
  readonly #breaches = new Counter({
    name: 'contract_breaches_total',
    help: 'Responses that the contract does not allow, each answered as a 500.',
    registers: [this.#registry],
  });
  readonly #storage = new Histogram({
    name: 'storage_duration_seconds',
    help: 'Time that the storage took, by what was asked of it.',
    labelNames: ['call'],
    buckets: seconds,
    registers: [this.#registry],
  });

  constructor({ droppedLines, areLimitsAway }: Gauges) {
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'shared_rate_limits_away',
      help: '1 while this server cannot reach what others count requests in, and counts for itself.',
      registers: [this.#registry],
      collect() {
        this.set(areLimitsAway() ? 1 : 0);
      },
    });
    new Counter({
      name: 'log_lines_dropped_total',
      help: 'Lines that the log had no room for.',
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(droppedLines());
      },
    });
  }

  request({ operationId = 'none', status, code, milliseconds }: RequestLine): void {
    this.#requests.inc({ operation: operationId, status: status ?? 'aborted' });
    if (code !== undefined && status !== undefined) this.#refusals.inc({ code });
    if (milliseconds !== undefined) this.#durations.observe({ operation: operationId }, milliseconds / 1000);
  }

  breach(): void {
    this.#breaches.inc();
  }

  /** A storage each call of which is timed. */
  timed({ list, add, find }: AnimalStore): AnimalStore {
    const timed =
      <Parameters extends unknown[], Result>(call: string, run: (...parameters: Parameters) => Promise<Result>) =>
      async (...parameters: Parameters): Promise<Result> => {
        const end = this.#storage.startTimer({ call });
        return run(...parameters).finally(end);
      };
    return { list: timed('list', list), add: timed('add', add), find: timed('find', find) };
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** Serves metrics on a port of their own; gives their address. */
export async function serveMetrics(metrics: Metrics, port: number, host: string) {
  const server = createServer(async (request, response) => {
    const isFound = /^\/metrics($|\?)/.test(request.url ?? '');
    response.writeHead(isFound ? 200 : 404, { 'Content-Type': metricsMediaType });
    response.end(isFound ? await metrics.text() : '');
  });
  // Whoever sends requests behind each other would have the metrics collected for each of them, at once.
  server.maxRequestsPerSocket = 1;
  server.listen(port, host);
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo; only one on a pipe has a string.
  const { address, family, port: actual } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}/metrics`, close };
}
