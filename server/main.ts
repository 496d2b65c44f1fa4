import { randomUUID } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { operations, service } from '../generated/operations.ts';
import { createApiKey, isInForce, limitsOf, PlanError } from './api-key.ts';
import { systemClock } from './clock.ts';
import { type Configuration, ConfigurationError, describeConfiguration, readConfiguration } from './configuration.ts';
import { animalHandlers } from './handlers.ts';
import { jsonLog } from './log.ts';
import { LogDestination, openStandardError } from './log-destination.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Gauges } from './metrics.ts';
import { UnreadParameter } from './parameters.ts';
import type { Log } from './pipeline.ts';
import type { RateLimiter } from './rate-limit.ts';
import { ContractViolation } from './response.ts';
import { saveUses } from './save-uses.ts';
import { type RunningServer, serve } from './serve.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';
import { describeDatabase } from './storage/database-url.ts';
import { openServerStorage, type ServerStorage } from './storage/open.ts';
import { type ApiKeyStore, type Storage, StorageError, StorageUnavailable } from './storage/store.ts';

/** Milliseconds that the end of the process waits for the last lines of the log. */
const lastLinesWithin = 1_000;
/** Milliseconds for which the server still takes connections when it is told to stop. */
const lameDuck = 1_000;
/** Milliseconds from the signal on, after which the process ends whatever keeps it, such as an engine that hangs. */
const longestStop = 4_800;
/** Milliseconds within which a second signal of a terminal is the first one, which npm has handed on: both have it. */
const handedOnWithin = 500;

async function main(): Promise<void> {
  const configuration = readConfiguration();
  const destination = new LogDestination(openStandardError());
  const { storage, openCounts } = await openServerStorage(configuration.database);
  try {
    const log = jsonLog(configuration.logLevel, (line) => destination.write(line));
    const limiter = await openLimiter(configuration, openCounts, log);
    try {
      const gauges = { droppedLines: () => destination.dropped, areLimitsAway: () => limiter.isAway };
      await serveUntilStopped(configuration, storage, limiter, log, await openMetrics(configuration, gauges));
    } finally {
      await limiter.close();
    }
  } finally {
    await storage.close();
    await destination.flush(lastLinesWithin);
  }
}

/** Counts requests where the servers that share a database do; alone where there is one server. */
async function openLimiter(
  configuration: Configuration,
  openCounts: ServerStorage['openCounts'],
  log: Log,
): Promise<RateLimiter> {
  const counts =
    configuration.redis === 'none'
      ? openCounts?.()
      : (await import('./redis-counts.ts')).redisCounts(configuration.redis);
  return counts === undefined
    ? new MemoryRateLimiter(configuration, systemClock)
    : new SharedRateLimiter(counts, configuration, systemClock, log);
}

/** The metrics, on a port of their own or on that of the server. What nobody asks for is not loaded. */
async function openMetrics({ port, metricsPort, host }: Configuration, gauges: Gauges) {
  if (metricsPort === 'none') return undefined;
  const { Metrics, serveMetrics } = await import('./metrics.ts');
  const metrics = new Metrics(gauges);
  const isPublic = metricsPort === port && port !== 0;
  const serve = async () => {
    try {
      return isPublic ? undefined : await serveMetrics(metrics, metricsPort, host);
    } catch (error) {
      throw new ConfigurationError(`METRICS_PORT cannot be used: ${error instanceof Error ? error.message : error}`);
    }
  };
  return { metrics, isPublic, serve };
}

