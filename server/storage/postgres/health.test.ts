import { afterEach, expect, test, vi } from 'vitest';
import { timesWithin } from '../../test/timers.ts';
import { StorageUnavailable } from '../store.ts';
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
    query.mockResolvedValue([[takesWrites, null]]);
    vi.advanceTimersByTime(milliseconds);
    return health.problem();
  };
  expect(await problemAfter(0, true)).toBeUndefined();
  expect(await problemAfter(500, false)).toBeUndefined();
  expect(await problemAfter(1, false)).toBe('the database takes no writes');
  expect(await problemAfter(501, true)).toBeUndefined();
});

test.each<[what: string, answer: () => Promise<unknown[][]>, problem: string]>([
  [
    'fails says why',
    () => Promise.reject(new StorageUnavailable('the database took too long')),
    'the database took too long',
  ],
  ['says nothing takes no writes', async () => [], 'the database takes no writes'],
  ['is silent is not waited for', () => new Promise(() => undefined), 'the database does not answer in time'],
])('a database that %s', async (_, answer, problem) => {
  const connections = new Connections('postgres://localhost/adoption');
  vi.spyOn(connections, 'query').mockImplementation(answer as never);
  const look = async () => expect(await new Health(connections).problem()).toBe(problem);
  const isSilent = problem.includes('in time');
  expect(await timesWithin(look, 900, 1_100)).toEqual(isSilent ? [900] : []);
});
