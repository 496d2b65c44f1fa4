import type { components } from '../generated/types.ts';

/** The headers that the contract names: a renamed one does not compile. */
export type ContractHeader = keyof components['headers'];

const header: ContractHeader = 'Retry-After';
const wholeSeconds = /^\d+$/;
// An HTTP-date, also in the form that only old servers send (RFC 9110, section 5.6.7).
const httpDate = /^\w+, .+ GMT$/;

/** The seconds to wait, at least 1, or undefined where the header is absent or says nothing usable. */
export function retryAfterOf(response: Response, now: number): number | undefined {
  const value = (response.headers.get(header) ?? '').trim();
  const date = httpDate.test(value) ? Math.ceil((Date.parse(value) - now) / 1000) : Number.NaN;
  const seconds = wholeSeconds.test(value) ? Number(value) : date;
  return Number.isNaN(seconds) ? undefined : Math.max(1, seconds);
}
