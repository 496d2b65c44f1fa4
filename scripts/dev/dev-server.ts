import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';

/** What a server is started with where it says why it cannot start with what it has. */
export interface Instead {
  of: RegExp;
  environment: () => Readonly<Record<string, string>>;
}

/** A server in a process of its own, begun anew when what it serves changes. */
export class DevServer {
  readonly #program: readonly string[];
  readonly #instead: Instead | undefined;
  #environment: Readonly<Record<string, string>>;
  #isInstead = false;
  readonly #onChange: () => void;
  #child: ChildProcess | undefined;
  /** The lines with which it has greeted, up to a blank one. */
  #greeting: string[] = [];
  /** Those of the first time, of which the last one has, for example, a key that is shown only once. */
  #first: readonly string[] | undefined;
  /** What it has said of itself last: where it is, or why it does not run. */
  said = 'The server starts …';

  /** `program` is a file for Node.js, with its arguments. */
  constructor(
    program: readonly string[],
    environment: Readonly<Record<string, string>>,
    onChange: () => void,
    instead?: Instead,
  ) {
    this.#program = program;
    this.#environment = environment;
    this.#onChange = onChange;
    this.#instead = instead;
  }

  /** Ends the last one, and starts it with what is there now. */
  async restart(): Promise<void> {
    await this.stop();
    if (this.#greeting.length > 0) this.#first ??= this.#greeting;
    const child = spawn(process.execPath, this.#program, {
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    // It starts while both sides are verified, which is waited for.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const [greeting = ''] = printed.slice(0, printed.lastIndexOf('\n') + 1).split('\n\n');
      this.#greeting = greeting.trimEnd().split('\n');
      const first = this.#first ?? this.#greeting;
      if (this.#greeting.length >= first.length) this.#say([...this.#greeting.slice(0, -1), ...first.slice(-1)]);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (this.#instead?.of.test(text) && !this.#isInstead) void this.#restartInstead(this.#instead);
      else this.#say(text.trim().split('\n').slice(0, 3));
    });
  }

  async #restartInstead({ environment }: Instead): Promise<void> {
    this.#isInstead = true;
    this.#environment = { ...this.#environment, ...environment() };
    await this.restart();
  }

  #say(lines: readonly string[]): void {
    this.said = lines.join('\n');
    this.#onChange();
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
