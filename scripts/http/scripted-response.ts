import type { HttpRequest, HttpResponse } from './exchange.ts';

/**
 * How a response goes over the network; whole and at once unless said. `cut`: Content-Length is that of the whole body,
 * the connection ends after so many bytes of it; `pieces`: the body in several writes; `late`: so many milliseconds
 * later; `none`: the connection ends without a byte.
 */
export type Delivery =
  | { kind: 'cut'; after: number }
  | { kind: 'pieces' }
  | { kind: 'late'; milliseconds: number }
  | { kind: 'none' };

/** A response that is sent as it is written here; `receivedAt` means nothing here. */
export interface ScriptedResponse extends HttpResponse {
  delivery?: Delivery;
}

/** Answers a request with a scripted response. */
export type Respond = (request: HttpRequest) => Promise<ScriptedResponse>;
