import { expect, test } from 'vitest';
import { CannotRun } from '../cli/problem.ts';
import { requirementOf, violated } from '../report/test/verifications.ts';
import { checkUnchanged, oneByOne, type Tried } from './one-by-one.ts';

const kept = requirementOf('list.a');
const faultDraft = requirementOf('list.b', violated({ documented: 'At most 1.', received: '2' }));
const unproven = requirementOf('list.c', { verdict: 'unproven', reason: 'no case reached it' });

async function outcomeOf(hold: () => Promise<Tried>): Promise<object | undefined> {
  const { run } = oneByOne(
    'client',
    [{ id: 'list.b: drops it', requirementIds: ['list.b'], what: 'drops it' }],
    hold,
    async () => undefined,
  );
  for await (const { verdict, detectedBy, message } of run(['list.b: drops it'], { seed: 1, isFull: false }))
    return { verdict, detectedBy, message };
  return undefined;
}

test.each<[what: string, hold: () => Promise<Tried>, expected: object]>([
  [
    'reported by a requirement is detected',
    async () => ({ requirements: [kept, faultDraft], isChanged: true }),
    { verdict: 'detected', detectedBy: ['list.b'], message: 'At most 1. Received: 2' },
  ],
  [
    'reported by none has survived',
    async () => ({ requirements: [kept], isChanged: true }),
    { verdict: 'survived', detectedBy: [], message: undefined },
  ],
  [
    'that leaves a requirement unproven has survived',
    async () => ({ requirements: [kept, unproven], isChanged: true }),
    { verdict: 'survived', detectedBy: [], message: 'unproven: list.c' },
  ],
  [
    'that changed nothing has failed, whatever was reported',
    async () => ({ requirements: [faultDraft], isChanged: false }),
    { verdict: 'failed', detectedBy: [], message: 'nothing that it could change came by' },
  ],
  [
    'that cannot be tried has failed',
    async () => Promise.reject(new CannotRun('The client has ended.')),
    { verdict: 'failed', detectedBy: [], message: 'The client has ended.' },
  ],
])('a mutant %s', async (_, hold, expected) => {
  expect(await outcomeOf(hold)).toEqual(expected);
});

test('a mutant that there is not cannot be tried', async () => {
  const { run } = oneByOne(
    'server',
    [],
    async () => ({ requirements: [], isChanged: true }),
    async () => undefined,
  );
  await expect(run(['none'], { seed: 1, isFull: false })[Symbol.asyncIterator]().next()).rejects.toThrow(
    'There is no server mutant none.',
  );
});

test('a side that differs already has no mutants', () => {
  expect(() => checkUnchanged('client', [kept, unproven])).not.toThrow();
  expect(() => checkUnchanged('client', [kept, faultDraft])).toThrow(
    'The client violates the contract without any change, in list.b: At most 1. Received: 2',
  );
});
