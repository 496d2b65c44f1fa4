import type { service } from '../generated/operations.ts';

/** Who has a credential; null when it is not valid, or not good for these scopes. */
export type Authenticate<Caller> = (
  credential: string,
  scopes: readonly string[],
) => Caller | null | Promise<Caller | null>;

/** One function for each security scheme of the contract. */
export type Credentials<Caller> = { [Name in keyof (typeof service)['securitySchemes']]: Authenticate<Caller> };
