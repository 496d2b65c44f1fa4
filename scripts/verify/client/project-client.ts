import { CannotRun } from '../../cli/problem.ts';
import { paths, projectFile } from '../../cli/project.ts';
import { ForkedProgram } from '../../harness/program.ts';
import { toPlain } from '../../http/exact-json.ts';
import { isObject, type JsonObject, listOf, stringOf } from '../../openapi/json.ts';
import type { Call, CallableClient, CallResult, Outcome } from '../../requirements/client/calls.ts';

/** Starts the client of this project in a process of its own. Throws CannotRun, with what it wrote to its standard error, when it does not start. */
export async function openProjectClient({
  program = projectFile(paths.clientHarness),
  startSeconds = 30,
} = {}): Promise<CallableClient> {
  const sleeping = new Map<number, (milliseconds: number) => void>();
  const process = new ForkedProgram(program, 'The client', ({ question, client, milliseconds }) => {
    sleeping.get(Number(client))?.(Number(milliseconds));
    process.say({ question: Number(question) });
  });
  await process.started(startSeconds);
  return {
    open: async (baseUrl, key, onSleep) => {
      const { id, reply } = process.ask({ type: 'open', baseUrl, apiKey: key }, 'opened');
      sleeping.set(id, onSleep);
      await reply;
      return {
        call: async (call) =>
          resultOf(await process.ask({ type: 'call', client: id, ...messageOf(call) }, 'called').reply),
        close: async () =>
          void (await process.ask({ type: 'close', client: id }, 'closed').reply.finally(() => sleeping.delete(id))),
      };
    },
    stop: () => process.stop(),
  };
}

function messageOf({ operation, parameters, body }: Call): object {
  const places: Record<string, Record<string, unknown>> = {};
  for (const [{ in: place, name }, value] of parameters) (places[place] ??= {})[name] = toPlain(value);
  return { operationId: operation.id, parameters: places, ...(body !== undefined && { body: toPlain(body) }) };
}

/** Throws CannotRun when the client's program speaks otherwise than it should. */
function resultOf({ outcome, notices }: JsonObject): CallResult {
  return { outcome: outcomeOf(outcome), notices: listOf(notices).filter(isObject) };
}

function outcomeOf(outcome: JsonObject[string] | undefined): Outcome {
  if (isObject(outcome) && outcome['kind'] === 'rejected')
    return { kind: 'rejected', message: stringOf(outcome['message']) ?? '' };
  if (!isObject(outcome) || outcome['kind'] !== 'answered' || typeof outcome['status'] !== 'number')
    throw new CannotRun(`The client has said nothing of its call: ${JSON.stringify(outcome)}`);
  const headers = listOf(outcome['headers']).map(
    (header) => [String(listOf(header)[0]), String(listOf(header)[1])] as const,
  );
  return {
    kind: 'answered',
    status: outcome['status'],
    headers,
    data: stringOf(outcome['data']),
    error: stringOf(outcome['error']),
  };
}
