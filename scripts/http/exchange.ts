import type { Exact } from './exact-json.ts';
/** A request below the base URL, as it goes over the network: nothing in it is normalised. */
export interface HttpRequest {
  method: string;
  /** Path and query below the base URL, percent-encoded; a whole address where that is not below it. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
}

export interface HttpResponse {
  status: number;
  /** As received: a header sent twice is here twice. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  /** When its last byte came, in milliseconds since the epoch, by the clock of the run. */
  receivedAt: number;
  /** When its request was sent, in milliseconds since the epoch; a busy server may take long. */
  sentAt?: number;
}

/** Sends one request. Throws NoResponse when no whole response came back. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

export interface Exchange {
  request: HttpRequest;
  response: HttpResponse;
}

/** The server closed the connection, sent no HTTP, or took too long. */
export class NoResponse extends Error {
  readonly request: HttpRequest;

  constructor(request: HttpRequest, message: string, options?: ErrorOptions) {
    super(message, options);
    this.request = request;
  }
}

/** The values of a header, by its name in any case; joined as RFC 9110 section 5.3 has it. */
export function headerOf({ headers }: HttpRequest | HttpResponse, name: string): string | undefined {
  const lowerCase = name.toLowerCase();
  let joined: string | undefined;
  for (const [own, value] of headers)
    if (own.length === name.length && own.toLowerCase() === lowerCase)
      joined = joined === undefined ? value : `${joined}, ${value}`;
  return joined;
}

/** An exchange, and what could be read of its response. */
export interface Answer extends Exchange {
  /** Undefined when it is no JSON. */
  body: Exact | undefined;
}

/** True for a 2xx (RFC 9110 section 15.3). */
export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}
