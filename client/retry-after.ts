import type { components } from '../generated/types.ts';

/** The headers that the contract names: a renamed one does not compile. */
export type ContractHeader = keyof components['headers'];

const header: ContractHeader = 'Retry-After';
const wholeSeconds = /^\d+$/;
// The one form of an HTTP-date that may still be sent (RFC 9110, section 5.6.7).
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The seconds to wait, at least 1, or undefined where the header is absent or says nothing usable. */
export function retryAfterOf(response: Response, now: number): number | undefined {
  const value = response.headers.get(header) ?? '';
  if (wholeSeconds.test(value)) return Math.max(1, Number(value));
  if (!httpDate.test(value)) return undefined;
  const seconds = Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(1, seconds);
}
