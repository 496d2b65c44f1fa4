export type { components, operations, paths } from '../generated/types.ts';
export type { AdoptionClient, ClientOptions } from './create-client.ts';
export { createClient } from './create-client.ts';
export type { DeprecationNotice } from './deprecation.ts';
export type { RateLimit } from './rate-limit.ts';
export { rateLimitOf } from './rate-limit.ts';
export { UnexpectedResponseError, unexpectedResponse } from './response.ts';
export type { Send, Timing } from './retry.ts';
