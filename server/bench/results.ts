import { copyOf, type Seed, withMoreAnimals } from './database.ts';
import { type Deployment, type RunningServer, timeStart, withServers } from './running-server.ts';
import { createScenario, listScenarios, type Scenario, scenarios } from './scenarios.ts';
import { durableBaseline, reference, servers } from './servers.ts';
import { medianOf } from './statistics.ts';
import { type Measurement, measureThroughput, type Throughput } from './throughput.ts';

/** What a process takes before its work, and beside it. */
export interface Footprint {
  server: string;
  /** Seconds from its start to its first answer. */
  start: number;
  /** Bytes of memory (resident set size). */
  atRest: number;
  afterLoad: number;
}

export interface Results {
  throughput: Throughput;
  footprints: Footprint[];
  /** Of the reference server, and of one that waits for the disk at each create. */
  durable: Measurement[];
  /** Of the reference server, on a thousand animals and on ten million more. */
  lists: Measurement[];
}

export const fewAnimals = 'a thousand animals';
export const manyAnimals = 'ten million animals';

/** Measures everything, in so many rounds; tells what it does. */
export async function measure(seed: Seed, rounds: number, tell: (text: string) => void): Promise<Results> {
  tell(`Starting each server ${rounds} times`);
  const starts = await measureStarts(seed, rounds);
  const plan = { key: seed.key, rounds };
  const all = servers.map((server) => ({ server, databasePath: copyOf(seed) }));
  const { throughput, footprints } = await withServers(all, async (running) => {
    const atRest = await memoryOf(running);
    const throughput = await measureThroughput({ ...plan, servers: running, scenarios }, (round) =>
      tell(`Loading every server in every scenario, ${round === 0 ? 'to warm up' : `round ${round} of ${rounds}`}`),
    );
    const afterLoad = await memoryOf(running);
    const footprints = running.map(({ name }, index) => ({
      server: name,
      start: medianOf(starts.get(name) ?? []),
      atRest: atRest[index] ?? 0,
      afterLoad: afterLoad[index] ?? 0,
    }));
    return { throughput, footprints };
  });
  const measureOthers = async (others: readonly Deployment[], own: readonly Scenario[]) => {
    const measured = await withServers(others, (running) =>
      measureThroughput({ ...plan, servers: running, scenarios: own }, () => undefined),
    );
    return measured.measurements;
  };
  tell('Creating, with a wait for the disk at each');
  const durable = await measureOthers(
    [reference, durableBaseline].map((server) => ({ server, databasePath: copyOf(seed) })),
    [createScenario],
  );
  tell('Making ten million animals, and listing them');
  const lists = await measureOthers(
    [
      { server: { ...reference, name: fewAnimals }, databasePath: copyOf(seed) },
      { server: { ...reference, name: manyAnimals }, databasePath: withMoreAnimals(seed, 10_000_000).path },
    ],
    listScenarios,
  );
  return { throughput, footprints, durable, lists };
}

/** Seconds of the starts of each server, one after the other in each round. */
async function measureStarts(seed: Seed, rounds: number): Promise<Map<string, number[]>> {
  const starts = new Map(servers.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const server of servers)
      starts.get(server.name)?.push(await timeStart({ server, databasePath: copyOf(seed) }, seed.key));
  return starts;
}

async function memoryOf(running: readonly RunningServer[]): Promise<number[]> {
  return (await Promise.all(running.map(({ usage }) => usage()))).map(({ memory }) => memory);
}
