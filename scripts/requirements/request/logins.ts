import { isJson } from '../../http/media-types.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { type Resource, sharedProperties } from '../../openapi/resources.ts';
import { bodySchema, parameterSchema } from '../../openapi/schema-pointers.ts';
import { viewSchema } from '../../openapi/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';

/** Why a refusal of a login shows nothing. */
export const wrongPassword = 'The request has a password, which need not be that of anybody.';

/** The statuses that say so. */
export const wrongPasswordStatuses: readonly number[] = [400, 401, 403, 404, 422];

const passwordName = /^pass(?:word|wd|phrase)?$/i;

/**
 * True for what takes a password and gives back nothing of what it was sent: whoever sends it must be known. What makes
 * somebody known answers with that.
 */
export function isLogin(contract: Contract, resources: readonly Resource[], operation: Operation): boolean {
  if (!['GET', 'POST'].includes(operation.method)) return false;
  if (resources.some(({ create, list }) => [create, list?.operation].includes(operation))) return false;
  if (![...sentBy(contract, operation)].some(([name, pointer]) => isPassword(contract, name, pointer))) return false;
  const [sent, answered] = [jsonSchemaOf(contract, operation), successSchema(contract, operation)];
  return sent === undefined || answered === undefined || sharedProperties(contract, sent, answered).length === 0;
}

/** What is sent to make known all that a login has. */
export function signUpFor(
  contract: Contract,
  operations: readonly Operation[],
  login: Operation,
): { operation: Operation; names: string[] } | undefined {
  const names = [...sentBy(contract, login).keys()];
  const operation = operations.find((other) => {
    const schema = other === login || other.method !== 'POST' ? undefined : jsonSchemaOf(contract, other);
    return schema !== undefined && names.every((name) => viewSchema(contract, schema).properties.has(name));
  });
  return operation && { operation, names };
}

/** The schemas of the query parameters and the properties that an operation takes. */
function sentBy(contract: Contract, operation: Operation): Map<string, string> {
  const schema = jsonSchemaOf(contract, operation);
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  return new Map([
    ...query.map((parameter): [string, string] => [parameter.name, parameterSchema(parameter)]),
    ...(schema === undefined ? [] : viewSchema(contract, schema).properties),
  ]);
}

function isPassword(contract: Contract, name: string, pointer: string): boolean {
  return passwordName.test(name) || viewSchema(contract, pointer).keywords.get('format')?.value === 'password';
}

function jsonSchemaOf(contract: Contract, operation: Operation): string | undefined {
  const mediaType = operation.requestBody?.mediaTypes.find(isJson);
  return mediaType === undefined ? undefined : bodySchema(contract, operation, mediaType);
}
