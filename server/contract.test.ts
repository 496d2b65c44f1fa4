import { afterEach, describe, expect, test } from 'vitest';
import { type AdoptionClient, createClient } from '../client/index.ts';
import { operations } from '../generated/operations.ts';
import type { operations as Types } from '../generated/types.ts';
import type { OperationId } from './operation.ts';
import { unavailable } from './refusal.ts';
import { handlersWith } from './test/handlers.ts';
import { type TestHarness, type TestHarnessOptions, transports } from './test/transports.ts';
import { violationsOf } from './test/violations.ts';

type Call = (client: AdoptionClient) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

interface Case {
  options?: TestHarnessOptions;
  /** Makes the key to call with; a generous one unless given. */
  key?: (harness: TestHarness) => Promise<string>;
  /** Calls made before, whose answers do not count. */
  before?: Call;
  call: Call;
}

/** A call of each operation that its server serves. */
const served: { [Id in OperationId]: Call } = {
  listPets: (client) => client.GET('/pets'),
  createPet: (client) => client.POST('/pets', { body: { name: 'Bruno', categoryId: 3, status: 'available' } }),
  getPet: (client) => client.GET('/pets/{petId}', { params: { path: { petId: 1 } } }),
};

const fail = (): never => {
  throw new Error('the storage is gone');
};

const failing = handlersWith({}, fail);

const refuse = (): never => {
  throw unavailable('The server is busy');
};

const busy = handlersWith({}, refuse);

/** The refusals that every operation has, made from the call that is served. */
const refused = (call: Call) => ({
  401: { key: async () => 'unknown', call },
  429: {
    key: (harness: TestHarness) =>
      harness.newKey({ plan: 'enterprise', limits: { requestsPerMinute: 1, requestsPerDay: 1 } }),
    before: call,
    call,
  },
  500: { options: { parts: { handlers: failing } }, call },
  503: { options: { parts: { handlers: busy } }, call },
});

/** How each documented response of each operation is reached. */
const cases: { [Id in OperationId]: { [Status in keyof Types[Id]['responses']]: Case } } = {
  listPets: {
    ...refused(served.listPets),
    200: { call: served.listPets },
    400: { call: (client) => client.GET('/pets', { params: { query: { limit: 0 } } }) },
  },
  createPet: {
    ...refused(served.createPet),
    201: { call: served.createPet },
    // @ts-expect-error a field that the contract requires is left out
    400: { call: (client) => client.POST('/pets', { body: { name: 'Bruno' } }) },
    413: { call: (client) => client.POST('/pets', { body: { name: 'x'.repeat(70_000), categoryId: 3 } }) },
    415: {
      call: (client) =>
        client.POST('/pets', { body: { name: 'Bruno', categoryId: 3 }, headers: { 'Content-Type': 'text/plain' } }),
    },
  },
  getPet: {
    ...refused(served.getPet),
    200: { before: served.createPet, call: served.getPet },
    404: { call: served.getPet },
  },
};

const documented = Object.values(operations).flatMap(({ id, responses }) =>
  Object.entries(responses).map(([status, { pointer }]) => ({
    id,
    status: Number(status),
    pointer,
    reach: casesOf(id)[status],
  })),
);

function textOf(reason: unknown): string {
  return typeof reason === 'object' && reason !== null && 'message' in reason
    ? String(reason.message)
    : String(reason ?? '');
}

function hasBody(id: OperationId, status: number): boolean {
  const responses: Readonly<Record<string, { mediaTypes: readonly string[] }>> = operations[id].responses;
  return responses[status]?.mediaTypes.length !== 0;
}

function casesOf(id: OperationId): Readonly<Record<string, Case | undefined>> {
  return cases[id] ?? {};
}

describe.each(Object.entries(transports))('the client reaches the server %s', (_, open) => {
  let harness: TestHarness | undefined;
  afterEach(async () => {
    await harness?.close();
    harness = undefined;
  });

  test.each(documented)('$id answers $status (#$pointer)', async ({ id, status, pointer, reach }) => {
    if (reach === undefined)
      throw new Error(`No case reaches ${id} ${status}: add one to server/contract.test.ts. (#${pointer})`);
    harness = await open(reach.options);
    const apiKey = await (reach.key ?? (() => harness?.newKey() ?? fail()))(harness);
    let received: Response | undefined;
    const send = async (request: Request) => {
      const response = await (harness?.send ?? fail)(request);
      received = response.clone();
      return response;
    };
    const client = createClient({
      baseUrl: harness.baseUrl,
      apiKey,
      fetch: send,
      maxRetries: 0,
      onDeprecated: () => undefined,
    });
    await reach.before?.(client);
    const result = await reach.call(client);

    const reasons = [result.error, ...harness.log.filter(({ level }) => level === 'error').map((line) => line.message)];
    expect(result.response.status, `the status of ${id} (${reasons.map(textOf).join(' ')})`).toBe(status);
    const found = await violationsOf(id, received ?? fail());
    if (found.length > 0) expect.fail(`the response ${status} of ${id} is not as documented: ${found.join('; ')}`);
    expect((status < 400 ? result.data : result.error) !== undefined).toBe(hasBody(id, status));
    expect(status < 400 ? result.error : result.data).toBeUndefined();
  });
});
