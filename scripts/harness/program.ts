import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { CannotRun } from '../cli/problem.ts';
import { isObject, type JsonObject } from '../openapi/json.ts';

// A stack trace and what led to it; more than this only hides it.
const mostErrorText = 10_000;
const mostSecondsToStop = 5;

interface Waiting {
  type: string;
  resolve(reply: JsonObject): void;
  reject(error: Error): void;
}

/** A program in a process of its own that takes orders, and who waits for which of its replies. */
export class ForkedProgram {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready: Promise<JsonObject>;
  readonly #onQuestion: (question: JsonObject) => void;
  #lastId = 0;
  #errorText = '';
  #failure: CannotRun | undefined;

  /** `name` is what messages call it; `onQuestion` is called with each message that answers no order but has a `question`. */
  constructor(program: string, name: string, onQuestion: (question: JsonObject) => void = () => undefined) {
    this.#name = name;
    this.#onQuestion = onQuestion;
    // Neither the options of this process nor its output are the program's; it ends when the channel between them does.
    this.#child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    // Not `close`, which Node.js leaves out when the channel is closed from here.
    this.#exited = once(this.#child, 'exit').catch(() => undefined);
    this.#ready = this.#expect(0, 'ready');
    this.#child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#errorText = (this.#errorText + text).slice(-mostErrorText)));
    this.#child.on('message', (message) => this.#receive(message));
    this.#child.on('error', (error) => this.#fail(`${name} cannot be reached: ${error.message}`));
    this.#child.on('close', (code, signal) => this.#fail(`${name} has ended (${signal ?? `exit code ${code}`}).`));
  }

  /** Resolves when the program takes orders. Throws CannotRun, with what it wrote to its standard error, when it does not. */
  async started(seconds: number): Promise<void> {
    const deadline = setTimeout(() => {
      this.#fail(`${this.#name} has not started within ${seconds} seconds.`);
      this.#child.kill('SIGKILL');
    }, seconds * 1000);
    try {
      await this.#ready;
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Sends an order; its reply is of the type that is expected, or an error. */
  ask(order: object, expected: string): { id: number; reply: Promise<JsonObject> } {
    this.#lastId += 1;
    const id = this.#lastId;
    if (this.#failure !== undefined) return { id, reply: Promise.reject(this.#failure) };
    const reply = this.#expect(id, expected);
    this.say({ ...order, id });
    return { id, reply };
  }

  /** Sends a message that has no reply. */
  say(message: object): void {
    // A channel that is closed is told by the end of the process too.
    this.#child.send(message, () => undefined);
  }

  async stop(): Promise<void> {
    this.#failure ??= new CannotRun(`${this.#name} has been stopped.`);
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
    if (isObject(message) && typeof message['question'] === 'number') return this.#onQuestion(message);
    const id = isObject(message) ? message['id'] : undefined;
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (!isObject(message) || typeof id !== 'number' || waiting === undefined)
      return this.#fail(`${this.#name} has said what nobody asked: ${JSON.stringify(message)}`);
    this.#waiting.delete(id);
    if (message['type'] === waiting.type) waiting.resolve(message);
    else
      waiting.reject(
        new CannotRun(`${this.#name} does not do what it is told: ${JSON.stringify(message['message'] ?? message)}`),
      );
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
