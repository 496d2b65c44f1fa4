import { fileURLToPath } from 'node:url';
import { paths, projectFile } from '../../cli/project.ts';
import {
  type ClientRejection,
  type ClientResponse,
  callClient,
  closeClient,
  openClient,
  sleepMethod,
} from '../../harness/client-methods.ts';
import { DrivenProcess } from '../../harness/driver.ts';
import { handler } from '../../harness/protocol.ts';
import { Spare } from '../../harness/spare.ts';
import { toPlain } from '../../http/exact-json.ts';
import { isObject } from '../../openapi/json.ts';
import type { Call, CallableClient, Outcome } from '../../requirements/client/calls.ts';

const program = fileURLToPath(new URL('../../harness/client-process.ts', import.meta.url));

const ownModule = projectFile(paths.clientHarness);

/** A process, and by their handles what the clients in it are told when they sleep. */
function newProcess(module: string) {
  const sleeping = new Map<number, (milliseconds: number) => void>();
  const onSleep = handler(sleepMethod, ({ harness, milliseconds }) => {
    sleeping.get(harness)?.(milliseconds);
    return null;
  });
  const process = new DrivenProcess({ name: 'The client', program, programArguments: [module], handlers: [onSleep] });
  return { process, sleeping };
}

const spare = new Spare(() => newProcess(ownModule));

/** Starts the process of the next client, which loads nothing of it before it is opened. */
export function prepareProjectClient(): void {
  spare.prepare();
}

/**
 * Starts the client of this project; `module` exports how to open one.
 * Throws CannotRun, with what it wrote to its standard error, when it does not start.
 */
export async function openProjectClient({ module = ownModule, startSeconds = 120 } = {}): Promise<CallableClient> {
  const { process, sleeping } = module === ownModule ? spare.take() : newProcess(module);
  await process.started(startSeconds);
  return {
    open: async (baseUrl, key, onSleep) => {
      const harness = await process.request(openClient, { baseUrl, apiKey: key });
      sleeping.set(harness, onSleep);
      return {
        call: async (call) => {
          const { outcome, notices } = await process.request(callClient, { harness, ...plainCall(call) });
          return { outcome: outcomeOf(outcome), notices: notices.filter(isObject) };
        },
        close: async () =>
          void (await process.request(closeClient, { harness }).finally(() => sleeping.delete(harness))),
      };
    },
    stop: () => process.stop(),
  };
}

function plainCall({ operation, parameters, body }: Call) {
  const places: Record<string, Record<string, unknown>> = {};
  for (const [{ in: place, name }, value] of parameters) (places[place] ??= {})[name] = toPlain(value);
  return { operationId: operation.id, parameters: places, ...(body !== undefined && { body: toPlain(body) }) };
}

function outcomeOf(outcome: ClientResponse | ClientRejection): Outcome {
  if (outcome.kind === 'rejected') return outcome;
  return { ...outcome, data: outcome.data ?? undefined, error: outcome.error ?? undefined };
}
