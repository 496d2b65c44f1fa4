import { parseArgs } from 'node:util';
import { service } from '../generated/operations.ts';
import {
  createApiKey,
  endsSoon,
  hasAgreedLimits,
  idOf,
  isInForce,
  isPlan,
  type NewApiKey,
  rotateApiKey,
} from './api-keys/api-key.ts';
import { describeKey } from './api-keys/key-list.ts';
import { ConfigurationError, readConfiguration } from './configuration.ts';
import { errorMessage } from './error-message.ts';
import { openStorage } from './storage/open.ts';
import { type ApiKeyStore, OutcomeUnknown, type Storage, StorageError, StorageUnavailable } from './storage/store.ts';

const plans = Object.keys(service.rateLimitPlans);

const usage = `Usage: npm run -s keys -- create --plan PLAN [OPTION]…
       npm run -s keys -- list
       npm run -s keys -- rotate ID
       npm run -s keys -- revoke ID

create prints a new API key, shown only this once. list shows every key but for its secret, and its use until two
seconds ago. rotate prints a new key in the place of another one, which expires in an hour. revoke ends a key for good.

  --plan PLAN     one of ${plans.join(', ')}
  --per-minute N  requests a minute, for a plan with custom limits
  --per-day N     requests a day, for a plan with custom limits
  --name TEXT     whose key it is
  --expires DATE  when the key ends: YYYY-MM-DD, from its first moment in UTC, or YYYY-MM-DDThh:mm:ssZ
  --help          shows this
  --version       shows the version of the service

The keys are in the database of DATABASE_URL.`;

/** What was typed is not a command; the message says why. */
class UsageError extends Error {}

/** What was to be printed was not; the message says why. */
class OutputError extends Error {}

type Options = Partial<Record<'plan' | 'name' | 'per-minute' | 'per-day' | 'expires', string>>;

/** Does what was asked and gives the exit code. */
type Command = (storage: Storage) => Promise<number>;

function readCommand(): Command {
  const { options, words } = readArguments();
  const [command, id, ...rest] = words;
  if (command === 'create') {
    if (id !== undefined) throw new UsageError(`create takes options only, not ${id}.`);
    const key = readNewKey(options);
    return ({ keys }) => create(keys, key);
  }
  const [surplus] = Object.keys(options);
  if (surplus !== undefined) throw new UsageError(`--${surplus} is an option of create only.`);
  if (command === 'list') {
    if (id !== undefined) throw new UsageError(`list takes nothing more, not ${id}.`);
    return list;
  }
  if (command === 'revoke' || command === 'rotate') {
    if (id === undefined || rest.length > 0) throw new UsageError(`${command} takes the ID of one key.`);
    // A whole key is understood, and not shown again.
    return ({ keys }) => (command === 'revoke' ? revoke : rotate)(keys, idOf(id) ?? id);
  }
  throw new UsageError('Say what to do: create, list, rotate or revoke.');
}

function readArguments(): { options: Options; words: string[] } {
  try {
    const option = { type: 'string' } as const;
    const options = { plan: option, name: option, 'per-minute': option, 'per-day': option, expires: option };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    return { options: values, words: positionals };
  } catch (error) {
    // What parseArgs adds after the first sentence is about arguments that begin with a dash.
    const [reason = ''] = errorMessage(error).split(/\. (?=To )/);
    throw new UsageError(reason.replace(/\.?$/, '.'));
  }
}

function readNewKey(options: Options): NewApiKey {
  const { plan = '', name } = options;
  if (!isPlan(plan)) throw new UsageError(`--plan must be one of ${plans.join(', ')}.`);
  // Each key is one line of the list.
  if (name !== undefined && /\p{Cc}/u.test(name)) throw new UsageError('--name must be one line of text.');
  const expiresAt = options.expires === undefined ? undefined : readExpiry(options.expires);
  const given = options['per-minute'] !== undefined || options['per-day'] !== undefined;
  if (!hasAgreedLimits(plan)) {
    if (given)
      throw new UsageError(
        `The limits of the plan ${plan} stand in the contract; ` +
          '--per-minute and --per-day are for a plan with custom limits.',
      );
    return { plan, name, expiresAt };
  }
  return {
    plan,
    name,
    expiresAt,
    limits: { requestsPerMinute: readCount('per-minute', options), requestsPerDay: readCount('per-day', options) },
  };
}

