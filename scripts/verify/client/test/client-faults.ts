import type { RequestParts } from '../../../requirements/request/request-parts.ts';

/** How a client violates its contract. */
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
