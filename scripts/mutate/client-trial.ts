import { CannotRun } from '../contract/problem.ts';
import type { Respond } from '../stub/stub-server.ts';
import type { CallableClient } from '../verify/client/calls.ts';
import type { ClientProof } from '../verify/client/client-proof.ts';
import { type ClientWorld, holdClient } from '../verify/client/client-run.ts';
import { openProjectClient } from '../verify/client/project-client.ts';
import type { ClientFault } from './client-faults.ts';
import type { Trial, TrialOptions } from './kind.ts';
import type { MutantResult } from './results.ts';
import { toldBy } from './told.ts';

/** Starts the client of this project, which is then tried with each fault between it and the stub. */
export async function openClientTrial(own: ClientProof, faults: readonly ClientFault[]): Promise<Trial> {
  const client = await openProjectClient();
  const known = new Map(faults.map((fault) => [fault.id, fault]));
  return {
    async *run(ids, options) {
      for (const id of ids) {
        const fault = known.get(id);
        if (fault === undefined) throw new CannotRun(`There is no client mutant ${id}.`);
        yield await tryClient(own, client, fault, options);
      }
    },
    close: () => client.stop(),
  };
}

async function tryClient(own: ClientProof, client: CallableClient, fault: ClientFault, { isFull }: TrialOptions): Promise<MutantResult> {
  const untold: MutantResult = { kind: 'client', id: fault.id, factIds: [fault.factId], what: fault.what, location: undefined, verdict: 'survived', caughtBy: [], told: undefined, distances: {} };
  const changes = new Changes(fault);
  try {
    const { facts } = await holdClient(own, changes.viewed(client), { between: changes.between, ...(!isFull && { briefFor: fault.factId }) });
    const told = toldBy(facts);
    if (told.caughtBy.length > 0) return { ...untold, ...told, verdict: 'caught' };
    return changes.count === 0 ? { ...untold, verdict: 'failed', told: 'nothing that it could change came by' } : { ...untold, ...told };
  } catch (error) {
    // The others are tried all the same.
    const message = error instanceof CannotRun ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...untold, verdict: 'failed', told: message };
  }
}

/** Makes the changes of a fault, and counts them: without any, a run shows nothing. */
class Changes {
  readonly #fault: ClientFault;
  count = 0;

  constructor(fault: ClientFault) {
    this.#fault = fault;
  }

  between = (respond: Respond, world: ClientWorld): Respond => {
    const { between } = this.#fault;
    if (between === undefined) return respond;
    let passed: unknown[] = [];
    const changed = between(async (request) => {
      const response = await respond(request);
      passed.push(request, response);
      return response;
    }, world);
    return async (request) => {
      passed = [];
      const response = await changed(request);
      if (passed.length !== 2 || passed[0] !== request || passed[1] !== response) this.count += 1;
      return response;
    };
  };

  /** The client, with another view of what comes back. */
  viewed(client: CallableClient): CallableClient {
    const { view } = this.#fault;
    if (view === undefined) return client;
    return {
      ...client,
      open: async (baseUrl, key, onSleep) => {
        const opened = await client.open(baseUrl, key, onSleep);
        return {
          ...opened,
          call: async (call) => {
            const result = await opened.call(call);
            const seen = view(result, call.operation);
            if (JSON.stringify(seen) !== JSON.stringify(result)) this.count += 1;
            return seen;
          },
        };
      },
    };
  }
}
