import { type PostgresServer, startPostgres } from '../../storage/test/postgres.ts';
import { openProxy, type Proxy } from '../../test/proxy.ts';
import { newDatabase } from './databases.ts';

/** Whether a creation is answered once the primary has it on its disk, or once the standby shows it, too. */
export const commits = { asynchronous: 'local', remote_apply: 'remote_apply' } as const;
export type Commit = keyof typeof commits;

/** A PostgreSQL with a standby. */
export interface Pair {
  primary: PostgresServer;
  standby: PostgresServer;
  /** What the standby follows the primary by. */
  network: Proxy;
  /** A database of both, as each of them calls it; its transactions commit as they shall. */
  url: string;
  standbyUrl: string;
}

/** Runs a primary, and a standby that is so many milliseconds away, until `use` is done. */
export async function withPair<Result>(
  delay: number,
  commit: Commit,
  use: (pair: Pair) => Promise<Result>,
): Promise<Result> {
  const primary = await startPostgres(['-c', 'synchronous_standby_names=standby', '-c', 'synchronous_commit=local']);
  const network = await openProxy(primary.port, delay);
  let standby: PostgresServer | undefined;
  try {
    const url = await newDatabase(primary, 0);
    const name = new URL(url).pathname.slice(1);
    await primary.run(url, `ALTER DATABASE ${name} SET synchronous_commit = ${commits[commit]}`);
    standby = await primary.newStandby(network.port);
    const standbyUrl = Object.assign(new URL(url), { port: String(standby.port) }).href;
    const following = `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`;
    while ((await primary.run(url, following)).length === 0);
    return await use({ primary, standby, network, url, standbyUrl });
  } finally {
    await standby?.close();
    await network.close();
    await primary.close();
  }
}
