import type { CallDescription } from '../generated/calls.ts';
import type { Lines, OperationValidators, ResponseValidators, Validate as Validator } from '../generated/validators.js';
import { decodedHeaders } from './headers.ts';
import { escapePointer } from './json.ts';
import { violatedRequirement } from './violated-requirement.ts';

/** Where a response is not what the contract says. */
export interface ContractViolation {
  operationId: string;
  status: number;
  /** Where the contract says what it has to be: a JSON pointer into `openapi.json`. */
  requirement: string;
  /** The id of that requirement, as in the reports of `contract verify`. */
  requirementId: string;
  /** `openapi.yaml:LINE`: where it is written. */
  location: string;
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

/** Looks at each response of a client, before the call ends. */
export type Validate = (exchange: Exchange) => Promise<void>;

/** The compiled validators, as the generated module exports them: each is loaded with the first response it is for. */
export interface Validators {
  operations: Readonly<Record<string, () => Promise<OperationValidators>>>;
  lines: () => Promise<Lines>;
}

/**
 * Compares responses with the contract, and reports where one violates it. The call goes on: a server may have learnt a
 * new field. What `onViolation` throws rejects the call.
 */
export function validateWith(
  { operations, lines: loadLines }: Validators,
  onViolation: (violation: ContractViolation) => void = warnOfViolation,
): Validate {
  return async ({ operation, response, body }) => {
    const { id, method, path } = operation;
    const { status } = response;
    const responses = `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses`;
    const validators = await operations[id]?.();
    const [key, documented] = documentedIn(validators?.responses ?? {}, status);
    if (documented === undefined) {
      const lines = await loadLines();
      const [requirementId, location] = [`${id}.responses.undocumented`, lines.responses[id] ?? ''];
      const message = `${status} is not documented`;
      const place = { requirement: responses, requirementId, location, part: 'status', pointer: '' };
      return onViolation({ operationId: id, status, ...place, message });
    }
    const check = async (holder: string, part: string, validator: Validator, value: unknown) => {
      if (validator(value)) return;
      // The next call of the validator forgets them.
      const { errors } = validator;
      const lines = await loadLines();
      const requirement = `${responses}/${key}/${holder}/schema`;
      for (const error of errors ?? []) {
        const { instancePath: pointer, message = '' } = error;
        const { aspect, location } = violatedRequirement(lines, validator, error);
        const ofPart = part === 'body' ? `body${aspect}` : `headers.${part}.schema`;
        const requirementId = `${id}.responses.${key}.${ofPart}`;
        onViolation({ operationId: id, status, requirement, requirementId, location, part, pointer, message });
      }
    };
    const headers: Readonly<Record<string, unknown>> = decodedHeaders(response);
    for (const [name, validator] of Object.entries(documented.headers)) {
      const text = response.headers.get(name);
      // One that is not there may have been hidden by a browser.
      if (text !== null) await check(`headers/${escapePointer(name)}`, name, validator, headers[name] ?? text);
    }
    for (const [mediaType, validator] of Object.entries(documented.content).slice(0, 1))
      await check(`content/${escapePointer(mediaType)}`, 'body', validator, body);
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

function warnOfViolation(violation: ContractViolation): void {
  const { operationId, status, part, pointer, message, requirementId, location } = violation;
  const place = pointer === '' ? part : `${part} ${pointer}`;
  console.warn(`${operationId} answered ${status}: ${place} ${message} (${requirementId}, ${location})`);
}
