import { countOf } from '../../cli/text.ts';
import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { retryAfterOf } from '../rate-limit/rate-limit-headers.ts';
import type { RequestViolation } from '../request-check.ts';
import type { RequirementDraft } from '../requirement.ts';
import { clientRequirements } from './client-requirements.ts';

// Timers may fire a millisecond early, and clocks are read in whole ones.
const leeway = 10;

/** For each operation that can ask to wait: that a client does so. */
export function retryRequirements(description: Description): RequirementDraft[] {
  return description.operations
    .flatMap((operation) => clientRequirements(description, operation))
    .filter(({ id }) => id.endsWith('.retry.waits'));
}

/** Remembers which requests were told to wait, and until when. `now` gives milliseconds since the epoch. */
export class RetryWatch {
  readonly #now: () => number;
  readonly #waits = new Map<string, { until: number; seconds: number; requirementId: string }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** To be called with each request as it comes: whether it was told to wait, and has come too early. */
  check(request: HttpRequest): { requirementId: string; violation: RequestViolation | undefined } | undefined {
    const told = this.#waits.get(keyOf(request));
    if (told === undefined) return undefined;
    this.#waits.delete(keyOf(request));
    const { until, seconds, requirementId } = told;
    const early = until - this.#now();
    if (early <= leeway) return { requirementId, violation: undefined };
    return {
      requirementId,
      violation: {
        requirementId,
        documented: `The same request after ${countOf(seconds, 'second')}, as Retry-After said.`,
        received: `it again after ${(seconds - early / 1000).toFixed(3)} seconds`,
      },
    };
  }

  /** To be called with each response as it goes out. */
  note({ id }: Operation, request: HttpRequest, response: HttpResponse): void {
    const seconds =
      response.status === 429 || response.status === 503
        ? retryAfterOf({ ...response, receivedAt: this.#now() })
        : undefined;
    if (seconds !== undefined && response.headers.length > 0)
      this.#waits.set(keyOf(request), {
        until: this.#now() + seconds * 1000,
        seconds,
        requirementId: `${id}.retry.waits`,
      });
  }
}

function keyOf({ method, target, body }: HttpRequest): string {
  return `${method} ${target} ${body?.toString('latin1') ?? ''}`;
}
