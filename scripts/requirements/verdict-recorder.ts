import type { Exchange, HttpRequest, HttpResponse } from '../http/exchange.ts';
import type { Judgement, OutOfReach, Shown, Violation } from './judgement.ts';

/** A violation, and the exchange that shows it. */
export interface Evidence extends Violation {
  request: HttpRequest;
  /** Null when no whole response came. */
  response: HttpResponse | null;
  /** What the case tries, for people. */
  title?: string | undefined;
}

/** Records by the ids of requirements what exchanges show of them. */
export interface VerdictRecorder {
  /** Whether the requirement is one of those that are verified. */
  has(id: string): boolean;
  /** An exchange shows that the requirement is kept. */
  keep(id: string, ...exchanges: (Exchange & { title?: string | undefined })[]): void;
  /** An exchange shows that the requirement is violated. */
  violate(id: string, evidence: Evidence): void;
  /** Why the contract gives no way to show the requirement, as the server is now. */
  outOfReach(id: string, reason: string): void;
}

/** Records what an exchange shows of a requirement, if it shows anything. */
export function record(
  recorder: VerdictRecorder,
  id: string,
  judgement: Judgement | OutOfReach,
  { title, request, response }: Exchange & { title?: string | undefined },
): void {
  if (judgement === undefined) return;
  if (judgement === 'kept') recorder.keep(id, { title, request, response });
  else if ('outOfReach' in judgement) recorder.outOfReach(id, judgement.outOfReach);
  else recorder.violate(id, { ...judgement, title, request, response });
}

/** Records what several exchanges together show of a requirement, if they show anything. */
export function recordShown(recorder: VerdictRecorder, id: string, shown: Shown, title?: string): void {
  if (shown === undefined) return;
  if ('kept' in shown) recorder.keep(id, ...shown.kept.map(({ request, response }) => ({ title, request, response })));
  else if ('outOfReach' in shown) recorder.outOfReach(id, shown.outOfReach);
  else recorder.violate(id, { ...shown.violation, title, request: shown.by.request, response: shown.by.response });
}
