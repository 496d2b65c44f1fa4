import type { components } from '../generated/types.ts';

export type ErrorBody = components['schemas']['Error'];

/** Values of `code`; spec/decisions.md says when each is used. */
export type ErrorCode =
  | 'body_too_large'
  | 'headers_too_large'
  | 'internal_error'
  | 'invalid_api_key'
  | 'invalid_body'
  | 'invalid_parameter'
  | 'key_banned'
  | 'malformed_request'
  | 'method_not_allowed'
  | 'missing_api_key'
  | 'not_found'
  | 'rate_limited'
  | 'request_timeout'
  | 'unavailable'
  | 'unsupported_media_type';

/** The body of every response that is no success. */
export function errorBody<Status extends number>(
  status: Status,
  code: ErrorCode,
  message: string,
): ErrorBody & { status: Status } {
  return { code, message, status };
}

/** A request that the server does not serve, thrown from wherever this is found; the pipeline answers it. */
export class Refusal extends Error {
  readonly body: ErrorBody;
  readonly headers: Record<string, string | number>;

  constructor(status: number, code: ErrorCode, message: string, headers: Record<string, string | number> = {}) {
    // A refusal is no fault of the code: nobody reads its stack, which takes longer to make than all of the answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.body = errorBody(status, code, message);
    this.headers = headers;
  }
}

/** What cannot be served now, and of which nothing was done; `reason` says why. */
export function unavailable(reason: string): Refusal {
  return new Refusal(503, 'unavailable', `${reason}; try again in 1 second.`, { 'Retry-After': 1 });
}
