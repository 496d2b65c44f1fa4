import { describe, expect, test } from 'vitest';
import { openAllowance } from './allowance.ts';
import { read } from './answer.ts';
import { openGate } from './gate.ts';
import { limited } from './test/examples.ts';
import { json, sleepless } from './test/scripted-fetch.ts';

const counted = (left: number, reset = 30) =>
  json(200, [], { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': `${left}`, 'X-RateLimit-Reset': `${reset}` });
const refused = (seconds: number) => json(429, limited, { 'Retry-After': String(seconds) });
const unavailable = (seconds: number) => json(503, limited, { 'Retry-After': String(seconds) });

/** A gate over a clock that goes on when `pass` says so. */
function gateAt({ random = 0, maxWait = 60 } = {}) {
  let now = 0;
  let wake: () => void = () => undefined;
  const sleeps: number[] = [];
  const timing = {
    now: () => now,
    random: () => random,
    sleep: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        sleeps.push(milliseconds);
        wake = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const gate = openGate(openAllowance(timing, maxWait), timing);
  const entered: string[] = [];
  return {
    gate,
    entered,
    sleeps,
    /** Calls that come one after the other, by their names. */
    call: (names: string, signal?: AbortSignal) => {
      for (const name of names)
        void gate.enter(gate.arrive(), signal).then(
          () => entered.push(name),
          () => undefined,
        );
      return settled();
    },
    answer: async (response: Response | undefined) => {
      gate.leave(response, response && (await read(response)));
      await settled();
    },
    /** `clock`: where it is set meanwhile. */
    pass: async (milliseconds: number, clock = milliseconds) => {
      now += clock;
      wake();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('at once go', () => {
  test.each<[name: string, answers: (Response | undefined)[], entered: string]>([
    ['four, while nothing is known', [], 'abcd'],
    ['half of what is left', [counted(8)], 'abcdefg'.slice(0, 1 + 4)],
    ['one where one is left', [counted(1), counted(1), counted(1), counted(1)], 'abcde'],
    ['all where a server does not count', [json(200, [])], 'abcdefghij'],
    ['no more for an answer that failed and does not count', [json(502, {})], 'abcde'],
    ['as many where a server is unavailable: others need not wait', [unavailable(7)], 'abcde'],
    ['no more for no answer', [undefined], 'abcde'],
    ['no more for an answer that does not count, where others do', [counted(2), json(200, [])], 'abcd'],
    ['none after the last of a window', [counted(0)], 'abcd'],
    ['as the answer with the least says, in whatever order they come', [counted(8), counted(9)], 'abcdef'],
    ['as the least says, also where one end is rounded to two seconds', [counted(8), counted(9, 31)], 'abcdef'],
    ['as a new window says', [counted(2), counted(2), counted(2), counted(60, 90)], 'abcdefghij'],
    [
      'as one says that ends before: a limit was raised',
      [...[2, 2, 2].map((left) => counted(left, 3600)), counted(60)],
      'abcdefghij',
    ],
  ])('%s', async (_, answers, expected) => {
    const { call, answer, entered } = gateAt();
    await call('abcdefghij');
    for (const one of answers) await answer(one);
    expect(entered.join('')).toBe(expected);
  });
});

test('what waits for an answer waits for no time', async () => {
  const { call, entered, sleeps } = gateAt();
  await call('abcde');
  expect({ entered: entered.join(''), sleeps }).toEqual({ entered: 'abcd', sleeps: [] });
});

describe('a closed gate opens', () => {
  test.each<[name: string, answer: Response, random: number, wait: number]>([
    ['at the reset', counted(0), 0, 30_000],
    ['a moment later, which is another one for each client', counted(0), 0.5, 30_500],
    ['after Retry-After', refused(7), 0, 7000],
    ['a moment later, too', refused(7), 0.25, 7250],
    ['in whole milliseconds, as timers have them', refused(7), 0.0625, 7063],
    ['after the longest time that a call waits', refused(60), 0, 60_000],
    ['soon, where the reset is over by this clock', counted(0, 0), 0, 1000],
    ['after a reset that is rounded up', counted(0, 61), 0, 61_000],
  ])('%s', async (_, response, random, wait) => {
    const { call, answer, entered, sleeps, pass } = gateAt({ random });
    await call('a');
    await answer(response);
    await call('bc');
    expect({ entered: entered.join(''), sleeps }).toEqual({ entered: 'a', sleeps: [wait] });
    await pass(wait);
    expect(entered.join('')).toBe('abc');
  });

  test('for half of what is presumed to be left then: another client may have the same key', async () => {
    const { call, answer, entered, pass } = gateAt();
    await call('a');
    await answer(counted(0));
    await call('bcdefghij');
    await pass(30_000);
    expect(entered.join('')).toBe('abcde');
  });

  test.each([
    [5, 9],
    [9, 5],
  ])('after the longer one of two refusals: %i and %i seconds', async (first, second) => {
    const { call, answer, entered, pass } = gateAt();
    await call('abc');
    await answer(refused(first));
    await call('d');
    await answer(refused(second));
    await pass(5000);
    expect(entered.join('')).toBe('abc');
    await pass(4000);
    expect(entered.join('')).toBe('abcd');
  });
});

describe('where the limit is spent for longer than a call waits', () => {
  test('a reset alone is not believed: one call asks, and its answer holds for all', async () => {
    const { call, answer, entered, gate } = gateAt();
    await call('a');
    await answer(counted(0, 3600));
    await call('bc');
    expect(entered.join('')).toBe('ab');
    await answer(refused(1800));
    expect(entered.join('')).toBe('abc');
    expect((await gate.enter(gate.arrive(), undefined))?.text).toBe(JSON.stringify(limited));
  });

  test('it opens after that time where the clock is set back meanwhile, and closes again', async () => {
    const { call, answer, pass, entered, sleeps } = gateAt();
    await call('a');
    await answer(refused(2));
    await call('b');
    await pass(2000, 2000 - 3_600_000);
    expect(entered.join('')).toBe('ab');
    await answer(refused(3));
    await call('c');
    expect(sleeps).toEqual([2000, 3000]);
    expect(entered.join('')).toBe('ab');
    await pass(3000);
    expect(entered.join('')).toBe('abc');
  });

  test('it asks again after that time, and after an hour at the latest', async () => {
    const { call, answer, pass, gate } = gateAt();
    await call('a');
    await answer(refused(86_400));
    await pass(3_599_999);
    expect(await gate.enter(gate.arrive(), undefined)).toBeDefined();
    await pass(1);
    expect(await gate.enter(gate.arrive(), undefined)).toBeUndefined();
  });

  test('what is refused without being sent takes no place of what is sent later', async () => {
    const { call, answer, entered, pass } = gateAt();
    await call('a');
    await answer(refused(1800));
    await call('bcdefghijk');
    await pass(1_800_000);
    await call('l');
    expect(entered.join('')).toBe('abcdefghijkl');
  });
});

test('refusals make it more careful, windows without one less so', async () => {
  const { call, answer, entered, pass } = gateAt();
  await call('ab');
  await answer(refused(1));
  await answer(refused(1));
  await call('cdefghijklm');
  await pass(1000);
  // A quarter of eight: two refusals, and one window since.
  expect(entered.join('')).toBe('abcd');
  await answer(counted(40));
  expect(entered.join('')).toBe('abcdefghijklm');
});

test('a window after one refusal makes up for it', async () => {
  const { call, answer, entered, pass } = gateAt();
  await call('a');
  await answer(refused(1));
  await call('bcdefgh');
  await pass(1000);
  expect(entered.join('')).toBe('abcde');
});

test('a call that is sent again keeps its place', async () => {
  const { gate, call, answer, entered, pass } = gateAt();
  const place = gate.arrive();
  await gate.enter(place, undefined);
  await answer(refused(1));
  await call('bc');
  void gate.enter(place, undefined).then(() => entered.push('a'));
  await pass(1000);
  expect(entered.join('')).toBe('abc');
});

describe('an abort', () => {
  test('ends the wait of that call alone, with its reason, and the clock goes on for the others', async () => {
    const { gate, call, answer, entered, pass } = gateAt();
    await call('a');
    await answer(counted(0));
    const controller = new AbortController();
    const waiting = gate.enter(gate.arrive(), controller.signal);
    await call('b');
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    await pass(30_000);
    expect(entered.join('')).toBe('ab');
  });

  test('of the last call that waits ends the clock, too: no process stays alive for it', async () => {
    const { timing } = sleepless();
    let isStopped = false;
    const sleep = (_: number, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          isStopped = true;
          reject(signal.reason);
        }),
      );
    const gate = openGate(openAllowance(timing, 60), { ...timing, sleep });
    await gate.enter(gate.arrive(), undefined);
    gate.leave(refused(9), undefined);
    const controller = new AbortController();
    const waiting = gate.enter(gate.arrive(), controller.signal);
    await settled();
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect(isStopped).toBe(true);
  });

  test('of the last call that waits leaves the clock to those that come after it', async () => {
    const { call, answer, entered, pass } = gateAt();
    await call('a');
    await answer(refused(9));
    const controller = new AbortController();
    await call('b', controller.signal);
    controller.abort('enough');
    await call('c');
    await pass(9000);
    expect(entered.join('')).toBe('ac');
  });

  test('that has come already is no call', async () => {
    const { gate } = gateAt();
    await expect(gate.enter(gate.arrive(), AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});
