import { type RateLimitHeader, rateLimitHeaderOf } from '../../rate-limit/rate-limit-headers.ts';
import { allowMeaning } from './allow.ts';
import { deprecationMeaning } from './deprecation.ts';
import type { MeaningOf } from './header-meaning.ts';
import { limitMeaning } from './limit.ts';
import { linkMeaning } from './link.ts';
import { locationMeaning } from './location.ts';
import { remainingMeaning } from './remaining.ts';
import { resetMeaning } from './reset.ts';
import { retryAfterMeaning } from './retry-after.ts';
import { sunsetMeaning } from './sunset.ts';
import { wwwAuthenticateMeaning } from './www-authenticate.ts';

// They have several names in use.
const ofRateLimits: Readonly<Record<RateLimitHeader, MeaningOf>> = {
  limit: limitMeaning,
  remaining: remainingMeaning,
  reset: resetMeaning,
};

/** Every other header of which a meaning is known, by its name in lower case. */
const byName = new Map<string, MeaningOf>([
  ['retry-after', retryAfterMeaning],
  ['allow', allowMeaning],
  ['location', locationMeaning],
  ['www-authenticate', wwwAuthenticateMeaning],
  ['deprecation', deprecationMeaning],
  ['sunset', sunsetMeaning],
  ['link', linkMeaning],
]);

/**
 * What a header means in the responses to an operation, or to requests that reach none.
 * Undefined when nothing is known of it.
 */
export const meaningOf: MeaningOf = (description, operation, header) => {
  const part = rateLimitHeaderOf(header.name);
  const meaning = part === undefined ? byName.get(header.name.toLowerCase()) : ofRateLimits[part];
  return meaning?.(description, operation, header);
};
