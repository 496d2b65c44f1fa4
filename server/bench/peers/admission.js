import { randomUUID } from 'node:crypto';
import { anonymousLimits, countRequest } from './rate-limit.js';
import { findKey } from './storage.js';

// What every peer does with a request before it looks at what is asked.

export const maximumBodyBytes = 65_536;

/** Headers of what the operation with the identifier in its path answers itself. */
export const deprecation = {
  Deprecation: '@1795132800',
  Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  Link: '</v1/pets>; rel="successor-version"',
};

export function refuse(status, code, message, headers = {}) {
  return { status, body: { code, message, status }, headers };
}

export const unknownPath = refuse(404, 'not_found', 'The requested resource could not be found.');
export const unknownAnimal = refuse(404, 'not_found', 'The requested animal could not be found.', deprecation);

/** Says which methods a path offers. */
export function methodNotAllowed(allowed) {
  return refuse(405, 'method_not_allowed', `This path offers ${allowed} only.`, { Allow: allowed });
}

/** Authenticates and counts a request. */
export function admit(authorization, givenId, address) {
  const key = findKey(authorization);
  const { headers: limits, retryAfter } =
    key === undefined ? countRequest(address ?? 'unknown', anonymousLimits) : countRequest(key.id, key.limits);
  const headers = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': typeof givenId === 'string' && givenId.length <= 40 ? givenId : randomUUID(),
    ...limits,
  };
  if (retryAfter !== undefined)
    return {
      headers,
      refusal: refuse(429, 'rate_limited', `The limit is exceeded; try again in ${retryAfter} seconds.`, {
        'Retry-After': retryAfter,
      }),
    };
  return { headers, refusal: key === undefined ? unauthorized(authorization) : undefined };
}

function unauthorized(authorization) {
  const headers = { 'WWW-Authenticate': 'Bearer realm="Animal Adoption Store"' };
  return authorization === undefined
    ? refuse(401, 'missing_api_key', 'The Authorization header carries no API key.', headers)
    : refuse(401, 'invalid_api_key', 'The API key is not valid.', headers);
}
