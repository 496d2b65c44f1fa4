import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { service } from '../generated/operations.ts';
import { createApiKey } from './api-key.ts';
import { type Configuration, ConfigurationError, readConfiguration } from './configuration.ts';
import { animalHandlers } from './handlers.ts';
import { RateLimiter } from './rate-limit.ts';
import { type RunningServer, serve } from './serve.ts';
import { openSqliteStorage } from './storage/sqlite.ts';

async function main(): Promise<void> {
  const configuration = readConfiguration();
  const storage = openSqliteStorage(configuration.databasePath);
  const log = pino({ level: configuration.logLevel }, pino.destination({ dest: 2, sync: true }));
  let isStopping = false;
  const parts = {
    handlers: animalHandlers(storage.animals),
    keys: storage.keys,
    limiter: new RateLimiter(configuration, Date.now),
    maximumBodyBytes: configuration.maximumBodyBytes,
    log,
    now: Date.now,
    newRequestId: randomUUID,
    isReady: () => !isStopping && storage.isReady(),
  };
  const running = await serve(parts, configuration);
  const isFirstStart = (await storage.keys.list()).length === 0;
  const demoKey = isFirstStart ? await createApiKey(storage.keys, { plan: 'free', name: 'demo' }, new Date()) : undefined;
  announce(running, configuration, demoKey);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      isStopping = true;
      log.info({ signal }, 'stopping');
      void running.close().then(() => storage.close());
    });
  }
}

/** What a person sees at the start; the log goes to standard error. */
function announce({ url }: RunningServer, { databasePath }: Configuration, demoKey: string | undefined): void {
  const address = `${url}${service.basePath}`;
  console.log(`${service.title} ${service.version} is at ${address}, its data in ${databasePath}.`);
  if (demoKey === undefined) {
    console.log('Make an API key with: npm run -s keys -- create --plan free');
    return;
  }
  console.log(`A key to try it with, shown only this once: ${demoKey}\n`);
  console.log(`curl -H 'Authorization: Bearer ${demoKey}' ${address}/pets`);
}

try {
  await main();
} catch (error) {
  const isExpected = error instanceof ConfigurationError || (error instanceof Error && 'code' in error);
  console.error(isExpected ? `Cannot start: ${error.message}` : error);
  process.exitCode = 2;
}
