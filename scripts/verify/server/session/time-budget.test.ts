import { expect, test } from 'vitest';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { Interrupted } from './request-sender.ts';
import { usualTimeout, withinTime } from './time-budget.ts';

const bounded = () => {
  const clock = new StillClock();
  return { real: clock, ...withinTime(10, async () => responseOf({}), clock) };
};
const over = new Interrupted('The 10 seconds of the run are over (--timeout).');
const noRoom = (left: number) =>
  `The 10 seconds of the run (--timeout) have no room for the next wait: ${left} are left.`;

test('requests are sent until the time is over', async () => {
  const { real, send } = bounded();
  real.time += 10_000;
  expect(await send(requestOf('GET', '/'))).toMatchObject({ status: 200 });
  real.time += 1;
  await expect(send(requestOf('GET', '/'))).rejects.toThrow(over);
});

test('a wait that would last longer does not begin', async () => {
  const { real, clock } = bounded();
  const start = real.now();
  await clock.wait(4000);
  await expect(clock.wait(6001)).rejects.toThrow(new Interrupted(noRoom(6)));
  expect(real.now() - start).toBe(4000);
  await clock.wait(6000);
  expect(clock.now() - start).toBe(10_000);
});

test('where most of the time was waits, it is said; those that are at once count once', async () => {
  let time = 0;
  const wait = async (milliseconds: number) => {
    const until = time + milliseconds;
    await Promise.resolve();
    time = Math.max(time, until);
  };
  const { clock } = withinTime(10, async () => responseOf({}), { now: () => time, wait });
  await Promise.all([clock.wait(3000), clock.wait(3000)]);
  await clock.wait(2000);
  await expect(clock.wait(9000)).rejects.toThrow(new Interrupted(noRoom(5)));
  await clock.wait(1000);
  const waits = '6 of them were waits for a rate limit: a key with a larger one needs fewer.';
  await expect(clock.wait(9000)).rejects.toThrow(new Interrupted(`${noRoom(4)} ${waits}`));
});

test('a contract of more operations has more time', () => {
  const described = (count: number) =>
    descriptionOf(Array.from({ length: count }, (_, index) => `/lamps${index}: { get: { responses: {} } }`).join('\n'));
  expect([0, 1, 200].map((count) => usualTimeout(described(count)))).toEqual([300, 305, 1300]);
});
