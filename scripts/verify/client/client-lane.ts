import { CannotRun } from '../../cli/problem.ts';
import type { CallableClient, CallResult, OpenedClient } from '../../requirements/client/calls.ts';
import type { ClientChange } from '../../requirements/client/client-fault.ts';
import type { Arrival } from '../../requirements/client/observed-call.ts';
import { type StubServer, serveStub } from '../../stub/stub-server.ts';
import { gone, stubKey } from './client-specification.ts';
import type { ClientTrial, Surroundings } from './client-trial.ts';
import { ScriptedStub } from './scripted-stub.ts';

/** What came of a call: what its requests were, at the stub and at another server, and what the caller got. */
export interface TriedCall {
  arrivals: readonly Arrival[];
  elsewhere: readonly Arrival[];
  result: CallResult;
}

interface OpenedLane {
  client: OpenedClient;
  stub: StubServer;
  elsewhere: StubServer;
  scripts: { stub: ScriptedStub; elsewhere: ScriptedStub };
  surroundings: Surroundings;
}

/** Milliseconds in which a call has to end: nothing in a run waits by the clock of the wall. */
const patience = 30_000;

/** A client at stubs of its own, with a clock of its own. It makes one call after the other: what arrives is of one. */
export class ClientLane {
  readonly #opened: OpenedLane;

  private constructor(opened: OpenedLane) {
    this.#opened = opened;
  }

  static async open(callable: CallableClient, basePath: string, between: ClientChange['between']): Promise<ClientLane> {
    // The clock of both sides: a client that waits moves it on.
    let ahead = 0;
    const now = () => Date.now() + ahead;
    const scripts = { stub: new ScriptedStub(now), elsewhere: new ScriptedStub(now) };
    const { respond } = scripts.elsewhere;
    const stubRespond = between?.(scripts.stub.respond, { key: stubKey, elsewhere: respond }) ?? scripts.stub.respond;
    const elsewhere = await serveStub(respond, { basePath, port: 0 });
    const stub = await serveStub(stubRespond, { basePath, port: 0 });
    try {
      const client = await callable.open(stub.baseUrl, stubKey, (milliseconds) => {
        ahead += milliseconds;
      });
      return new ClientLane({ client, stub, elsewhere, scripts, surroundings: { elsewhere: elsewhere.baseUrl, now } });
    } catch (error) {
      await Promise.all([stub.close(), elsewhere.close()]);
      throw error;
    }
  }

  get baseUrl(): string {
    return this.#opened.stub.baseUrl;
  }

  /** Throws CannotRun for a call that does not end. */
  async try({ call, script, title }: ClientTrial): Promise<TriedCall> {
    const { client, scripts, surroundings } = this.#opened;
    scripts.elsewhere.begin(() => gone);
    scripts.stub.begin((index) => script(index, surroundings));
    const result = await within(patience, client.call(call), title);
    return { arrivals: scripts.stub.arrivals, elsewhere: scripts.elsewhere.arrivals, result };
  }

  async close(): Promise<void> {
    const { client, stub, elsewhere } = this.#opened;
    await client.close().finally(() => Promise.all([stub.close(), elsewhere.close()]));
  }
}

async function within<Result>(milliseconds: number, work: Promise<Result>, title: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new CannotRun(`The client has not ended a call within ${milliseconds / 1000} seconds: ${title}.`)),
      milliseconds,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
