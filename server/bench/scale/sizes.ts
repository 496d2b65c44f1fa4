import type { PostgresServer } from '../../storage/test/postgres.ts';
import { withServers } from '../running-server.ts';
import { listScenarios } from '../scenarios.ts';
import { measureThroughput } from '../throughput.ts';
import { deploymentOf, newDatabase, newKey } from './databases.ts';

/** The list of many animals, against that of a thousand. */
export async function measureSizes(postgres: PostgresServer, animals: number, rounds: number): Promise<string[]> {
  const urls = [await newDatabase(postgres, 1_000), await newDatabase(postgres, animals)] as const;
  const key = await newKey(...urls);
  const deployments = [deploymentOf('few', { DATABASE_URL: urls[0] }), deploymentOf('many', { DATABASE_URL: urls[1] })];
  const { measurements } = await withServers(deployments, (servers) =>
    measureThroughput({ servers, scenarios: listScenarios, key, rounds: rounds * 5 }, () => undefined),
  );
  const [size] = await postgres.run<{ bytes: number }>(
    urls[1],
    `SELECT pg_total_relation_size('animal')::float8 / ${animals} AS bytes`,
  );
  const times = listScenarios.map(({ name }) => {
    const [few = 0, many = 0] = ['few', 'many'].map(
      (server) => measurements.find((one) => one.server === server && one.scenario === name)?.perSecond ?? 0,
    );
    const ratio = (few / many).toFixed(2);
    return `- Time of "${name}" on ${animals.toLocaleString('en')} animals, against a thousand animals: ${ratio}.`;
  });
  return [...times, `- Bytes of an animal, its indexes with it: ${size?.bytes.toFixed(0)}.`];
}
