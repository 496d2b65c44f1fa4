import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { service } from '../generated/operations.ts';
import { createApiKey, findApiKey, hasAgreedLimits, isPlan, limitsOf } from './api-keys/api-key.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';
import { lockDatabase } from './storage/sqlite/test/other-process.ts';
import type { ApiKeyStore } from './storage/store.ts';
import { databaseIn, type Ended, runKeys, runKeysInto } from './test/programs.ts';

let folder: string;

function useFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keys-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
}

const plans = Object.keys(service.rateLimitPlans).filter(isPlan);
const fixed = plans.filter((plan) => !hasAgreedLimits(plan));
const agreed = plans.filter(hasAgreedLimits);
const limits = ['--per-minute', '7', '--per-day', '70'];
const optionsFor = (plan: string) => ['--plan', plan, ...(agreed.some((name) => name === plan) ? limits : [])];

async function inStore<Result>(use: (keys: ApiKeyStore) => Promise<Result>): Promise<Result> {
  const storage = openSqliteStorage(databaseIn(folder));
  try {
    return await use(storage.keys);
  } finally {
    storage.close();
  }
}

/** The key that a call has made; it stands alone on standard output. */
async function created(call: Promise<Ended>): Promise<{ text: string; id: string; secret: string }> {
  const { code, stdout, stderr } = await call;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [, id = '', secret = ''] = /^adoption_(\w+)_(\w+)\n$/.exec(stdout) ?? expect.fail(stdout);
  return { text: stdout.trimEnd(), id, secret };
}

test('the contract has plans with and without limits to be agreed', () => {
  expect([fixed.length, agreed.length].every((count) => count > 0)).toBe(true);
});

describe('create', () => {
  useFolder();

  test.each(plans)('prints the key of a plan alone: %s', async (plan) => {
    const { text } = await created(runKeys(folder, 'create', ...optionsFor(plan), '--name', 'the shop'));
    const key = await inStore((keys) => findApiKey(keys, text, Date.now()));
    expect(key).toMatchObject({ plan, name: 'the shop', revokedAt: null });
    expect(key && limitsOf(key)).toEqual(
      hasAgreedLimits(plan) ? { requestsPerMinute: 7, requestsPerDay: 70 } : service.rateLimitPlans[plan],
    );
  });

  test('makes another key each time', async () => {
    const made = await Promise.all([1, 2].map(() => created(runKeys(folder, 'create', '--plan', 'free'))));
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(2);
    expect(await inStore((keys) => keys.list())).toHaveLength(2);
  });
});

describe('list', () => {
  useFolder();

  test('says nothing where there is no key', async () => {
    expect(await runKeys(folder, 'list')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('shows each key on a line, and no secret', async () => {
    const first = await created(runKeys(folder, 'create', ...optionsFor(agreed[0] ?? ''), '--name', `Bruno's "shop"`));
    const second = await created(runKeys(folder, 'create', ...optionsFor(fixed[0] ?? '')));
    await runKeys(folder, 'revoke', first.id);
    const { code, stdout, stderr } = await runKeys(folder, 'list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DATE').split('\t'))).toEqual([
      [first.id, `${agreed[0]} (7 a minute, 70 a day)`, 'DATE', 'revoked DATE', 'never seen', `Bruno's "shop"`],
      [second.id, fixed[0], 'DATE', 'active', 'never seen'],
      [''],
    ]);
    for (const { secret } of [first, second]) expect(stdout).not.toContain(secret);
  });

  test('shows many keys, and says nothing else', async () => {
    await inStore(async (keys) => {
      for (let count = 0; count < 12; count += 1) await createApiKey(keys, { plan: 'free' }, new Date());
    });
    const { code, stdout, stderr } = await runKeys(folder, 'list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toHaveLength(12);
  });
});

describe('a key that expires', () => {
  useFolder();

  test.each([
    ['2030-12-05', '2030-12-05T00:00:00.000Z', fixed[0]],
    ['2030-12-05T10:00:00Z', '2030-12-05T10:00:00.000Z', agreed[0]],
  ])('%s is in force until then', async (date, moment, plan) => {
    const { text } = await created(runKeys(folder, 'create', ...optionsFor(plan ?? ''), '--expires', date));
    const end = Date.parse(moment);
    expect(await inStore((keys) => findApiKey(keys, text, end - 1))).toMatchObject({ expiresAt: new Date(end) });
    expect(await inStore((keys) => findApiKey(keys, text, end))).toBeUndefined();
  });
});

describe('rotate', () => {
  useFolder();

  test('makes a key like the old one, which expires in an hour', async () => {
    const plan = agreed[0] ?? '';
    const old = await created(runKeys(folder, 'create', ...optionsFor(plan), '--name', 'the shop'));
    const now = Date.now();
    const { id, text } = await created(runKeys(folder, 'rotate', old.id));
    expect(id).not.toBe(old.id);
    const found = await inStore((keys) => findApiKey(keys, text, now));
    expect(found).toMatchObject({ plan, name: 'the shop', requestsPerMinute: 7, requestsPerDay: 70, expiresAt: null });
    const replaced = await inStore((keys) => findApiKey(keys, old.text, now));
    expect(replaced?.expiresAt).toEqual(new Date((found?.createdAt.getTime() ?? 0) + 3_600_000));
  });

  test('makes no second key that would end with the one that was rotated', async () => {
    const { id } = await created(runKeys(folder, 'create', '--plan', 'free'));
    await created(runKeys(folder, 'rotate', id));
    const { code, stdout, stderr } = await runKeys(folder, 'rotate', id);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Key [0-9a-f]{16} ends at \S+Z, and one in its place would, too: create another\.\n$/);
    expect(await inStore((keys) => keys.list())).toHaveLength(2);
  });

  test('does nothing to a key that is not in force', async () => {
    const { id } = await created(runKeys(folder, 'create', '--plan', 'free'));
    await runKeys(folder, 'revoke', id);
    for (const unusable of [id, '0123']) {
      const { code, stdout, stderr } = await runKeys(folder, 'rotate', unusable);
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no key ${unusable} in force; \`npm run -s keys -- list\` shows those there are.\n`,
      });
    }
    expect(await inStore((keys) => keys.list())).toHaveLength(1);
  });
});

