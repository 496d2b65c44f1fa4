import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A stub that `npx` runs from the tarball. */
export interface StartedStub {
  baseUrl: string;
  stop(): Promise<void>;
}

/** Starts `npx TARBALL stub`, and waits until it says where it is. */
export async function startStub(
  tarball: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<StartedStub> {
  // A group of its own: npx starts a shell, and that the program.
  const child = spawn('npx', ['--yes', `file:${tarball}`, 'stub', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [greeting] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const [baseUrl = ''] = /http:\S+/.exec(greeting) ?? [];
  return {
    baseUrl,
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}
