import type { CallDescription } from '../generated/calls.ts';
import type { OperationValidators, ResponseValidators, Validate as Validator } from '../generated/validators.js';
import { decodedHeaders } from './headers.ts';
import { escapePointer } from './json.ts';

/** Where a response is not what the contract says. */
export interface ContractViolation {
  operationId: string;
  status: number;
  /** Where the contract says what it has to be: a JSON pointer into `openapi.json`. */
  requirement: string;
  /** The part of the response: `body`, or a header by its name. */
  part: string;
  /** JSON pointer to the value in it. */
  pointer: string;
  message: string;
}

/** What a client has made of a response. */
export interface Exchange {
  operation: CallDescription;
  response: Response;
  /** `data`, or `error`. */
  body: unknown;
}

/** Looks at each response of a client. */
export type Validate = (exchange: Exchange) => void;

/** The compiled validators, as the generated module exports them. */
export interface Validators {
  operations: Readonly<Record<string, OperationValidators>>;
}

/**
 * Compares responses with the contract, and reports where one violates it. The call goes on: a server may have learnt a
 * new field. What `onViolation` throws rejects the call.
 */
export function validateWith(
  { operations }: Validators,
  onViolation: (violation: ContractViolation) => void = warnOfViolation,
): Validate {
  return ({ operation, response, body }) => {
    const { id, method, path } = operation;
    const { status } = response;
    const responses = `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses`;
    const report = (requirement: string, part: string, message: string, pointer = '') =>
      onViolation({ operationId: id, status, requirement, part, pointer, message });
    const [key, documented] = documentedIn(operations[id]?.responses ?? {}, status);
    if (documented === undefined) return report(responses, 'status', `${status} is not documented`);
    const check = (requirement: string, part: string, validator: Validator, value: unknown) => {
      if (validator(value)) return;
      for (const { instancePath, message = '' } of validator.errors ?? [])
        report(`${responses}/${key}/${requirement}/schema`, part, message, instancePath);
    };
    const headers: Readonly<Record<string, unknown>> = decodedHeaders(response);
    for (const [name, validator] of Object.entries(documented.headers)) {
      const text = response.headers.get(name);
      // One that is not there may have been hidden by a browser.
      if (text !== null) check(`headers/${escapePointer(name)}`, name, validator, headers[name] ?? text);
    }
    for (const [mediaType, validator] of Object.entries(documented.content).slice(0, 1))
      check(`content/${escapePointer(mediaType)}`, 'body', validator, body);
  };
}

function documentedIn(
  responses: Readonly<Record<string, ResponseValidators>>,
  status: number,
): [key: string, documented: ResponseValidators | undefined] {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  const key = keys.find((one) => responses[one] !== undefined) ?? '';
  return [key, responses[key]];
}

function warnOfViolation({ operationId, status, part, pointer, message, requirement }: ContractViolation): void {
  console.warn(`${operationId} answered ${status}: ${part} ${pointer} ${message} (openapi.json#${requirement})`);
}