describe('revoke', () => {
  useFolder();

  test('revokes one key, as often as it is asked', async () => {
    const [first, second] = [
      await created(runKeys(folder, 'create', '--plan', 'free')),
      await created(runKeys(folder, 'create', '--plan', 'free')),
    ];
    for (let i = 0; i < 2; i++) {
      expect(await runKeys(folder, 'revoke', first.id)).toMatchObject({
        code: 0,
        stdout: '',
        stderr: `Revoked ${first.id}.\n`,
      });
    }
    expect(await inStore((keys) => findApiKey(keys, first.text, Date.now()))).toBeUndefined();
    expect(await inStore((keys) => findApiKey(keys, second.text, Date.now()))).toMatchObject({ id: second.id });
  });

  test('takes the whole key for its ID, and does not show it', async () => {
    const { id, text, secret } = await created(runKeys(folder, 'create', '--plan', 'free'));
    const { code, stdout, stderr } = await runKeys(folder, 'revoke', text);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: `Revoked ${id}.\n` });
    expect(stderr).not.toContain(secret);
  });

  test('says when there is no such key', async () => {
    expect(await runKeys(folder, 'revoke', '0123')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no key 0123; `npm run -s keys -- list` shows those there are.\n',
    });
  });
});

describe.concurrent('a wrong call is refused with the reason and where the right ones stand, and makes nothing', () => {
  const nowhere = join(tmpdir(), randomUUID());
  const notAgreed = (plan: string) =>
    `The limits of the plan ${plan} stand in the contract; ` +
    '--per-minute and --per-day are for a plan with custom limits.';
  const noCount = (option: string, plan: string) =>
    `--${option} must be a whole number from 1 to 999999999999999: the plan ${plan} leaves its limits to be agreed.`;

  test.each<[string, string[], string]>([
    ['nothing', [], 'Say what to do: create, list, rotate or revoke.'],
    ['another command', ['delete'], 'Say what to do: create, list, rotate or revoke.'],
    ['create without a plan', ['create'], `--plan must be one of ${plans.join(', ')}.`],
    ['create with another plan', ['create', '--plan', 'gold'], `--plan must be one of ${plans.join(', ')}.`],
    [
      'create with the name of a property',
      ['create', '--plan', 'constructor'],
      `--plan must be one of ${plans.join(', ')}.`,
    ],
    ['create with a plan that has no value', ['create', '--plan'], `Option '--plan <value>' argument missing.`],
    ['create with another option', ['create', '--plan', 'free', '--days', '3'], `Unknown option '--days'.`],
    ['create with a word too much', ['create', 'free', '--plan', 'free'], 'create takes options only, not free.'],
    [
      'create with a name of two lines',
      ['create', '--plan', 'free', '--name', 'a\nb'],
      '--name must be one line of text.',
    ],
    [
      'create with a name that moves the cursor',
      ['create', '--plan', 'free', '--name', '\u001b[2J'],
      '--name must be one line of text.',
    ],
    ...fixed.map((plan): [string, string[], string] => [
      `create with limits on ${plan}`,
      ['create', '--plan', plan, ...limits],
      notAgreed(plan),
    ]),
    ['create with one limit', ['create', '--plan', fixed[0] ?? '', '--per-day', '7'], notAgreed(fixed[0] ?? '')],
    ...agreed.flatMap((plan): [string, string[], string][] => [
      [`create without limits on ${plan}`, ['create', '--plan', plan], noCount('per-minute', plan)],
      [
        `create without a day's limit on ${plan}`,
        ['create', '--plan', plan, '--per-minute', '7'],
        noCount('per-day', plan),
      ],
      ...['0', '-1', '1.5', '', '9'.repeat(16)].map((count): [string, string[], string] => [
        `create with the limit "${count}" on ${plan}`,
        ['create', '--plan', plan, `--per-minute=${count}`, '--per-day=7'],
        noCount('per-minute', plan),
      ]),
    ]),
    ...['tomorrow', '2030-02-30', '2020-01-01', '2030-12-05 10:00'].map((date): [string, string[], string] => [
      `create with the expiry ${date}`,
      ['create', '--plan', 'free', '--expires', date],
      '--expires must be a date to come, as YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.',
    ]),
    ['rotate without an ID', ['rotate'], 'rotate takes the ID of one key.'],
    ['list with a word', ['list', 'free'], 'list takes nothing more, not free.'],
    ['list with an option', ['list', '--plan', 'free'], '--plan is an option of create only.'],
    ['revoke without an ID', ['revoke'], 'revoke takes the ID of one key.'],
    ['revoke with two', ['revoke', '1', '2'], 'revoke takes the ID of one key.'],
    ['revoke with an option', ['revoke', '1', '--name', 'a'], '--name is an option of create only.'],
  ])('%s', async (_, commandLine, reason) => {
    const { code, stdout, stderr } = await runKeys(nowhere, ...commandLine);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `${reason}\nSee: npm run -s keys -- --help\n`,
    });
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('what is asked of the command itself', () => {
  useFolder();
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

The keys are in the database of DATABASE_URL.
`;

  test.each([
    ['--version', `${service.version}\n`],
    ['-v', `${service.version}\n`],
    ['--help', usage],
    ['-h', usage],
  ])('%s is answered, and no database made', async (argument, stdout) => {
    expect(await runKeys(folder, argument)).toEqual({ code: 0, signal: null, stdout, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.skipIf(!existsSync('/dev/full'))('where standard output cannot be written', () => {
  useFolder();
  const reason = 'Standard output cannot be written: ENOSPC: no space left on device, write.\n';

  test('a new key is revoked', async () => {
    const old = await created(runKeys(folder, 'create', '--plan', 'free', '--expires', '9999-12-31'));
    const advice = 'The old one is as it was. ';
    for (const [commandLine, more] of [
      [['create', '--plan', 'free'], ''],
      [['rotate', old.id], advice],
      [['rotate', old.id], advice],
    ] as const) {
      const { code, stderr } = await runKeysInto('/dev/full', folder, ...commandLine);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `The new key is revoked, as it could not be shown. ${more}${reason}`,
      });
    }
    const inForce = (await inStore((keys) => keys.list())).filter(({ revokedAt }) => revokedAt === null);
    const expiresAt = new Date('9999-12-31');
    expect(inForce.map((key) => ({ id: key.id, expiresAt: key.expiresAt }))).toEqual([{ id: old.id, expiresAt }]);
  });

  test('a list says so', async () => {
    await runKeys(folder, 'create', '--plan', 'free');
    expect(await runKeysInto('/dev/full', folder, 'list')).toMatchObject({ code: 2, stderr: reason });
  });
});

describe('a database that cannot be used', () => {
  useFolder();

  test('is waited for longer than a server does while another process holds its lock', async () => {
    await runKeys(folder, 'list');
    const lock = await lockDatabase(databaseIn(folder));
    const making = created(runKeys(folder, 'create', '--plan', 'free'));
    await sleep(2_000);
    await lock.release();
    await making;
  });

  test('is said in a line', async () => {
    mkdirSync(databaseIn(folder), { recursive: true });
    const { code, stdout, stderr } = await runKeys(folder, 'list');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`The database ${databaseIn(folder)} cannot be used: unable to open database file.\n`);
  });

  test('is said in a line where that shows with a change or a question alone', async () => {
    await runKeys(folder, 'list');
    const bytes = readFileSync(databaseIn(folder));
    // All but the first page, which has the schema.
    writeFileSync(databaseIn(folder), bytes.fill(0xff, 4096));
    for (const commandLine of [['create', '--plan', 'free'], ['list']]) {
      const { code, stdout, stderr } = await runKeys(folder, ...commandLine);
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: '',
        stderr: 'Nothing was changed: the database file is damaged.\n',
      });
    }
  });
});
