import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectFile } from '../cli/project.ts';

/** The reference server in a process of its own, begun anew when its code changes. */
export class DevServer {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #onChange: () => void;
  #child: ChildProcess | undefined;
  /** What it has said of itself last: where it is, or why it does not run. */
  said = 'The server starts …';

  constructor(environment: Readonly<Record<string, string>>, onChange: () => void) {
    this.#environment = environment;
    this.#onChange = onChange;
  }

  /** Ends the last one, and starts it with the code that is there now. */
  async restart(): Promise<void> {
    await this.stop();
    const child = spawn(process.execPath, [projectFile('server/main.ts')], {
      env: { ...process.env, LOG_LEVEL: 'error', ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.said = text.trim().split('\n').slice(0, 3).join('\n');
        this.#onChange();
      });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
