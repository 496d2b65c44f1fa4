import { openStorage } from '../../storage/open.ts';
import { openProxy } from '../../test/proxy.ts';
import { type RunningServer, withServers } from '../running-server.ts';
import { createScenario } from '../scenarios.ts';
import { medianOf } from '../statistics.ts';
import { deploymentOf, newKey } from './databases.ts';
import { type Commit, commits, type Pair, withPair } from './standby.ts';
import { table } from './table.ts';

/** Milliseconds from one region to the other. */
const delay = 10;
const callers = 64;

/** A region that is lost while animals are created: what it takes to go on in another one, and what was lost. */
export async function measureFailover(rounds: number): Promise<string[]> {
  const rows: string[][] = [];
  for (const commit of Object.keys(commits) as Commit[]) {
    const all: Awaited<ReturnType<typeof failOver>>[] = [];
    for (let round = 0; round < rounds; round++) all.push(await withPair(delay, commit, failOver));
    const median = (part: keyof (typeof all)[number]) => medianOf(all.map((one) => one[part])).toFixed(0);
    rows.push([commit, median('promotion'), median('recovery'), median('lost'), median('givenAgain')]);
  }
  const columns = ['creation', 'promotion (ms)', 'first 201 after it (ms)', 'animals lost', 'identifiers given again'];
  return table(columns, rows);
}

async function failOver({ primary, standby, network, url, standbyUrl }: Pair) {
  const address = await openProxy(primary.port);
  const key = await newKey(url);
  const environment = { DATABASE_URL: Object.assign(new URL(url), { port: String(address.port) }).href };
  try {
    return await withServers([deploymentOf('server', environment)], async ([server]) => {
      if (server === undefined) throw new Error('There is no server.');
      const acknowledged: { id: number; name: string; at: number }[] = [];
      let isOver = false;
      const creating = async (_: unknown, caller: number) => {
        for (let number = 0; !isOver; number++) {
          const id = await create(server, key, `animal ${number} of ${caller}`);
          if (id !== undefined) acknowledged.push({ id, name: `animal ${number} of ${caller}`, at: performance.now() });
        }
      };
      const all = Promise.all(Array.from({ length: callers }, creating));
      // Where another step fails, the callers fail as well.
      all.catch(() => undefined);
      const next = () => Promise.race([turn(), all]);
      while (acknowledged.length < 1_000) await next();
      const failed = performance.now();
      network.cut();
      await primary.kill();
      await standby.run(standbyUrl, 'SELECT pg_promote()');
      address.leadTo(standby.port);
      const promoted = performance.now();
      const isBack = () => acknowledged.find(({ at }) => at > promoted);
      while (isBack() === undefined) await next();
      isOver = true;
      await all;
      const storage = await openStorage({ engine: 'PostgreSQL', url: standbyUrl });
      const kept = new Set((await storage.animals.list({ limit: 1_000_000 })).map(({ name }) => name));
      await storage.close();
      return {
        promotion: promoted - failed,
        recovery: (isBack()?.at ?? 0) - promoted,
        lost: acknowledged.filter(({ name }) => !kept.has(name)).length,
        givenAgain: acknowledged.length - new Set(acknowledged.map(({ id }) => id)).size,
      };
    });
  } finally {
    await address.close();
  }
}

/** The identifier of the new animal; undefined where there is none. */
async function create({ port }: RunningServer, key: string, name: string): Promise<number | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}${createScenario.target}`, {
    method: createScenario.method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...createScenario.body, name }),
  });
  const body = (await response.json()) as { id?: number };
  return response.status === createScenario.status ? body.id : undefined;
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
