import { describe, expect, test } from 'vitest';
import { describeDetection, isReported } from '../detection.ts';
import type { MutantResult } from '../results.ts';
import { sampleContracts } from './contracts.ts';
import { openSampleTrial, type SampleServer, sampleServers } from './sample-trial.ts';

// `npm run mutate -- samples` tries all of them, which takes hours.
const everyFault = 20;
const everyControl = 13;
const everyRequirement = 200;

// Always the same: a verdict does not depend on the moment.
const seed = 1;
const trial = openSampleTrial();

async function resultOf({ id }: SampleServer): Promise<MutantResult> {
  for await (const result of trial.run([id], { seed, isFull: false })) return result;
  throw new Error(`There is no result of ${id}.`);
}

const all = await sampleServers();

test('each server has an id of its own', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

// Mostly they wait for a window of the limit to pass.
describe.concurrent.each(sampleContracts.map((contract) => [contract.name, contract] as const))('%s', (_, contract) => {
  const servers = all.filter((server) => server.contract === contract);
  const every = (count: number, isMeant: (server: SampleServer) => boolean) =>
    servers
      .filter(isMeant)
      .filter((__, index) => index % count === 0)
      .map((server) => [server.id, server] as const);
  const isOwnFault = ({ isFault, wrap }: SampleServer) => isFault && wrap === undefined;

  test.each(every(everyControl, ({ isFault }) => !isFault))(`%s: no requirement is reported`, async (__, server) => {
    const result = await resultOf(server);
    expect(isReported(result), describeDetection(result)).toBe(false);
  });

  test.each(every(everyFault, isOwnFault))(`%s: is detected`, async (__, server) => {
    const result = await resultOf(server);
    expect(result.verdict).not.toBe('failed');
    expect(isReported(result)).toBe(true);
  });

  const ofRequirements = every(everyRequirement, ({ wrap }) => wrap !== undefined);
  test.each(ofRequirements)(`%s: the requirement is not kept`, async (__, server) => {
    const { verdict, message } = await resultOf(server);
    expect(['detected', 'equivalent'], message).toContain(verdict);
  });
});

test('a server that is not there is refused', async () => {
  const results = trial.run(['tasks listTasks: is away'], { seed, isFull: false });
  await expect(results[Symbol.asyncIterator]().next()).rejects.toThrow('There is no server tasks listTasks: is away');
});
