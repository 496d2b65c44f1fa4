import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeyUse } from '../storage/store.ts';
import { KeyCounts } from './key-counts.ts';
import { saveUses } from './save-uses.ts';

let saved: (readonly KeyUse[])[];
let failure: unknown;
let saving: Promise<void> | undefined;
let errors: unknown[];
let counts: KeyCounts;
let saveLastUses: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [saved, failure, saving, errors] = [[], undefined, undefined, []];
  counts = new KeyCounts({ now: () => 0, elapsed: () => 0 }, 0);
  const store = {
    save: async (uses: readonly KeyUse[]) => {
      if (failure !== undefined) throw failure;
      await saving;
      saved.push(uses);
    },
    list: async () => [],
  };
  const log = {
    info: () => undefined,
    error: (fields: object, message: string) => void errors.push([fields, message]),
  };
  saveLastUses = saveUses(counts, store, log);
});
afterEach(() => {
  vi.useRealTimers();
});

/** So many times the interval after which is saved what was counted. */
const pass = (times = 1) => vi.advanceTimersByTimeAsync(2_000 * times);
const savedKeys = () => saved.map((uses) => uses.map(({ id, refused }) => `${id} ${refused}`));
const refuse = (id: string) => {
  counts.use(id).refused += 1;
};

test('what is counted is saved every two seconds, and nothing where nothing was', async () => {
  refuse('one');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  refuse('two');
  await pass(3);
  expect(savedKeys()).toEqual([['one 1'], ['two 1']]);
});

test('what could not be saved is saved later, as it is by then, and is said once until that succeeds', async () => {
  for (const round of [1, 2]) {
    failure = new Error('disk full');
    refuse('one');
    await pass(3);
    refuse('one');
    refuse('two');
    failure = undefined;
    await pass(2);
    expect(savedKeys().slice(round - 1)).toEqual([[`one ${2 * round}`, `two ${round}`]]);
    expect(errors).toEqual(
      Array.from({ length: round }, () => [{ reason: 'disk full' }, 'what was counted cannot be saved for now']),
    );
  }
});

test('what was counted while earlier counts were being saved is saved later where its own saving fails', async () => {
  const slow = Promise.withResolvers<void>();
  saving = slow.promise;
  refuse('one');
  await pass();
  refuse('one');
  failure = new Error('disk full');
  await pass();
  slow.resolve();
  failure = undefined;
  await pass();
  expect(savedKeys()).toEqual([['one 1'], ['one 2']]);
});

test('the last uses are saved at the end, after which nothing is', async () => {
  refuse('one');
  await saveLastUses();
  refuse('one');
  await pass(2);
  expect(savedKeys()).toEqual([['one 1']]);
});

test('at the end it is said what is lost', async () => {
  refuse('one');
  failure = 'no disk';
  await saveLastUses();
  expect(errors).toEqual([[{ reason: 'no disk' }, 'what was counted last is lost']]);
});
