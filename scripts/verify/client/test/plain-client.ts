import { type Exact, parseExact, toPlain } from '../../../http/exact-json.ts';
import { isJson } from '../../../http/media-types.ts';
import { credentialFor, isOpen, noCredential } from '../../../openapi/credentials.ts';
import type { Description } from '../../../openapi/description.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Call, CallableClient, CallResult } from '../../../requirements/client/calls.ts';
import { placeValue } from '../../../requirements/parameter/parameter-cases.ts';
import { assemble, encodeBody, preferred, type RequestParts } from '../../../requirements/request-parts.ts';

/** What a client does otherwise than it should. */
export interface ClientFaults {
  /** Changes the parts of a request before it is sent. */
  changes?(parts: RequestParts): RequestParts;
  /** How often it tries; 3 unless given. */
  tries?: number;
  /** Sends again at once. */
  isImpatient?: boolean;
  /** Sends again whatever the method is. */
  repeatsAll?: boolean;
  /** Follows redirects, with the same headers. */
  followsWithKey?: boolean;
  /** Takes every answer for a success that is not documented as an error. */
  trustsStatus?: boolean;
  /** Gives `{}` for what it cannot read. */
  swallows?: boolean;
  /** Reads JSON as JavaScript does. */
  roundsIntegers?: boolean;
  isSilent?: boolean;
  /** Hands on something else when it has sent again. */
  garblesRetries?: boolean;
}

/** A client of any contract over the global fetch, written from nothing but HTTP: what a run says of it, no code of the project's client has a part in. */
export function plainClient(description: Description, faults: ClientFaults = {}): CallableClient {
  return {
    open: async (baseUrl, key, onSleep) => {
      const told = new Set<Operation>();
      return {
        call: async (call) => {
          const notices =
            call.operation.deprecation === null || told.has(call.operation) || faults.isSilent === true
              ? []
              : [{ operationId: call.operation.id, ...call.operation.deprecation }];
          told.add(call.operation);
          // The same value as JSON has it, as a message from another process would be.
          return {
            outcome: await outcomeOf(call, baseUrl, key, onSleep),
            notices: JSON.parse(JSON.stringify(notices)) as CallResult['notices'],
          };
        },
        close: async () => undefined,
      };
    },
    stop: async () => undefined,
  };

  async function outcomeOf(
    call: Call,
    baseUrl: string,
    key: string,
    onSleep: (milliseconds: number) => void,
  ): Promise<CallResult['outcome']> {
    try {
      let waits = 0;
      const response = await send(call, baseUrl, key, (milliseconds) => {
        waits += 1;
        onSleep(milliseconds);
      });
      if (waits > 0 && faults.garblesRetries === true)
        return {
          kind: 'answered',
          status: response.status,
          headers: [...response.headers],
          data: '{"garbage":true}',
          error: undefined,
        };
      return await read(call.operation, response);
    } catch (error) {
      return { kind: 'rejected', message: String(error) };
    }
  }

  async function send(
    call: Call,
    baseUrl: string,
    key: string,
    onSleep: (milliseconds: number) => void,
  ): Promise<Response> {
    const request = assemble(partsOf(description, call, key, faults));
    const init = {
      method: request.method,
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      body: request.body === null ? null : new Uint8Array(request.body),
      redirect: 'manual' as const,
    };
    const mayRepeat = faults.repeatsAll === true || /^(GET|PUT|DELETE|HEAD)$/.test(request.method);
    for (let rest = (faults.tries ?? 3) - 1; ; rest -= 1) {
      try {
        const response = await fetch(baseUrl + request.target, init);
        const location = response.headers.get('Location');
        if (location !== null && faults.followsWithKey === true && response.status >= 300 && response.status < 400)
          return await fetch(location, init);
        const wait = response.headers.get('Retry-After');
        const isRefused = response.status === 429 || (response.status === 503 && wait !== null);
        const seconds = /^\d+$/.test(wait ?? '') ? Number(wait) : 1;
        if (
          rest <= 0 ||
          !(isRefused || (mayRepeat && response.status >= 500)) ||
          seconds > 60 ||
          (wait !== null && !/^\d+$/.test(wait))
        )
          return response;
        await response.body?.cancel();
        onSleep(faults.isImpatient === true ? 0 : seconds * 1000);
      } catch (error) {
        if (rest <= 0 || !mayRepeat) throw error;
      }
    }
  }

  async function read({ responses }: Operation, response: Response): Promise<CallResult['outcome']> {
    const bytes = Buffer.from(await response.arrayBuffer());
    const documented =
      responses[response.status] ?? responses[`${String(response.status)[0]}XX`] ?? responses['default'];
    const type = (response.headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
    const isKnown =
      documented !== undefined &&
      (documented.mediaTypes.length === 0
        ? bytes.length === 0
        : documented.mediaTypes.some((one) => one.toLowerCase() === type));
    if (!isKnown && faults.trustsStatus !== true && faults.swallows !== true)
      throw new Error(`${response.status} is not documented`);
    const value = documented?.mediaTypes.length === 0 ? undefined : valueOf(bytes, type);
    const answered = { kind: 'answered', status: response.status, headers: [...response.headers] } as const;
    if (response.ok) return { ...answered, data: value, error: undefined };
    return { ...answered, data: undefined, error: value ?? (faults.swallows === true ? '""' : '{"isEmpty":true}') };
  }

  function valueOf(bytes: Buffer, type: string): string | undefined {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      if (!isJson(type)) return JSON.stringify(text);
      if (faults.roundsIntegers === true) return JSON.stringify(JSON.parse(text));
      const value = parseExact(bytes);
      if (value === null) throw new Error('null');
      if (!isHeld(value)) throw new Error('a number that cannot be held');
      return JSON.stringify(toPlain(value));
    } catch (error) {
      if (faults.swallows === true) return '{}';
      throw error;
    }
  }
}

function isHeld(value: Exact): boolean {
  if (typeof value === 'bigint') return BigInt(Number(value)) === value;
  return typeof value !== 'object' || value === null || Object.values(value).every(isHeld);
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