async function serveUntilStopped(
  configuration: Configuration,
  storage: Storage,
  limiter: RateLimiter,
  log: Log,
  measured: Awaited<ReturnType<typeof openMetrics>>,
): Promise<void> {
  let isStopping = false;
  const stopped = signalToStop().then((signal) => {
    isStopping = true;
    log.info({ signal }, 'stopping');
  });
  for (const key of await storage.keys.list()) if (isInForce(key, Date.now())) limitsOf(key);
  limiter.keys.restore(await storage.keyUses.list());
  const parts = {
    handlers: animalHandlers(measured?.metrics.timed(storage.animals) ?? storage.animals),
    keys: storage.keys,
    limiter,
    maximumBodyBytes: configuration.maximumBodyBytes,
    allowedOrigins: configuration.allowedOrigins,
    log,
    meter: measured?.metrics,
    metrics: measured?.isPublic ? () => measured.metrics.text() : undefined,
    clock: systemClock,
    newRequestId: randomUUID,
    problem: () => (isStopping ? 'the server is stopping' : storage.problem()),
  };
  const running = await serve(parts, { ...configuration, limits: configuration });
  let metrics: Awaited<ReturnType<NonNullable<typeof measured>['serve']>>;
  const saveLastUses = saveUses(limiter.keys, storage.keyUses, log);
  try {
    metrics = await measured?.serve();
    if (metrics !== undefined) console.log(`Metrics are at ${metrics.url}.`);
    announce(running, configuration, await createDemoKey(storage.keys));
    // Otherwise it would be written at the end, which a process that is killed does not have.
    flushCompileCache();
    await stopped;
  } finally {
    await running.close(lameDuck);
    metrics?.close();
    await saveLastUses();
  }
}

/** Resolves with the first signal; the second one ends the process at once. */
function signalToStop(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let first: number | undefined;
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const receive = (signal: NodeJS.Signals) => {
    const sinceFirst = performance.now() - (first ?? performance.now());
    if (first === undefined) {
      resolve(signal);
      setTimeout(() => process.exit(), longestStop).unref();
    } else if (signal === 'SIGTERM' || sinceFirst > handedOnWithin) {
      for (const name of signals) process.removeAllListeners(name);
      process.kill(process.pid, signal);
    }
    first ??= performance.now();
  };
  for (const signal of signals) process.on(signal, receive);
  return promise;
}

/** A key to try the server with, where there is none yet. */
async function createDemoKey(keys: ApiKeyStore): Promise<string | undefined> {
  const isFirstStart = (await keys.list()).length === 0;
  return isFirstStart ? createApiKey(keys, { plan: 'free', name: 'demo' }, new Date()) : undefined;
}

/** What a person sees at the start. */
function announce({ url }: RunningServer, { database }: Configuration, demoKey: string | undefined): void {
  const address = `${url}${service.basePath}`;
  console.log(`${service.title} ${service.version} is at ${address}, its data in ${describeDatabase(database)}.`);
  if (demoKey === undefined) {
    console.log('Make an API key with: npm run -s keys -- create --plan free');
    return;
  }
  console.log(`A key to try it with, shown only this once: ${demoKey}\n`);
  console.log(`curl -H 'Authorization: Bearer ${demoKey}' ${address}${operations.listPets.path}`);
}

const anotherHost = 'Set HOST to an address of this machine, for example: HOST=127.0.0.1 npm start';

/** What to do where the address of the server cannot be had, by the code of the system's error. */
const hints: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Set PORT to another one, for example: PORT=8081 npm start',
  EADDRNOTAVAIL: anotherHost,
  EAI_AGAIN: anotherHost,
  ENOTFOUND: anotherHost,
};

const usage = `Usage: npm start

Serves ${service.title} ${service.version}, until SIGTERM, SIGINT or SIGHUP. Everything is set by environment variables:

${describeConfiguration()}

Another port: PORT=8081 npm start`;

try {
  const [argument] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') console.log(usage);
  else if (argument === '--version' || argument === '-v') console.log(service.version);
  else if (argument === undefined) await main();
  else throw new ConfigurationError(`there is no argument ${argument}. See: npm start -- --help`);
} catch (error) {
  // An error with a `syscall` is the system's, such as a port that is taken.
  const isExpected =
    error instanceof ConfigurationError ||
    error instanceof ContractViolation ||
    error instanceof UnreadParameter ||
    error instanceof StorageError ||
    error instanceof StorageUnavailable ||
    error instanceof PlanError ||
    (error instanceof Error && 'syscall' in error);
  const lines = isExpected ? error.message.split('\n') : [error];
  for (const line of lines) console.error('Cannot start:', line);
  const hint = isExpected && 'code' in error ? hints[String(error.code)] : undefined;
  if (hint !== undefined) console.error(hint);
  process.exitCode = 2;
}
