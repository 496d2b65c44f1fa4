import { expect } from 'vitest';
import { service } from '../../generated/operations.ts';
import { animalHandlers } from '../handlers.ts';
import type { Meter } from '../pipeline.ts';
import type { Limits } from '../socket/load.ts';
import type { Timeouts } from '../socket/serve.ts';
import { openSqliteStorage } from '../storage/sqlite/storage.ts';
import { RawConnection } from './raw-connection.ts';
import { openOnSocket } from './transports.ts';
import { unmatchedViolations } from './violations.ts';

export const json = '{"name":"Bruno","categoryId":3}';

export type HeldServer = Awaited<ReturnType<typeof openHeldServer>>;

/**
 * A server that is never too slow for a test, unless the test asks for that, and the connections of the test to it.
 * The list waits where it has begun until it is let go.
 */
export async function openHeldServer(timeouts: Partial<Timeouts> = {}, limits: Partial<Limits> = {}) {
  const { animals } = openSqliteStorage(':memory:');
  const [begun, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { listPets, ...others } = animalHandlers(animals);
  const held: typeof listPets = async (request) => {
    begun.resolve();
    await letGo.promise;
    return listPets(request);
  };
  // By a contract that is not kept the list may be answered without its handler: whoever waits for that is told.
  begun.promise.catch(() => undefined);
  const meter: Meter = {
    request({ operationId, status, reason }) {
      const isOther = operationId !== undefined && Object.hasOwn(others, operationId);
      // What cannot be read as a request is none for the list.
      if (!isOther && reason === undefined)
        begun.reject(new Error(`The list has not begun: ${status ?? 'nothing'} was answered.`));
    },
    breach: () => begun.reject(new Error('The list has not begun: a response was not as documented.')),
  };
  const harness = await openOnSocket({
    timeouts: { headers: 60_000, request: 60_000, idle: 60_000, stop: 60_000, ...timeouts },
    limits,
    parts: { handlers: { ...others, listPets: held }, meter },
  });
  const key = await harness.newKey();
  const opened: RawConnection[] = [];
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= harness.close();
    return closed;
  };
  /** What was sent before has been read by the server once it answers what is sent now. */
  const expectToHaveRead = async () => {
    expect((await harness.send(new Request(new URL('/healthz', harness.baseUrl)))).status).toBe(200);
  };
  return {
    harness,
    key,
    animals,
    begun,
    letGo,
    open: async () => {
      const connection = await RawConnection.open(harness.baseUrl);
      opened.push(connection);
      return connection;
    },
    close,
    expectToHaveRead,
    /** Ends the connections and the server, which must have failed in nothing. */
    end: async () => {
      letGo.resolve();
      for (const connection of opened) connection.reset();
      if (closed === undefined) await expectToHaveRead();
      await close();
      expect(harness.log.filter(({ level }) => level === 'error')).toEqual([]);
    },
    ...requestsWith(key),
  };
}

/** The bytes of requests with a key. */
function requestsWith(key: string) {
  const head = (line: string, more: string[] = []) =>
    [`${line} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`, ...more, '\r\n'].join('\r\n');
  const create = (field: string) => head(`POST ${service.basePath}/pets`, ['Content-Type: application/json', field]);
  return {
    get: (path: string, more: string[] = []) => head(`GET ${path}`, more),
    post: (body: string, length: number = body.length) => create(`Content-Length: ${length}`) + body,
    postChunks: (chunks: string) => create('Transfer-Encoding: chunked') + chunks,
    connect: () => head('CONNECT adoption.example:443'),
  };
}

const refusals = new Map([
  [400, 'The request is not valid HTTP.'],
  [408, 'The request did not arrive in time.'],
  [431, 'The header fields of the request are too large.'],
]);

export async function expectRefusal(
  connection: RawConnection,
  status: number,
  message = refusals.get(status),
): Promise<void> {
  const response = await connection.response();
  expect(response.status).toBe(status);
  expect(await unmatchedViolations(response)).toEqual([]);
  expect(await response.json()).toMatchObject({ message });
}
