import { type Contract, resolvePart } from './contract.ts';
import { pointerTo } from './json.ts';
import { jsonTypesOf } from './json-responses.ts';
import type { Operation } from './operation-table.ts';
import { remembered } from './remembered.ts';
import { schemaOf } from './schemas/schema-pointers.ts';

/** True where a request that is served can be answered as documented; also where the contract documents no answer. */
export function documentsSuccess({ responses }: Operation): boolean {
  // After a 1xx comes another response (RFC 9110 section 15.2).
  const statuses = Object.keys(responses).filter((status) => !status.startsWith('1'));
  return statuses.length === 0 || statuses.some((status) => /^(?:[23]|default$)/.test(status));
}

/** True where a `default` stands for the success, as nothing else documents one. */
export function isDefaultSuccess({ responses }: Pick<Operation, 'responses'>): boolean {
  const statuses = Object.keys(responses);
  return statuses.includes('default') && !statuses.some((status) => /^[23]/.test(status));
}

/**
 * True where the contract says what is answered when nothing is there: without that, it is for the server to say. A
 * `default` that stands for the success says nothing of it.
 */
export function documentsMissing(operation: Operation): boolean {
  const statuses = ['404', '410', '4XX', ...(isDefaultSuccess(operation) ? [] : ['default'])];
  return statuses.some((status) => Object.hasOwn(operation.responses, status));
}

/** The media types of which a success may be; none where it has no body. */
export function successTypes({ responses }: Operation): string[] {
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status));
  const documented =
    successes.length > 0 ? successes : Object.entries(responses).filter(([status]) => status === 'default');
  return [...new Set(documented.flatMap(([, { mediaTypes }]) => mediaTypes))];
}

/** Pointer of the JSON schema of the first 2xx response that has one, else that of a `default` that stands for it. */
export const successSchema = remembered((contract: Contract, operation: Operation) =>
  schemaWith(contract, operation, isDefaultSuccess(operation) ? /^default$/ : /^2/),
);

function schemaWith(contract: Contract, operation: Operation, statuses: RegExp): string | undefined {
  const documented = Object.entries(operation.responses).filter(([status]) => statuses.test(status));
  const [content] = documented.flatMap(([, response]) =>
    jsonTypesOf(contract, response)
      .slice(0, 1)
      .map((mediaType) => `${response.pointer}/content${pointerTo(mediaType)}`),
  );
  return content === undefined ? undefined : schemaOf(contract, content);
}

/** True where two operations answer with such a thing: with one schema. */
export function answerAlike(contract: Contract, one: Operation, other: Operation): boolean {
  const [own, others] = [one, other].map((operation) => {
    const pointer = successSchema(contract, operation);
    return pointer === undefined ? undefined : resolvePart(contract, pointer).pointer;
  });
  return own !== undefined && own === others;
}
