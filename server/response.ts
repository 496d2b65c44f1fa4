import type { DocumentedResponse } from '../generated/operations.ts';
import type { ResponseValidators } from '../generated/validators.js';

/** A response before it is bytes. */
export interface Answer {
  status: number;
  headers?: Record<string, string | number>;
  body?: unknown;
}

/** A response as it is sent: its headers by name, and its whole body. */
export interface Reply {
  status: number;
  headers: Record<string, string | number>;
  /** Bytes are those of a page that is the same for everybody: all responses on their way share them. */
  body: string | Buffer<ArrayBuffer> | null;
}

/** Headers of every response: none is to be kept by a cache, or to be taken for another media type. */
export const commonHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** The contract for one place: its documented responses and their compiled validators, by status. */
export interface ResponseContract {
  /** Of the map of responses. */
  readonly pointer: string;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly validators: Readonly<Record<string, ResponseValidators>>;
}

/**
 * What this server does not keep of its contract: a response that is not allowed, or a part that it cannot serve, with
 * which it does not start. `pointer` is that of the part of the contract.
 */
export class ContractViolation extends Error {
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(`${message} (#${pointer})`);
    this.pointer = pointer;
  }
}

/** The response to send. Throws ContractViolation unless status, headers and body are all as documented. */
export function toReply(contract: ResponseContract, { status, headers = {}, body }: Answer): Reply {
  const documented = contract.responses[status];
  const validators = contract.validators[status];
  if (documented === undefined || validators === undefined) {
    throw new ContractViolation(contract.pointer, `The status ${status} is not documented.`);
  }
  checkHeaders(documented, validators, headers);
  const text = checkedBody(documented, validators, body);
  const mediaType = text === null ? {} : { 'Content-Type': 'application/json' };
  return { status, headers: { ...commonHeaders, ...mediaType, ...headers }, body: text };
}

function checkHeaders(
  documented: DocumentedResponse,
  validators: ResponseValidators,
  headers: Record<string, string | number>,
): void {
  for (const { name, pointer, required } of documented.headers) {
    const value = headers[name];
    if (value === undefined && !required) continue;
    if (value === undefined) throw new ContractViolation(pointer, `The header ${name} is missing.`);
    const validate = validators.headers[name];
    if (validate !== undefined && !validate(value))
      throw new ContractViolation(pointer, `The header ${name} ${validate.errors?.[0]?.message ?? 'is not valid'}.`);
  }
}

/** The text of the body; null where the contract has none. */
function checkedBody(
  { pointer, mediaTypes }: DocumentedResponse,
  validators: ResponseValidators,
  body: unknown,
): string | null {
  if (mediaTypes.length === 0) {
    if (body !== undefined) throw new ContractViolation(pointer, 'The response has a body; none is documented.');
    return null;
  }
  const schema = `${pointer}/content/application~1json/schema`;
  if (!mediaTypes.includes('application/json'))
    throw new ContractViolation(pointer, `The body is JSON; documented is ${mediaTypes.join(', ')}.`);
  const validate = validators.content['application/json'];
  if (validate !== undefined && !validate(body)) {
    const [error] = validate.errors ?? [];
    const place = error?.instancePath ? ` at ${error.instancePath}` : '';
    const surplus: unknown = error?.params['additionalProperty'];
    const name = typeof surplus === 'string' ? ` '${surplus}'` : '';
    throw new ContractViolation(schema, `The body${place} ${error?.message ?? 'is not valid'}${name}.`);
  }
  return JSON.stringify(body);
}
