import { CannotRun } from '../../contract/problem.ts';
import type { Respond } from '../../stub/stub-server.ts';
import type { CallableClient } from '../../verify/client/calls.ts';
import type { ClientProof } from '../../verify/client/client-proof.ts';
import { type ClientWorld, holdClient } from '../../verify/client/client-run.ts';
import { openProjectClient } from '../../verify/client/project-client.ts';
import type { ClientFault } from './client-faults.ts';
import type { Trial, TrialOptions } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { toldBy } from '../told.ts';

/** Starts the client of this project, which is then tried with each fault between it and the stub. */
export async function openClientTrial(own: ClientProof, faults: readonly ClientFault[]): Promise<Trial> {
  const client = await openProjectClient();
  await checkUnchanged(own, client).catch(async (error: unknown) => {
    await client.stop();
    throw error;
  });
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

/** Whatever is done to a client that departs already would seem to be told. */
async function checkUnchanged(own: ClientProof, client: CallableClient): Promise<void> {
  const { caughtBy, told } = toldBy((await holdClient(own, client, { briefFor: '' })).facts);
  if (caughtBy.length > 0) throw new CannotRun(`The client departs from the contract without any change, in ${caughtBy[0]}: ${told} \`npm run check\` tells all.`);
}

async function tryClient(own: ClientProof, client: CallableClient, fault: ClientFault, { isFull }: TrialOptions): Promise<MutantResult> {
  const untold: MutantResult = { kind: 'client', id: fault.id, factIds: [fault.factId], what: fault.what, location: undefined, verdict: 'survived', caughtBy: [], told: undefined, distances: {} };
  const changes = new Changes(fault);
  try {
    const { facts } = await holdClient(own, changes.viewed(client), { between: changes.between, ...(!isFull && { briefFor: fault.factId }) });
    if (changes.failure !== undefined) throw changes.failure;
    if (changes.count === 0) return { ...untold, verdict: 'failed', told: 'nothing that it could change came by' };
    const told = toldBy(facts);
    return { ...untold, ...told, verdict: told.caughtBy.length > 0 ? 'caught' : 'survived' };
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
  /** What the fault itself has thrown: that is no finding. */
  failure: Error | undefined;

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
      const response = await changed(request).catch((error: unknown) => {
        this.failure = error instanceof Error ? error : new Error(String(error));
        throw error;
      });
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
