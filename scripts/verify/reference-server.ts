import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isObject, type JsonObject } from '../contract/json.ts';
import { CannotRun } from '../contract/problem.ts';

/** A server of its own: what happens in one world is not seen in another. */
export interface World {
  baseUrl: string;
  key: string;
  /** A key that is soon spent. */
  limitedKey: string;
  /** Moves the clock of the server on. The Date header of a response stays as it is: Node.js writes that. */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** The reference server of this project, in a process of its own. Whoever opens it must stop it. */
export interface ReferenceServer {
  open(): Promise<World>;
  /** Ends the process, with all worlds that are still open. */
  stop(): Promise<void>;
}

const ownProgram = fileURLToPath(new URL('../../server/verification.ts', import.meta.url));
// A stack trace and what led to it; more than this only hides it.
const mostErrorText = 10_000;
const mostSecondsToStop = 5;

/** Starts the reference server. Throws CannotRun, with what it wrote to its standard error, when it does not start. */
export async function openReferenceServer({ program = ownProgram, startSeconds = 30 } = {}): Promise<ReferenceServer> {
  const process = new ServerProcess(program);
  await process.started(startSeconds);
  return {
    open: async () => {
      const { id, reply } = process.ask({ type: 'open' }, 'opened');
      const { baseUrl, key, limitedKey } = await reply;
      if (typeof baseUrl !== 'string' || typeof key !== 'string' || typeof limitedKey !== 'string') throw new CannotRun('The reference server has opened a world and not said where.');
      return {
        baseUrl,
        key,
        limitedKey,
        advance: async (milliseconds) => void (await process.ask({ type: 'advance', world: id, milliseconds }, 'advanced').reply),
        close: async () => void (await process.ask({ type: 'close', world: id }, 'closed').reply),
      };
    },
    stop: () => process.stop(),
  };
}

interface Waiting {
  type: string;
  resolve(reply: JsonObject): void;
  reject(error: Error): void;
}

/** The process, and who waits for which of its messages. */
class ServerProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready: Promise<JsonObject>;
  #lastId = 0;
  #errorText = '';
  #failure: CannotRun | undefined;

  constructor(program: string) {
    // Neither the options of this process nor its output are the server's; it ends when the channel between them does.
    this.#child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    // Not `close`, which Node.js leaves out when the channel is closed from here.
    this.#exited = once(this.#child, 'exit').catch(() => undefined);
    this.#ready = this.#expect(0, 'ready');
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#errorText = (this.#errorText + text).slice(-mostErrorText)));
    this.#child.on('message', (message) => this.#receive(message));
    this.#child.on('error', (error) => this.#fail(`The reference server cannot be reached: ${error.message}`));
    this.#child.on('close', (code, signal) => this.#fail(`The reference server has ended (${signal ?? `exit code ${code}`}).`));
  }

  /** Resolves when the server takes orders. */
  async started(seconds: number): Promise<void> {
    const deadline = setTimeout(() => {
      this.#fail(`The reference server has not started within ${seconds} seconds.`);
      this.#child.kill('SIGKILL');
    }, seconds * 1000);
    try {
      await this.#ready;
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Sends an order; its reply is of the type that is expected, or an error. */
  ask(order: JsonObject, expected: string): { id: number; reply: Promise<JsonObject> } {
    this.#lastId += 1;
    const id = this.#lastId;
    if (this.#failure !== undefined) return { id, reply: Promise.reject(this.#failure) };
    const reply = this.#expect(id, expected);
    // A channel that is closed is told by the end of the process too.
    this.#child.send({ ...order, id }, () => undefined);
    return { id, reply };
  }

  async stop(): Promise<void> {
    this.#failure ??= new CannotRun('The reference server has been stopped.');
    this.#rejectAll(this.#failure);
    if (this.#child.connected) this.#child.disconnect();
    const deadline = setTimeout(() => this.#child.kill('SIGKILL'), mostSecondsToStop * 1000);
    await this.#exited;
    clearTimeout(deadline);
  }

  #expect(id: number, type: string): Promise<JsonObject> {
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
    this.#waiting.set(id, { type, resolve, reject });
    return promise;
  }

  #receive(message: unknown): void {
    const id = isObject(message) ? message['id'] : undefined;
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (!isObject(message) || typeof id !== 'number' || waiting === undefined) return this.#fail(`The reference server has said what nobody asked: ${JSON.stringify(message)}`);
    this.#waiting.delete(id);
    if (message['type'] === waiting.type) waiting.resolve(message);
    else waiting.reject(new CannotRun(`The reference server does not do what it is told: ${JSON.stringify(message['message'] ?? message)}`));
  }

  #fail(reason: string): void {
    this.#failure ??= new CannotRun([reason, this.#errorText.trim()].filter(Boolean).join('\n'));
    this.#rejectAll(this.#failure);
  }

  #rejectAll(failure: CannotRun): void {
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
  }
}