function readCount(option: 'per-minute' | 'per-day', options: Options): number {
  const text = options[option] ?? '';
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(
      `--${option} must be a whole number from 1 to 999999999999999: ` +
        `the plan ${options.plan} leaves its limits to be agreed.`,
    );
  return Number(text);
}

function readExpiry(text: string): Date {
  const date = new Date(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/.test(text) ? text : Number.NaN);
  // A day that the calendar does not have would be one of the next month.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 10));
  if (!isReal || date.getTime() <= Date.now())
    throw new UsageError('--expires must be a date to come, as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.');
  return date;
}

async function create(store: ApiKeyStore, key: NewApiKey): Promise<number> {
  await show(store, await createApiKey(store, key, new Date()));
  return 0;
}

/** Prints a new key; one that nobody has seen is revoked, and what else was changed for it is undone. */
async function show(store: ApiKeyStore, text: string, undo = async () => ''): Promise<void> {
  try {
    await print(text);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    await store.revoke(idOf(text) ?? '', new Date());
    throw new OutputError(`The new key is revoked, as it could not be shown. ${await undo()}${error.message}`);
  }
}

/** Throws OutputError where standard output takes nothing, as on a full disk: `console.log` would not say so. */
async function print(line: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<Error | null | undefined>();
  process.stdout.once('error', resolve);
  process.stdout.write(`${line}\n`, resolve);
  const error = await promise;
  if (error) throw new OutputError(`Standard output cannot be written: ${error.message}.`);
  process.stdout.off('error', resolve);
}

const see = '`npm run -s keys -- list` shows those there are.';

async function list({ keys, keyUses }: Storage): Promise<number> {
  const uses = new Map((await keyUses.list()).map((use) => [use.id, use]));
  for (const key of await keys.list()) await print(describeKey(key, uses.get(key.id), new Date()));
  return 0;
}

async function revoke(store: ApiKeyStore, id: string): Promise<number> {
  const isKnown = await store.revoke(id, new Date());
  console.error(isKnown ? `Revoked ${id}.` : `There is no key ${id}; ${see}`);
  return isKnown ? 0 : 1;
}

async function rotate(store: ApiKeyStore, id: string): Promise<number> {
  const now = new Date();
  const old = await store.find(id);
  if (old !== undefined && isInForce(old, now.getTime()) && endsSoon(old, now)) {
    console.error(
      `Key ${id} ends at ${old.expiresAt?.toISOString()}, and one in its place would, too: create another.`,
    );
    return 1;
  }
  const text = await rotateApiKey(store, id, now);
  if (old === undefined || text === undefined) {
    console.error(`There is no key ${id} in force; ${see}`);
    return 1;
  }
  await show(store, text, async () => {
    await store.setExpiry(id, old.expiresAt);
    return 'The old one is as it was. ';
  });
  return 0;
}

async function run(): Promise<number> {
  const command = readCommand();
  const storage = await openStorage(readConfiguration().database, 5000);
  try {
    return await command(storage);
  } finally {
    await storage.close();
  }
}

try {
  const isAsked = (...spellings: string[]) => process.argv.slice(2).some((argument) => spellings.includes(argument));
  if (isAsked('--help', '-h')) console.log(usage);
  else if (isAsked('--version', '-v')) console.log(service.version);
  else process.exitCode = await run();
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\nSee: npm run -s keys -- --help`);
  else if (error instanceof ConfigurationError || error instanceof StorageError || error instanceof OutputError)
    console.error(error.message);
  else if (error instanceof StorageUnavailable) console.error(`Nothing was changed: ${error.message}.`);
  else if (error instanceof OutcomeUnknown) console.error(`See what was changed with list: ${error.message}.`);
  else throw error;
  process.exitCode = 2;
}
