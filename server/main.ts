import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { operations, service } from '../generated/operations.ts';
import { createApiKey, isInForce, limitsOf, PlanError } from './api-keys/api-key.ts';
import { systemClock } from './clock.ts';
import { type Configuration, ConfigurationError, describeConfiguration, readConfiguration } from './configuration.ts';
import { animalHandlers } from './handlers.ts';
import { jsonLog } from './monitoring/log.ts';
import { LogDestination, openStandardError } from './monitoring/log-destination.ts';
import type { Gauges } from './monitoring/metrics.ts';
import type { Log } from './pipeline.ts';
import { MemoryRateLimiter } from './rate-limit/memory-rate-limiter.ts';
import type { RateLimiter } from './rate-limit/rate-limit.ts';
import { saveUses } from './rate-limit/save-uses.ts';
import { SharedRateLimiter } from './rate-limit/shared-rate-limiter.ts';
import { UnreadParameter } from './request/parameters.ts';
import { ContractViolation } from './response.ts';
import { connectionsLeft } from './socket/descriptors.ts';
import type { Limits } from './socket/load.ts';
import { type RunningServer, serve } from './socket/serve.ts';
import { Stopped, stop, unlessStopped } from './stop-signal.ts';
import { describeDatabase } from './storage/database-url.ts';
import { openServerStorage, type ServerStorage } from './storage/open.ts';
import { type ApiKeyStore, type Storage, StorageError, StorageUnavailable } from './storage/store.ts';

/** Milliseconds that the end of the process waits for the last lines of the log. */
const lastLinesWithin = 1_000;
/** Milliseconds for which the server still takes connections when it is told to stop. */
const lameDuck = 1_000;

async function main(): Promise<void> {
  const configuration = readConfiguration();
  const destination = new LogDestination(openStandardError());
  const log = jsonLog(configuration.logLevel, (line) => destination.write(line));
  const sayThatItStops = () => log.info({ signal: stop.reason.signal }, 'stopping');
  if (stop.aborted) sayThatItStops();
  else stop.addEventListener('abort', sayThatItStops);
  try {
    // A signal that came while the code was loaded is told now.
    await turn();
    await run(configuration, destination, log);
  } catch (error) {
    if (!stop.aborted || !isExpected(error)) throw error;
    if (!(error instanceof Stopped)) log.error({ reason: error.message }, 'it was not started when it was stopped');
    await destination.flush(lastLinesWithin);
    // What has only begun, such as a connection that is being made, is not waited for.
    process.exit();
  } finally {
    await destination.flush(lastLinesWithin);
  }
}

async function run(configuration: Configuration, destination: LogDestination, log: Log): Promise<void> {
  const { storage, openCounts } = await unlessStopped(openServerStorage(configuration.database, stop));
  try {
    const limiter = await openLimiter(configuration, openCounts, log);
    try {
      const gauges = { droppedLines: () => destination.dropped, areLimitsAway: () => limiter.isAway };
      await serveUntilStopped(configuration, storage, limiter, log, await openMetrics(configuration, gauges));
    } finally {
      await limiter.close();
    }
  } finally {
    await storage.close();
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
      ? openCounts?.(log)
      : (await import('./rate-limit/redis-counts.ts')).redisCounts(configuration.redis);
  return counts === undefined
    ? new MemoryRateLimiter(configuration, systemClock)
    : new SharedRateLimiter(counts, configuration, systemClock, log);
}

/** The metrics, on a port of their own or on that of the server. What nobody asks for is not loaded. */
async function openMetrics({ port, metricsPort, host }: Configuration, gauges: Gauges) {
  if (metricsPort === 'none') return undefined;
  const { Metrics, serveMetrics } = await import('./monitoring/metrics.ts');
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
  const hasKeys = await checkKeys(storage.keys);
  limiter.keys.restore(await unlessStopped(storage.keyUses.list()));
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
    problem: () => (stop.aborted ? 'the server is stopping' : storage.problem()),
  };
  const running = await unlessStopped(serve(parts, { ...configuration, limits: limitsOn(configuration, log) }));
  let metrics: Awaited<ReturnType<NonNullable<typeof measured>['serve']>>;
  const saveLastUses = saveUses(limiter.keys, storage.keyUses, log);
  try {
    metrics = await measured?.serve();
    if (metrics !== undefined) console.log(`Metrics are at ${metrics.url}.`);
    announce(running, configuration, hasKeys ? undefined : await createDemoKey(storage.keys));
    // Otherwise it would be written at the end, which a process that is killed does not have.
    flushCompileCache();
    if (!stop.aborted) await once(stop, 'abort');
  } finally {
    await running.close(lameDuck);
    metrics?.close();
    await saveLastUses();
  }
}

/** What the server takes on at most, of what the system lets it take on. */
function limitsOn(configuration: Configuration, log: Log): Limits {
  const maximumConnections = Math.min(configuration.maximumConnections, connectionsLeft());
  if (maximumConnections < configuration.maximumConnections)
    log.info(
      { maximumConnections },
      'fewer connections than MAX_CONNECTIONS: the system limits open files (ulimit -n)',
    );
  return { ...configuration, maximumConnections };
}

/** True where there are keys. Throws PlanError for one in force whose plan has no limits. */
async function checkKeys(keys: ApiKeyStore): Promise<boolean> {
  const all = await unlessStopped(keys.list());
  for (const key of all) if (isInForce(key, Date.now())) limitsOf(key);
  return all.length > 0;
}

/** A key to try the server with. */
function createDemoKey(keys: ApiKeyStore): Promise<string> {
  return createApiKey(keys, { plan: 'free', name: 'demo' }, new Date());
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

/** True for what whoever starts the server can mend, and for a signal that stops the start. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof Stopped ||
    error instanceof ConfigurationError ||
    error instanceof ContractViolation ||
    error instanceof UnreadParameter ||
    error instanceof StorageError ||
    error instanceof StorageUnavailable ||
    error instanceof PlanError ||
    // The system's, such as a port that is taken.
    (error instanceof Error && 'syscall' in error)
  );
}

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
  const lines = isExpected(error) ? error.message.split('\n') : [error];
  for (const line of lines) console.error('Cannot start:', line);
  const hint = isExpected(error) && 'code' in error ? hints[String(error.code)] : undefined;
  if (hint !== undefined) console.error(hint);
  process.exitCode = 2;
}
