import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Usage } from './probe.ts';
import type { ServerUnderTest } from './servers.ts';

/** The limit of an address without a key, beyond what a load reaches. */
const anonymousPerMinute = '1000000000000';

export interface RunningServer {
  port: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts a server on a database; resolves when it has said that it is there. */
export async function startServer(
  { name, file, environment }: ServerUnderTest,
  databasePath: string,
): Promise<RunningServer> {
  const port = await freePort();
  const child = fork(file, {
    execArgv: ['--import', fileURLToPath(new URL('probe.ts', import.meta.url))],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_PATH: databasePath,
      DATABASE_URL: `file:${databasePath}`,
      ANONYMOUS_REQUESTS_PER_MINUTE: anonymousPerMinute,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error(`The server ${name} does not start.`)));
  await Promise.race([once(child.stdout ?? child, 'data'), failed]);
  failed.catch(() => undefined);
  return {
    port,
    usage: () => usageOf(child),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  const answer = once(child, 'message');
  child.send('usage');
  const [usage] = (await answer) as [Usage];
  return usage;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
