import type { Description } from '../openapi/description.ts';
import type { DocumentedResponse } from '../openapi/operation-table.ts';
import { schemaOf } from '../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../openapi/schemas/schema-view.ts';
import { joinedPartsOf, withJoinedNumber } from '../requirements/rate-limit/joined-limits.ts';
import {
  type RateLimitHeader,
  rateLimitHeaderOf,
  usualResetForm,
} from '../requirements/rate-limit/rate-limit-headers.ts';

type Header = DocumentedResponse['headers'][number];

/** More than anyone sends in a window: the stub refuses none. */
const generous = 100_000;
const windowLength = 60_000;
/** Seconds that a refusal asks to wait: nobody wants to wait long for a stub. */
const shortWait = 1;

/**
 * Counts requests in windows of a minute, and says so in rate-limit headers. `now` gives milliseconds since the epoch.
 */
export class RateWindow {
  readonly #description: Description;
  readonly #now: () => number;
  readonly #limit: number;
  #start = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(description: Description, now: () => number) {
    this.#description = description;
    this.#now = now;
    const sets = [...description.operations.map(({ responses }) => responses), description.service.unmatchedResponses];
    const headers = sets.flatMap((responses) => Object.values(responses).flatMap((response) => response.headers));
    this.#limit = Math.min(
      generous,
      ...headers
        .filter(({ name }) => rateLimitHeaderOf(name) === 'limit')
        .map((header) => boundOf(description, header, 'maximum') ?? generous),
    );
  }

  /** To be called with each request, once. A window that is spent makes room for the next. */
  count(): void {
    if (this.#now() >= this.#start + windowLength || this.#used >= this.#limit) {
      this.#start = this.#now();
      this.#used = 0;
    }
    this.#used += 1;
  }

  /** The value of a rate-limit header; a refused request has none left until the short wait is over. */
  valueOf(header: Header, part: RateLimitHeader, isRefused: boolean): string {
    if (part === 'limit') return String(this.#limit);
    if (part === 'remaining') return String(isRefused ? 0 : this.#limit - this.#used);
    const resetsAt = isRefused ? this.#now() + shortWait * 1000 : this.#start + windowLength;
    const isTimestamp = usualResetForm(this.#description.contract, header) === 'unix-timestamp';
    return String(isTimestamp ? Math.ceil(resetsAt / 1000) : Math.max(1, Math.ceil((resetsAt - this.#now()) / 1000)));
  }

  /** The value of a header that says several things of the limit; undefined where its form is not known. */
  joinedValueOf(name: string, text: string, isRefused: boolean): string | undefined {
    const resetsAt = isRefused ? this.#now() + shortWait * 1000 : this.#start + windowLength;
    const numbers = {
      limit: this.#limit,
      remaining: isRefused ? 0 : this.#limit - this.#used,
      reset: Math.max(1, Math.ceil((resetsAt - this.#now()) / 1000)),
    };
    const parts = joinedPartsOf(name);
    return parts.length === 0
      ? undefined
      : parts.reduce((value, part) => withJoinedNumber(name, value, part, numbers[part]), text);
  }

  /** The value of `Retry-After`: as short as its schema allows. */
  waitOf(header: Header): string {
    return String(Math.max(shortWait, boundOf(this.#description, header, 'minimum') ?? shortWait));
  }
}

function boundOf({ contract }: Description, { pointer }: Header, keyword: 'minimum' | 'maximum'): number | undefined {
  const schema = schemaOf(contract, pointer);
  return schema === undefined ? undefined : numberAt(viewSchema(contract, schema), keyword);
}
