import type { HttpRequest, HttpResponse, Send } from '../../verify/exchange.ts';
import type { FactDraft } from '../../verify/facts.ts';

/** The server that a run is held against, for what stands before it. */
export interface WrapWorld {
  key: string;
  limitedKey: string;
  /** The clock of the run, in milliseconds since the epoch. */
  now(): number;
  /** What the run does now, in its own words. */
  doing(): string;
}

/** Puts something between a run and its server, with a state of its own. */
export type Wrap = (send: Send, world: WrapWorld) => Send;

/** A server that departs from one fact of its contract. */
export interface ServerFault {
  /** The fact, and what is done to it. */
  id: string;
  factId: string;
  what: string;
  wrap: Wrap;
}

/** A departure before it is put together with its fact. */
export interface Departing {
  what: string;
  wrap: Wrap;
}

export const departing = (what: string, wrap: Wrap): Departing => ({ what, wrap });

export function faultOf({ id }: FactDraft, { what, wrap }: Departing): ServerFault {
  return { id: `${id}: ${what}`, factId: id, what, wrap };
}

/** Answers some requests otherwise; the others are forwarded. */
export function answering(isAbout: (request: HttpRequest, world: WrapWorld) => boolean, answer: (request: HttpRequest, send: Send, world: WrapWorld) => Promise<HttpResponse>): Wrap {
  return (send, world) => (request) => (isAbout(request, world) ? answer(request, send, world) : send(request));
}

/** Forwards every request, and changes its response. */
export function altering(change: (response: HttpResponse, request: HttpRequest, world: WrapWorld) => HttpResponse): Wrap {
  return (send, world) => async (request) => change(await send(request), request, world);
}
