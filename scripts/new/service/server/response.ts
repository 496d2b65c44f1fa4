import type { DocumentedResponse } from '../generated/operations.ts';
import type { OperationValidators, ResponseValidators, Validate } from '../generated/validators.js';
import { isJson } from './request/media-type.ts';

/** What a handler gives, whichever operation it is of. */
export interface Answer {
  status: number;
  headers?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
  mediaType?: string | undefined;
}

/** The responses that the contract has for an operation, by status: `404`, `4XX` or `default`. */
export interface DocumentedResponses {
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly validators: OperationValidators['responses'];
}

/** A response of this server that the contract does not allow. */
export class ContractViolation extends Error {}

/** The key under which the contract has a status; undefined where it has none. */
export function statusKey({ responses }: DocumentedResponses, status: number): string | undefined {
  return [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((key) => responses[key] !== undefined);
}

/** The response to send. Throws ContractViolation unless status, headers and body are all as documented. */
export function toResponse(contract: DocumentedResponses, answer: Answer): Response {
  const key = statusKey(contract, answer.status);
  const documented = key === undefined ? undefined : contract.responses[key];
  if (key === undefined || documented === undefined)
    throw new ContractViolation(`The status ${answer.status} is not documented.`);
  const validators = contract.validators[key] ?? { headers: {}, content: {} };
  const headers = checkedHeaders(documented, validators, answer.headers ?? {});
  if (documented.mediaTypes.length === 0) {
    if (answer.body !== undefined) throw new ContractViolation(`A ${answer.status} has a body; none is documented.`);
    return new Response(null, { status: answer.status, headers });
  }
  const mediaType = answer.mediaType ?? documented.mediaTypes.find(isJson) ?? '';
  if (!documented.mediaTypes.includes(mediaType))
    throw new ContractViolation(`A ${answer.status} must have a mediaType: ${documented.mediaTypes.join(' or ')}.`);
  headers.set('Content-Type', mediaType);
  return new Response(bodyOf(mediaType, validators, answer.body), { status: answer.status, headers });
}

function checkedHeaders(
  { headers: documented }: DocumentedResponse,
  { headers: validators }: ResponseValidators,
  given: Readonly<Record<string, unknown>>,
): Headers {
  for (const { name, required } of documented) {
    const value = given[name];
    if (value === undefined && required) throw new ContractViolation(`The header ${name} is missing.`);
    if (value !== undefined) assertValid(`The header ${name}`, validators[name], value);
  }
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  return new Headers(sent.map(([name, value]): [string, string] => [name, String(value)]));
}

function bodyOf(mediaType: string, { content }: ResponseValidators, body: unknown): string | Uint8Array<ArrayBuffer> {
  if (isJson(mediaType)) {
    // What is sent is what is checked: a Date is a string there, and what is undefined is not there at all.
    const text = JSON.stringify(body);
    assertValid('The body', content[mediaType], text === undefined ? undefined : JSON.parse(text));
    return text;
  }
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array && body.buffer instanceof ArrayBuffer) return new Uint8Array(body);
  throw new ContractViolation(`The body must be a text or the bytes of ${mediaType}.`);
}

function assertValid(name: string, validate: Validate | undefined, value: unknown): void {
  if (validate === undefined || validate(value)) return;
  const [error] = validate.errors ?? [];
  const at = error?.instancePath ? ` at ${error.instancePath}` : '';
  throw new ContractViolation(`${name}${at} ${error?.message ?? 'is not valid'}.`);
}
