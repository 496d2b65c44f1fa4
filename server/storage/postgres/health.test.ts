import { afterEach, expect, test, vi } from 'vitest';
import { Connections } from './connections.ts';
import { Health } from './health.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('whether the database takes writes is found out anew half a second later, and not before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const connections = new Connections('postgres://localhost/adoption');
  const query = vi.spyOn(connections, 'query');
  const health = new Health(connections);
  const problemAfter = (milliseconds: number, takesWrites: boolean) => {
    query.mockResolvedValue([[takesWrites]]);
    vi.advanceTimersByTime(milliseconds);
    return health.problem();
  };
  expect(await problemAfter(0, true)).toBeUndefined();
  expect(await problemAfter(500, false)).toBeUndefined();
  expect(await problemAfter(1, false)).toBe('the database takes no writes');
  expect(await problemAfter(501, true)).toBeUndefined();
});
