import type { HttpRequest, HttpResponse, Send } from '../http/exchange.ts';
import type { Requirement } from './requirement.ts';

/** The run that verifies a server, for a fault that stands between the two. */
export interface FaultHarness {
  key: string;
  limitedKey: string;
  revokedKey?: string | undefined;
  planKeys?: Readonly<Record<string, string>> | undefined;
  /** The clock of the run, in milliseconds since the epoch. */
  now(): number;
  /** What the run does now, in its own words. */
  doing(): string;
}

/** Puts something between a run and its server, with a state of its own. */
export type Wrap = (send: Send, harness: FaultHarness) => Send;

/** A server that violates one requirement of its contract. */
export interface ServerFault {
  /** The requirement, and what is done to it. */
  id: string;
  requirementId: string;
  what: string;
  wrap: Wrap;
}

/** A violation before it is put together with its requirement. */
export interface FaultDraft {
  what: string;
  wrap: Wrap;
}

export const faultDraft = (what: string, wrap: Wrap): FaultDraft => ({ what, wrap });

/** A fault with the id that it has among all mutants. */
export function faultOf({ id }: Requirement, { what, wrap }: FaultDraft): ServerFault {
  return { id: `${id}: ${what}`, requirementId: id, what, wrap };
}

/** Answers some requests otherwise; the others are forwarded. */
export function answering(
  isAbout: (request: HttpRequest, harness: FaultHarness) => boolean,
  answer: (request: HttpRequest, send: Send, harness: FaultHarness) => Promise<HttpResponse>,
): Wrap {
  return (send, harness) => (request) => (isAbout(request, harness) ? answer(request, send, harness) : send(request));
}

/** Forwards every request, and changes its response. */
export function altering(
  change: (response: HttpResponse, request: HttpRequest, harness: FaultHarness) => HttpResponse,
): Wrap {
  return (send, harness) => async (request) => change(await send(request), request, harness);
}
