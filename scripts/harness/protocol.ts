import { CannotRun } from '../cli/problem.ts';
import { shortened } from '../cli/text.ts';
import { type Guard, hasMembers, isCount, isNull, isText } from './guards.ts';

/** Asks the other end to handle a method. Both the driver and its process send requests. */
export interface Request {
  id: number;
  method: string;
  params: unknown;
}

/** What came of the request with this id. */
export type Response = { id: number; result: unknown } | { id: number; error: Failure };

interface Failure {
  message: string;
  /** True unless the message is meant for the user as it is. */
  isDefect: boolean;
}

/** A method, with the guards of what is sent: both ends apply them. */
export interface Method<Params, Result> {
  readonly name: string;
  readonly isParams: Guard<Params>;
  readonly isResult: Guard<Result>;
}

/** The process has loaded its program and handles requests. */
export const startMethod: Method<null, null> = { name: 'start', isParams: isNull, isResult: isNull };

/** What handles the requests of one method. */
export interface Handler {
  readonly name: string;
  handle(params: unknown): Promise<unknown>;
}

/** A handler that checks what it is given and what it gives by the guards of its method. */
export function handler<Params, Result>(
  { name, isParams, isResult }: Method<Params, Result>,
  handle: (params: Params) => unknown,
): Handler {
  return {
    name,
    handle: async (params) => {
      if (!isParams(params)) throw new Error(`${textOf(params)} are no parameters of ${name}.`);
      const result = await handle(params);
      if (!isResult(result)) throw new Error(`${textOf(result)} is no result of ${name}.`);
      return result;
    },
  };
}

interface Waiting {
  method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** One end of the channel between a driver and its process: sends requests, and handles those of the other end. */
export class Connection {
  readonly #otherEnd: string;
  readonly #send: (message: Request | Response) => void;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #closed: Error | undefined;

  /** `otherEnd` is the name of the other end in messages. */
  constructor(otherEnd: string, send: (message: Request | Response) => void, handlers: readonly Handler[]) {
    this.#otherEnd = otherEnd;
    this.#send = send;
    this.#handlers = new Map(handlers.map((one) => [one.name, one]));
  }

  /** Sends a request. Rejects with CannotRun when the other end does not give the result of the method. */
  async request<Params, Result>({ name, isResult }: Method<Params, Result>, params: Params): Promise<Result> {
    if (this.#closed !== undefined) throw this.#closed;
    this.#lastId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#lastId, { method: name, resolve, reject });
    this.#send({ id: this.#lastId, method: name, params });
    const result = await promise;
    if (!isResult(result)) throw new CannotRun(`${this.#otherEnd} gives no result of ${name}: ${textOf(result)}`);
    return result;
  }

  /** Takes a message of the other end. Throws CannotRun when it is neither a request nor the response to one. */
  receive(message: unknown): void {
    if (isRequest(message)) return void this.#handle(message);
    const waiting = isResponse(message) ? this.#waiting.get(message.id) : undefined;
    if (!isResponse(message) || waiting === undefined)
      throw new CannotRun(`${this.#otherEnd} has sent neither a request nor a response: ${textOf(message)}`);
    this.#waiting.delete(message.id);
    if ('result' in message) waiting.resolve(message.result);
    else waiting.reject(this.#errorOf(waiting.method, message.error));
  }

  /** Rejects every request, those that wait for a response and those to come. The first reason stays. */
  close(reason: Error): void {
    this.#closed ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#closed);
    this.#waiting.clear();
  }

  async #handle({ id, method, params }: Request): Promise<void> {
    try {
      const own = this.#handlers.get(method);
      if (own === undefined) throw new Error(`There is no method ${method}.`);
      this.#send({ id, result: await own.handle(params) });
    } catch (error) {
      this.#send({ id, error: failureOf(error) });
    }
  }

  #errorOf(method: string, { message, isDefect }: Failure): CannotRun {
    return new CannotRun(isDefect ? `${this.#otherEnd} cannot handle ${method}: ${message}` : message);
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof CannotRun) return { message: error.message, isDefect: false };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), isDefect: true };
}

const isIdentified = hasMembers({ id: isCount });
const isFailure = hasMembers<Failure>({ message: isText, isDefect: (value) => typeof value === 'boolean' });

function isRequest(message: unknown): message is Request {
  return isIdentified(message) && 'params' in message && 'method' in message && isText(message.method);
}

function isResponse(message: unknown): message is Response {
  return isIdentified(message) && ('result' in message || ('error' in message && isFailure(message.error)));
}

const textOf = (value: unknown) => shortened(JSON.stringify(value) ?? 'nothing');
