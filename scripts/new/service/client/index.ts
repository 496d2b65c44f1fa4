import createFetchClient, { type ClientOptions } from 'openapi-fetch';
import type { paths } from '../generated/types.ts';

/** A client of the service: paths, parameters, bodies and responses have the types of the contract. */
export function createClient(options: ClientOptions) {
  return createFetchClient<paths>(options);
}
