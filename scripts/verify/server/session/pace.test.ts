import { expect, test } from 'vitest';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { atPace } from './pace.ts';

test('requests begin so many a second, also those that are sent at once', async () => {
  const clock = new StillClock();
  const start = clock.now();
  const times: number[] = [];
  const send = atPace(
    4,
    async () => {
      times.push(clock.now() - start);
      return responseOf({});
    },
    clock,
  );
  for (let count = 0; count < 3; count += 1) await send(requestOf('GET', '/'));
  clock.time += 10_000;
  await send(requestOf('GET', '/'));
  await send(requestOf('GET', '/'));
  expect(times).toEqual([0, 250, 500, 10_500, 10_750]);
});
