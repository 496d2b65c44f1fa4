import { parseArgs } from 'node:util';
import { service } from '../generated/operations.ts';
import { createApiKey, hasAgreedLimits, isPlan, type NewApiKey } from './api-key.ts';
import { ConfigurationError, readConfiguration } from './configuration.ts';
import { openSqliteStorage } from './storage/sqlite.ts';
import type { ApiKey, ApiKeyStore } from './storage/store.ts';

const plans = Object.keys(service.rateLimitPlans);

const usage = `Usage: npm run -s keys -- create --plan ${plans.join('|')} [--per-minute N --per-day N] [--name TEXT]
       npm run -s keys -- list
       npm run -s keys -- revoke ID`;

/** What was typed is not a command; the message says why. */
class UsageError extends Error {}

async function run(store: ApiKeyStore): Promise<number> {
  const { values, positionals } = readArguments();
  const [command, id, ...rest] = positionals;
  if (command === 'create' && id === undefined) {
    console.log(await createApiKey(store, readNewKey(values), new Date()));
    return 0;
  }
  if (command === 'list' && id === undefined) {
    for (const key of await store.list()) console.log(describe(key));
    return 0;
  }
  if (command === 'revoke' && id !== undefined && rest.length === 0) {
    const isKnown = await store.revoke(id, new Date());
    console.error(isKnown ? `Revoked ${id}.` : `There is no key ${id}; \`npm run -s keys -- list\` shows those there are.`);
    return isKnown ? 0 : 1;
  }
  throw new UsageError('Say what to do: create, list or revoke.');
}

function readArguments() {
  try {
    const option = { type: 'string' } as const;
    return parseArgs({ allowPositionals: true, options: { plan: option, name: option, 'per-minute': option, 'per-day': option } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readNewKey(values: ReturnType<typeof readArguments>['values']): NewApiKey {
  const { plan = '', name } = values;
  if (!isPlan(plan)) throw new UsageError(`--plan must be one of ${plans.join(', ')}.`);
  const given = values['per-minute'] !== undefined || values['per-day'] !== undefined;
  if (!hasAgreedLimits(plan)) {
    if (given) throw new UsageError(`The limits of the plan ${plan} stand in the contract; --per-minute and --per-day are for a plan with custom limits.`);
    return { plan, name };
  }
  return { plan, name, limits: { requestsPerMinute: readCount('per-minute', values), requestsPerDay: readCount('per-day', values) } };
}

function readCount(option: 'per-minute' | 'per-day', values: ReturnType<typeof readArguments>['values']): number {
  const text = values[option] ?? '';
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`--${option} must be a whole number from 1: the plan ${values.plan} leaves its limits to be agreed.`);
  return Number(text);
}

function describe({ id, plan, name, requestsPerMinute, requestsPerDay, createdAt, revokedAt }: ApiKey): string {
  const limits = requestsPerMinute === null ? '' : ` (${requestsPerMinute} a minute, ${requestsPerDay} a day)`;
  return [id, `${plan}${limits}`, createdAt.toISOString(), revokedAt ? `revoked ${revokedAt.toISOString()}` : 'active', name ?? ''].join('\t').trimEnd();
}

try {
  const storage = openSqliteStorage(readConfiguration().databasePath);
  process.exitCode = await run(storage.keys);
  storage.close();
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n${usage}`);
  else if (error instanceof ConfigurationError) console.error(error.message);
  else throw error;
  process.exitCode = 2;
}
