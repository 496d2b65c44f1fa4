import { credentialFor, isOpen, noCredential } from '../../../openapi/credentials.ts';
import type { Description } from '../../../openapi/description.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Call, CallableClient, CallResult } from '../../../requirements/client/calls.ts';
import { placeValue } from '../../../requirements/parameter/place-value.ts';
import { assemble, encodeBody, preferred, type RequestParts } from '../../../requirements/request/request-parts.ts';
import type { ClientFaults } from './client-faults.ts';
import { readResponse } from './read-response.ts';

/**
 * A client of any contract over the global fetch, written from nothing but HTTP:
 * what a run reports of it, no code of the project's client has a part in.
 */
export function plainClient(description: Description, faults: ClientFaults = {}): CallableClient {
  return {
    open: async (baseUrl, key, onSleep) => {
      const reported = new Set<Operation>();
      const sender = new Sender(description, faults, { baseUrl, key, onSleep });
      return {
        call: async (call) => {
          const { operation } = call;
          const isNew = operation.deprecation !== null && !reported.has(operation) && faults.isSilent !== true;
          reported.add(operation);
          const notices = isNew ? [{ operationId: operation.id, ...operation.deprecation }] : [];
          return {
            outcome: await sender.outcomeOf(call),
            // The same value as JSON has it, as a message from another process would be.
            notices: JSON.parse(JSON.stringify(notices)) as CallResult['notices'],
          };
        },
        close: async () => undefined,
      };
    },
    stop: async () => undefined,
  };
}

interface Opening {
  baseUrl: string;
  key: string;
  onSleep(milliseconds: number): void;
}

/** Sends the requests of calls, and sends some again. */
class Sender {
  readonly #description: Description;
  readonly #faults: ClientFaults;
  readonly #opening: Opening;

  constructor(description: Description, faults: ClientFaults, opening: Opening) {
    this.#description = description;
    this.#faults = faults;
    this.#opening = opening;
  }

  async outcomeOf(call: Call): Promise<CallResult['outcome']> {
    try {
      const { response, waits } = await this.#send(call);
      if (waits > 0 && this.#faults.garblesRetries === true)
        return {
          kind: 'answered',
          status: response.status,
          headers: [...response.headers],
          data: '{"garbage":true}',
          error: undefined,
        };
      return await readResponse(call.operation, response, this.#faults);
    } catch (error) {
      return { kind: 'rejected', message: String(error) };
    }
  }

  async #send(call: Call): Promise<{ response: Response; waits: number }> {
    const { baseUrl, key, onSleep } = this.#opening;
    const request = assemble(partsOf(this.#description, call, key, this.#faults));
    const init = {
      method: request.method,
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      body: request.body === null ? null : new Uint8Array(request.body),
      redirect: 'manual' as const,
    };
    const mayRepeat = this.#faults.repeatsAll === true || /^(GET|PUT|DELETE|HEAD)$/.test(request.method);
    const mostRetries = (this.#faults.tries ?? 3) - 1;
    for (let waits = 0, failures = 0; ; ) {
      try {
        const response = await fetch(baseUrl + request.target, init);
        const location = response.headers.get('Location');
        if (
          location !== null &&
          this.#faults.followsWithKey === true &&
          response.status >= 300 &&
          response.status < 400
        )
          return { response: await fetch(location, init), waits };
        const seconds = secondsToWait(response, mayRepeat);
        if (waits + failures >= mostRetries || seconds === undefined) return { response, waits };
        await response.body?.cancel();
        onSleep(this.#faults.isImpatient === true ? 0 : seconds * 1000);
        waits += 1;
      } catch (error) {
        if (waits + failures >= mostRetries || !mayRepeat) throw error;
        failures += 1;
      }
    }
  }
}

/** How long to wait before a request is sent again; undefined when it is not. */
function secondsToWait({ status, headers }: Response, mayRepeat: boolean): number | undefined {
  const wait = headers.get('Retry-After');
  const isRefused = status === 429 || (status === 503 && wait !== null);
  if (!isRefused && !(mayRepeat && status >= 500)) return undefined;
  if (wait === null) return 1;
  return /^\d+$/.test(wait) && Number(wait) <= 60 ? Number(wait) : undefined;
}

function partsOf(
  description: Description,
  { operation, parameters, body }: Call,
  key: string,
  { changes = (parts) => parts }: ClientFaults,
): RequestParts {
  const [alternative] = operation.security.filter((one) => Object.keys(one).length > 0);
  const credential =
    alternative === undefined || isOpen(operation)
      ? noCredential
      : credentialFor(description.service, alternative, key);
  const [mediaType] = preferred(operation.requestBody?.mediaTypes ?? []);
  const empty: RequestParts = {
    operation,
    path: {},
    query: [],
    headers: [],
    cookies: [],
    body: body === undefined || mediaType === undefined ? null : encodeBody(mediaType, body),
    credential,
  };
  return changes([...parameters].reduce((parts, [parameter, value]) => placeValue(parts, parameter, value), empty));
}
