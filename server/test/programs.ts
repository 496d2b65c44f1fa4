import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a program that has ended said. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A server in a process of its own. */
export interface ServerProcess {
  /** Address of the operations, as the server printed it. */
  address: string;
  output: Pick<Ended, 'stdout' | 'stderr'>;
  /** Begins to read the log of a server whose log was not read. */
  readLog(): void;
  signal(name: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

type Environment = Record<string, string>;

/** What becomes of standard error: it is read, left in its pipe, or a file with this descriptor. */
type StandardError = 'read' | 'unread' | number;

/** Runs `npm run keys` with these arguments on the database in `folder`. */
export async function runKeys(folder: string, ...commandLine: string[]): Promise<Ended> {
  return start('keys.ts', folder, {}, commandLine).ended;
}

/** Runs `npm run keys` with these arguments on the database in `folder`, with a file as its standard output. */
export async function runKeysInto(file: string, folder: string, ...commandLine: string[]): Promise<Ended> {
  return start('keys.ts', folder, {}, commandLine, 'read', `exec > ${file}`).ended;
}

/** Runs `npm run keys` with these arguments on the database of an environment. */
export async function runKeysIn(environment: Environment, ...commandLine: string[]): Promise<Ended> {
  return start('keys.ts', '.', environment, commandLine).ended;
}

/** Runs `npm run backup` in `folder` with these arguments on the database in it. */
export async function runBackup(folder: string, ...commandLine: string[]): Promise<Ended> {
  return start('backup.ts', folder, {}, commandLine, 'read', `cd ${folder}`).ended;
}

/** Runs `npm run backup` with these arguments on the database of an environment. */
export async function runBackupIn(environment: Environment, ...commandLine: string[]): Promise<Ended> {
  return start('backup.ts', '.', environment, commandLine).ended;
}

/** Runs `npm start` on the database in `folder` until it ends. */
export async function runServer(
  folder: string,
  environment: Environment = {},
  ...commandLine: string[]
): Promise<Ended> {
  return start('start.js', folder, environment, commandLine).ended;
}

/** Runs `npm start` where it cannot start. A server that serves all the same is killed: it would not end. */
export async function runFailingServer(folder: string, environment: Environment = {}): Promise<Ended> {
  const { child, output, ended } = start('start.js', folder, environment);
  child.stdout?.on('data', () => hasStarted(output.stdout) && child.kill('SIGKILL'));
  return ended;
}

/** True for what a server has said that serves. */
function hasStarted(stdout: string): boolean {
  return /^(curl|Make) .*\n/m.test(stdout);
}

/**
 * Runs `npm start` on the database in `folder`, after a command `setUp` of the shell; resolves when the server has said
 * that it is there.
 */
export async function startServer(
  folder: string,
  environment: Environment = {},
  standardError: StandardError = 'read',
  setUp = 'true',
): Promise<ServerProcess> {
  const { child, output, read, ended } = start('start.js', folder, environment, [], standardError, setUp);
  const failed = ended.then(({ stderr }) => Promise.reject(new Error(`The server has ended: ${stderr}`)));
  while (!hasStarted(output.stdout)) await Promise.race([once(child.stdout ?? child, 'data'), failed]);
  failed.catch(() => undefined);
  const address = / is at (\S+), /.exec(output.stdout)?.[1] ?? '';
  return { address, output, readLog: () => read('stderr'), signal: (name) => void child.kill(name), ended };
}

/** No verdict depends on how busy the machine is. */
const patient = { MAX_EVENT_LOOP_DELAY_MS: '1000000' };

/** Path of the database of the programs that run in `folder`. */
export const databaseIn = (folder: string) => join(folder, 'data', 'adoption.sqlite');

function start(
  program: string,
  folder: string,
  environment: Environment,
  commandLine: string[] = [],
  standardError: StandardError = 'read',
  setUp = 'true',
) {
  const file = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const child: ChildProcess = spawn(
    'sh',
    ['-c', `${setUp} && exec "$0" "$@"`, process.execPath, file, ...commandLine],
    {
      env: { DATABASE_URL: `file:${databaseIn(folder)}`, PORT: '0', ...patient, ...environment },
      stdio: ['ignore', 'pipe', typeof standardError === 'number' ? standardError : 'pipe'],
    },
  );
  const output = { stdout: '', stderr: '' };
  const read = (name: keyof typeof output) =>
    child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  read('stdout');
  if (standardError === 'read') read('stderr');
  // A pipe that is not read never closes.
  const ended = once(child, standardError === 'unread' ? 'exit' : 'close').then(
    ([code, signal]: (Ended['code'] | Ended['signal'])[]): Ended => ({
      code: typeof code === 'number' ? code : null,
      signal: typeof signal === 'string' ? signal : null,
      ...output,
    }),
  );
  return { child, output, read, ended };
}
