import type { Respond } from '../../http/scripted-response.ts';
import type { CallableClient } from '../../requirements/client/calls.ts';
import type { ClientFault, ClientHarness } from '../../requirements/client/client-fault.ts';
import { verifyClient } from '../../verify/client/client-run.ts';
import type { ClientSpecification } from '../../verify/client/client-specification.ts';
import { openProjectClient } from '../../verify/client/project-client.ts';
import type { Trial, TrialOptions } from '../kind.ts';
import { checkUnchanged, oneByOne, type Tried } from '../one-by-one.ts';

/** Starts the client of this project, which is then tried with each fault between it and the stub. */
export async function openClientTrial(own: ClientSpecification, faults: readonly ClientFault[]): Promise<Trial> {
  const client = await openProjectClient();
  try {
    checkUnchanged('client', (await verifyClient(own, client, { briefFor: '' })).requirements);
  } catch (error) {
    await client.stop();
    throw error;
  }
  const candidates = faults.map((fault) => ({ ...fault, requirementIds: [fault.requirementId] }));
  return oneByOne(
    'client',
    candidates,
    (fault, options) => triedWith(own, client, fault, options),
    () => client.stop(),
  );
}

async function triedWith(
  own: ClientSpecification,
  client: CallableClient,
  fault: ClientFault,
  { isFull }: TrialOptions,
): Promise<Tried> {
  const changes = new Changes(fault);
  const { requirements } = await verifyClient(own, changes.viewed(client), {
    between: changes.between,
    ...(!isFull && { briefFor: fault.requirementId }),
  });
  if (changes.failure !== undefined) throw changes.failure;
  return { requirements, isChanged: changes.count > 0 };
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

  between = (respond: Respond, harness: ClientHarness): Respond => {
    const { between } = this.#fault;
    if (between === undefined) return respond;
    let passed: unknown[] = [];
    const changed = between(async (request) => {
      const response = await respond(request);
      passed.push(request, response);
      return response;
    }, harness);
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
