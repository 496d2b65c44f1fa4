import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Usage } from './probe.ts';
import { animalsPath } from './scenarios.ts';
import type { ServerUnderTest } from './servers.ts';

/** Beyond every load, and every delay that the machine may cause. */
const limits = { ANONYMOUS_REQUESTS_PER_MINUTE: '1000000000000', MAX_EVENT_LOOP_DELAY_MS: '1000000' };
const probe = ['--import', fileURLToPath(new URL('probe.ts', import.meta.url))];

/** A server, and the database that it is started on. */
export interface Deployment {
  server: ServerUnderTest;
  databasePath: string;
}

export interface RunningServer {
  name: string;
  port: number;
  /** What the process has used so far. */
  usage(): Promise<Usage>;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Runs servers until `use` is done. */
export async function withServers<Result>(
  all: readonly Deployment[],
  use: (servers: RunningServer[]) => Promise<Result>,
): Promise<Result> {
  const running: RunningServer[] = [];
  try {
    for (const deployment of all) running.push(await launch(deployment, probe));
    return await use(running);
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
}

/** Seconds from the start of a process to its first answer, which is a list. */
export async function timeStart(deployment: Deployment, key: string): Promise<number> {
  const started = performance.now();
  const { name, port, stop } = await launch(deployment, []);
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`http://127.0.0.1:${port}${animalsPath}`, { headers });
  await response.text();
  const seconds = (performance.now() - started) / 1000;
  await stop('SIGKILL');
  if (response.status !== 200) throw new Error(`${name} answers its first request with ${response.status}.`);
  return seconds;
}

/** Starts a server; resolves when it has said that it is there. */
async function launch({ server, databasePath }: Deployment, execArgv: string[]): Promise<RunningServer> {
  const { name, file, nodeOptions, environment } = server;
  const port = await freePort();
  const child = fork(file, {
    execArgv: [...nodeOptions, ...execArgv],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_PATH: databasePath,
      DATABASE_URL: `file:${databasePath}`,
      ...limits,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error(`The server ${name} has ended.`)));
  await Promise.race([once(child.stdout ?? child, 'data'), failed]);
  failed.catch(() => undefined);
  return {
    name,
    port,
    usage: () => Promise.race([usageOf(child), failed]),
    stop: async (signal) => {
      child.kill(signal);
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
