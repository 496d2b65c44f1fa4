import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../../../cli/project.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { changedSource, type Variant } from './variants.ts';

/** A server of the examples: its folder, its source, and how it is started where that is. */
export interface ExampleServer {
  name: string;
  source: string;
  command: readonly [program: string, ...options: string[]];
  /** Shows whether the program is there. */
  probe: readonly string[];
}

const node = (name: string): ExampleServer => ({
  name,
  source: 'server.mjs',
  command: [process.execPath, 'server.mjs'],
  probe: ['--version'],
});

export const exampleServers: readonly ExampleServer[] = [
  node('node'),
  node('express'),
  node('fastify'),
  { name: 'python', source: 'server.py', command: ['python3', 'server.py'], probe: ['--version'] },
  { name: 'go', source: 'server.go', command: ['go', 'run', 'server.go'], probe: ['version'] },
  { name: 'java', source: 'Server.java', command: ['java', 'Server.java'], probe: ['--version'] },
];

export function isInstalled({ command: [program], probe }: ExampleServer): boolean {
  return spawnSync(program, probe).status === 0;
}

export const fileOf = ({ name }: ExampleServer, file: string) => projectFile(`examples/servers/${name}/${file}`);

/** Keys of which none is part of another. */
export const keys = { key: 'generous-4f0a9c27', limitedKey: 'limited-81d3be65', revokedKey: 'revoked-2ce8d10f' };

/** Seconds of the window that a plan has for its requests per minute: a run waits for one to pass. */
export const shortMinute = 10;

/**
 * Installs the packages of the examples from the registry. Returns their folder.
 */
export function installPackages(): string {
  const folder = temporaryFolder();
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(projectFile(`examples/servers/${file}`), join(folder, file));
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ci failed: ${stderr}`);
  return join(folder, 'node_modules');
}

/** Starts a server, changed if a variant is given, calls `use` with its address, and stops it. */
export async function withServer<Result>(
  server: ExampleServer,
  variant: Variant | undefined,
  packages: string,
  windowSeconds: number,
  use: (baseUrl: string) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder();
  const source = readFileSync(fileOf(server, server.source), 'utf8');
  writeFileSync(join(folder, server.source), variant === undefined ? source : changedSource(source, variant));
  symlinkSync(packages, join(folder, 'node_modules'));
  const [program, ...options] = server.command;
  const process_ = spawn(program, options, {
    cwd: folder,
    env: {
      ...process.env,
      PORT: '0',
      KEY: keys.key,
      LIMITED_KEY: keys.limitedKey,
      REVOKED_KEY: keys.revokedKey,
      WINDOW_SECONDS: String(windowSeconds),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // `go run` starts another process: both are stopped as one group.
    detached: true,
  });
  let errors = '';
  process_.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const ended = once(process_, 'exit');
  try {
    const printed = once(process_.stdout.setEncoding('utf8'), 'data').then(([text]) => String(text));
    const first = await Promise.race([printed, ended.then(() => '')]);
    const [baseUrl] = /http:\S+/.exec(first) ?? [];
    if (baseUrl === undefined) throw new Error(`${server.name} did not start: ${errors}`);
    return await use(baseUrl);
  } finally {
    if (process_.pid !== undefined && process_.exitCode === null) process.kill(-process_.pid);
    await ended;
  }
}
