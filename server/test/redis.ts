import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

/** A Redis of its own for the tests of a file. */
export interface RedisServer {
  url: string;
  port: number;
  processes(): number[];
  signal(name: NodeJS.Signals): void;
  /** Starts it anew, with nothing in it, once it has ended. */
  restart(): Promise<void>;
  /** Ends it, at once where no other signal is given. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Why tests that need Redis are left out; undefined where it is installed. In CI none is left out. */
export const noRedis = findRedis();

function findRedis(): string | undefined {
  if (spawnSync('redis-server', ['--version']).status === 0) return undefined;
  const reason = 'redis-server is not installed: rate limits that are shared in Redis are not tested';
  if (process.env['CI'] !== undefined) throw new Error(reason);
  console.warn(reason);
  return reason;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const launch = async () => {
    const child = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface(child.stdout)) if (line.includes('Ready to accept connections')) break;
    return child;
  };
  let child: ChildProcess = await launch();
  const end = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    processes: () => (child.pid === undefined ? [] : [child.pid]),
    signal: (name) => void child.kill(name),
    restart: async () => {
      await end();
      child = await launch();
    },
    stop: end,
  };
}
