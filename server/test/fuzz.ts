import fc from 'fast-check';
import { operations } from '../../generated/operations.ts';
import type { OperationId } from '../operation.ts';
import { damagedRequests, type FuzzedRequest, fuzzedRequests } from './fuzzed-requests.ts';
import { RawConnection } from './raw-connection.ts';
import { openOnSocket } from './transports.ts';
import { unmatchedViolations, violationsOf } from './violations.ts';

export interface FuzzOptions {
  runs: number;
  seed: number;
}

/** One of so many requests is damaged, and has a connection of its own. */
const damagedShare = 10;

// The keys of the table are its type's.
const operationIds = Object.keys(operations) as OperationId[];

/**
 * Sends so many requests to a server over sockets. Rejects with the shortest one that is answered with a server error,
 * in a way that the contract does not have, or not at all.
 */
export async function fuzz({ runs, seed }: FuzzOptions): Promise<void> {
  const harness = await openOnSocket({ settings: { anonymousPerMinute: 1e9 } });
  const keys = { valid: await harness.newKey(), limited: await harness.newKey({ plan: 'free' }) };
  const connection = new LastingConnection(harness.baseUrl);
  const damaged = Math.ceil(runs / damagedShare);
  try {
    const answer = async (request: FuzzedRequest) => {
      harness.log.length = 0;
      return [await connection.answerTo(request)];
    };
    await expectAll(fuzzedRequests(keys), answer, { numRuns: runs - damaged, seed });
    const answers = async (request: FuzzedRequest) => answersTo(harness.baseUrl, request);
    await expectAll(damagedRequests(keys), answers, { numRuns: damaged, seed });
  } finally {
    connection.close();
    await harness.close();
  }
}

async function expectAll(
  requests: fc.Arbitrary<FuzzedRequest>,
  send: (request: FuzzedRequest) => Promise<Response[]>,
  parameters: { numRuns: number; seed: number },
): Promise<void> {
  const property = fc.asyncProperty(requests, async (request) => {
    for (const response of await send(request)) await expectDocumented(request, response);
  });
  const { errorInstance, counterexample } = await fc.check(property, parameters);
  if (counterexample === null) return;
  const [{ bytes }] = counterexample;
  throw new Error(`${String(errorInstance)}\nThe request: ${JSON.stringify(bytes.toString('latin1'))}`);
}

/** A connection that is opened anew where the server has closed it. */
class LastingConnection {
  readonly #url: string;
  #connection: RawConnection | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async answerTo({ method, bytes }: FuzzedRequest): Promise<Response> {
    this.#connection ??= await RawConnection.open(this.#url);
    this.#connection.send(bytes);
    try {
      const response = await this.#connection.response(method);
      if (response.headers.get('Connection') === 'close') this.close();
      return response;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#connection?.reset();
    this.#connection = undefined;
  }
}

/** Everything that comes back for bytes after which the client says no more. */
async function answersTo(url: string, { bytes }: FuzzedRequest): Promise<Response[]> {
  const connection = await RawConnection.open(url);
  connection.send(bytes);
  connection.end();
  const responses: Response[] = [];
  try {
    for (;;) responses.push(await connection.response());
  } catch {
    const rest = await connection.rest();
    if (rest !== '') throw new Error(`No whole response: ${JSON.stringify(rest)}`);
  }
  if (responses.length === 0 && bytes.toString('latin1').trim() !== '') throw new Error('There is no response.');
  return responses;
}

async function expectDocumented({ method }: FuzzedRequest, response: Response): Promise<void> {
  if (response.status >= 500) throw new Error(`${response.status}: ${await response.text()}`);
  const isOutside = response.headers.get('X-RateLimit-Limit') === null && response.ok;
  // A response to HEAD has no body to look at.
  if (isOutside || (method === 'HEAD' && response.headers.has('X-RateLimit-Limit'))) return;
  const found: string[] = [];
  for (const violations of [
    ...operationIds.map((id) => () => violationsOf(id, response)),
    () => unmatchedViolations(response),
  ]) {
    const there = await violations();
    if (there.length === 0) return;
    found.push(there.join(', '));
  }
  throw new Error(`${response.status}: ${found.join(' | ')}`);
}
