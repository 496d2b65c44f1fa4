import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { CannotRun, errorMessage, OutOfTime } from '../cli/problem.ts';
import { Connection, type Handler, type Method, startMethod } from './protocol.ts';

// A stack trace and what led to it; more than this only hides it.
const mostErrorText = 10_000;
const mostSecondsToStop = 5;

export interface ProcessOptions {
  /** What messages call the process. */
  name: string;
  /** The program that it runs, which calls `serveRequests`, and its arguments. */
  program: string;
  programArguments?: readonly string[];
  /** What handles the requests of the process. */
  handlers?: readonly Handler[];
  /** Gives the process a group of its own, which `kill` ends as a whole, and variables beside those of this process. */
  group?: { environment: Readonly<Record<string, string>> };
}

/** A process that handles the requests of its driver, this process. It ends when its driver does, however that ends. */
export class DrivenProcess {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #isGroup: boolean;
  readonly #connection: Connection;
  readonly #exited: Promise<unknown>;
  #errorText = '';

  constructor({ name, program, programArguments = [], handlers = [], group }: ProcessOptions) {
    this.#name = name;
    this.#isGroup = group !== undefined;
    // Neither the options of this process nor its output are the program's.
    this.#child = fork(program, programArguments, {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      ...(group && { detached: true, env: { ...process.env, ...group.environment } }),
    });
    // When the channel is closed, the end of the process says so too.
    this.#connection = new Connection(name, (message) => this.#child.send(message, () => undefined), handlers);
    // Not `close`, which Node.js leaves out when the channel is closed from here.
    this.#exited = once(this.#child, 'exit').catch(() => undefined);
    this.#child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#errorText = (this.#errorText + text).slice(-mostErrorText)));
    this.#child.on('message', (message) => this.#receive(message));
    this.#child.on('error', (error) => this.#fail(`${name} cannot be reached: ${error.message}`));
    this.#child.on('close', (code, signal) => this.#fail(`${name} has ended (${signal ?? `exit code ${code}`}).`));
  }

  /**
   * Resolves when the process handles requests.
   * Throws OutOfTime when it does not in time, CannotRun when it cannot; both with what it wrote to its standard error.
   */
  async started(seconds = 120): Promise<void> {
    const deadline = setTimeout(() => {
      this.#fail(`${this.#name} has not started within ${seconds} seconds.`, OutOfTime);
      this.kill();
    }, seconds * 1000);
    try {
      await this.request(startMethod, null);
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Resolves to the result of a method. Throws CannotRun when the process does not give one. */
  request<Params, Result>(method: Method<Params, Result>, params: Params): Promise<Result> {
    return this.#connection.request(method, params);
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends the process with all that it has opened, and resolves when it is gone. */
  async stop(): Promise<void> {
    this.#connection.close(new CannotRun(`${this.#name} has been stopped.`));
    if (this.#child.connected) this.#child.disconnect();
    const deadline = setTimeout(() => this.kill(), mostSecondsToStop * 1000);
    await this.#exited;
    clearTimeout(deadline);
  }

  /** Ends the process at once, with its group if it has one. */
  kill(): void {
    try {
      if (this.#isGroup && this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
      else this.#child.kill('SIGKILL');
    } catch {
      // All of them have ended, or the system has no groups.
      this.#child.kill('SIGKILL');
    }
  }

  #receive(message: unknown): void {
    try {
      this.#connection.receive(message);
    } catch (error) {
      this.#fail(errorMessage(error));
    }
  }

  #fail(reason: string, Failure = CannotRun): void {
    this.#connection.close(new Failure([reason, this.#errorText.trim()].filter(Boolean).join('\n')));
  }
}
