import { expect, test } from 'vitest';
import { CannotRun } from '../contract/problem.ts';
import { broken, factOf } from '../verify/report/testing.ts';
import { checkUnchanged, type Held, oneByOne } from './one-by-one.ts';

const kept = factOf('list.a');
const departing = factOf('list.b', broken({ documented: 'At most 1.', received: '2' }));
const unproven = factOf('list.c', { verdict: 'unproven', reason: 'no case reached it' });

async function outcomeOf(hold: () => Promise<Held>): Promise<object | undefined> {
  const { run } = oneByOne('client', [{ id: 'list.b: drops it', factIds: ['list.b'], what: 'drops it' }], hold, async () => undefined);
  for await (const { verdict, caughtBy, told } of run(['list.b: drops it'], { seed: 1, isFull: false })) return { verdict, caughtBy, told };
  return undefined;
}

test.each<[what: string, hold: () => Promise<Held>, expected: object]>([
  ['told by a fact is caught', async () => ({ facts: [kept, departing], isChanged: true }), { verdict: 'caught', caughtBy: ['list.b'], told: 'At most 1. Received: 2' }],
  ['told by none has survived', async () => ({ facts: [kept], isChanged: true }), { verdict: 'survived', caughtBy: [], told: undefined }],
  ['that leaves a fact unproven has survived', async () => ({ facts: [kept, unproven], isChanged: true }), { verdict: 'survived', caughtBy: [], told: 'unproven: list.c' }],
  ['that changed nothing has failed, whatever was told', async () => ({ facts: [departing], isChanged: false }), { verdict: 'failed', caughtBy: [], told: 'nothing that it could change came by' }],
  ['that cannot be tried has failed', async () => Promise.reject(new CannotRun('The client has ended.')), { verdict: 'failed', caughtBy: [], told: 'The client has ended.' }],
])('a mutant %s', async (_, hold, expected) => {
  expect(await outcomeOf(hold)).toEqual(expected);
});

test('a mutant that there is not cannot be tried', async () => {
  const { run } = oneByOne('server', [], async () => ({ facts: [], isChanged: true }), async () => undefined);
  await expect(run(['none'], { seed: 1, isFull: false })[Symbol.asyncIterator]().next()).rejects.toThrow('There is no server mutant none.');
});

test('a side that departs already has no mutants', () => {
  expect(() => checkUnchanged('client', [kept, unproven])).not.toThrow();
  expect(() => checkUnchanged('client', [kept, departing])).toThrow('The client departs from the contract without any change, in list.b: At most 1. Received: 2');
});
