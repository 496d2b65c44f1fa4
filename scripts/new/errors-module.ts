/** The module of error bodies, without the body of its function, which does not compile where the contract has any. */
export const errorsModule = `import type { ErrorBody, OperationId } from './operation.ts';

/** Why the server refuses a request by itself, before a handler sees it, or because one failed. */
export interface ErrorReason {
  operationId: OperationId;
  status: number;
  /** One word for programs: invalid_parameter, invalid_body, unauthorized, not_found, internal_error… */
  code: string;
  /** One sentence for people. */
  message: string;
}

/** The body that the contract has for such an error. */
export function errorBody(reason: ErrorReason): ErrorBody {}
`;
