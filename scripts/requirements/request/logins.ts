import { isForm } from '../../http/media-types.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isOpen } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { remembered } from '../../openapi/remembered.ts';
import type { ItemPlace } from '../../openapi/resources/item-place.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { sharedProperties } from '../../openapi/resources/resources.ts';
import { isSignUp } from '../../openapi/resources/things-elsewhere.ts';
import { bodySchema, jsonBodySchema, parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';

/** What makes somebody known, and the names of what that is sent and is asked for later. */
export interface AccountSource {
  operation: Operation;
  names: string[];
}

/** Why a refusal of a login shows nothing. */
export const wrongPassword = 'The request has a password that may not be the password of any account.';

/** The statuses that say so, the most usual first. */
export const wrongPasswordStatuses: readonly number[] = [401, 403, 400, 422, 404];

const passwordName = /^pass(?:word|wd|phrase)?$/i;

/**
 * True for what takes a password and gives back nothing of what it was sent: whoever sends it must be known. What makes
 * somebody known answers with that; a login may as well, and says that it answers 401.
 */
export const isLogin = remembered(
  (description: Description, resources: readonly Resource[], operation: Operation): boolean => {
    const { contract } = description;
    if (!['GET', 'POST'].includes(operation.method) || isSignUp(operation)) return false;
    if (resources.some(({ create, list }) => [create, list?.operation].includes(operation))) return false;
    if (![...sentBy(contract, operation)].some(([name, pointer]) => isPassword(contract, name, pointer))) return false;
    const [sent, answered] = [sentSchema(contract, operation), successSchema(contract, operation)];
    if (sent === undefined || answered === undefined) return true;
    const saysWhoIsUnknown = isOpen(operation) && Object.hasOwn(operation.responses, '401');
    return (
      sharedProperties(contract, sent, answered).length === 0 ||
      givesToken(contract, sent, answered) ||
      (saysWhoIsUnknown && signUpFor(description, operation) !== undefined)
    );
  },
);

/** True for a token endpoint of OAuth (RFC 6749 section 5.1): beside the token it may say for which scope that is. */
function givesToken(contract: Contract, sent: string, answered: string): boolean {
  const has = (pointer: string, name: string) => viewSchema(contract, pointer).properties.has(name);
  return has(sent, 'grant_type') && has(answered, 'access_token');
}

/** Where the body of a login has the password, if it has one there. */
export function passwordPlace(contract: Contract, login: Operation): string[] | undefined {
  const place = credentialsPlace(contract, login);
  const properties = place === undefined ? [] : [...viewSchema(contract, place.pointer).properties];
  const own = properties.find(([name, pointer]) => isPassword(contract, name, pointer));
  return own && [...(place?.segments ?? []), own[0]];
}

/** The query parameter of a login that has the password, where its body has none. */
export function passwordParameter(contract: Contract, login: Operation): Parameter | undefined {
  if (passwordPlace(contract, login) !== undefined) return undefined;
  return login.parameters.find(
    (parameter) => parameter.in === 'query' && isPassword(contract, parameter.name, parameterSchema(parameter)),
  );
}

/** What is sent to make known all that a login must be given; what it may be given besides says how it lets in. */
function signUpFor({ contract, operations }: Description, login: Operation): AccountSource | undefined {
  const sent = [...sentBy(contract, login).keys()];
  const required = requiredBy(contract, login);
  const names = required.some((name) => passwordName.test(name)) ? required : sent;
  const operation = operations.find((other) => {
    const place = other === login || other.method !== 'POST' ? undefined : credentialsPlace(contract, other);
    return place !== undefined && names.every((name) => viewSchema(contract, place.pointer).properties.has(name));
  });
  return operation && { operation, names };
}

/**
 * What makes known who logs in; nothing for what is no login. Of two logins that take the same, neither does. A
 * password alone says nothing of whose it is. What only somebody known may send, and has more than a name and a
 * password, is about an account elsewhere: that of a mail server.
 */
export function accountSource(
  description: Description,
  resources: readonly Resource[],
  operation: Operation,
): AccountSource | undefined {
  const signUp = isLogin(description, resources, operation) ? signUpFor(description, operation) : undefined;
  if (signUp === undefined || isLogin(description, resources, signUp.operation)) return undefined;
  const others = signUp.names.filter((name) => !passwordName.test(name));
  return others.length === 0 || (others.length > 2 && !isOpen(operation)) ? undefined : signUp;
}

const membership = /(?:members?|collaborators?|participants?|users|people|invit(?:e|ations?)|share)$/i;

/**
 * What makes known whom a request names beneath something, as a member of a project by an email address, and by which
 * properties; nothing where nobody can be made known.
 */
export const namedAccount = remembered(
  (description: Description, resources: readonly Resource[], operation: Operation): AccountSource | undefined => {
    const { contract, operations } = description;
    const { method, path, requestBody } = operation;
    const place = requestBody === null ? undefined : credentialsPlace(contract, operation);
    if (place === undefined || method !== 'POST' || !path.includes('{')) return undefined;
    const { properties } = viewSchema(contract, place.pointer);
    if (!membership.test(path) || [...properties].some(([name, at]) => isPassword(contract, name, at)))
      return undefined;
    return operations
      .flatMap((login) => accountSource(description, resources, login) ?? [])
      .map(({ operation: signUp, names }) => ({
        operation: signUp,
        names: names.filter((name) => !passwordName.test(name) && properties.has(name)),
      }))
      .find(({ names }) => names.length > 0);
  },
);

/** Where a body has what makes somebody known: at its root, or in its only property, as in `{ "user": {…} }`. */
export function credentialsPlace(contract: Contract, operation: Operation): ItemPlace | undefined {
  const pointer = sentSchema(contract, operation);
  if (pointer === undefined) return undefined;
  const { properties } = viewSchema(contract, pointer);
  const [only] = properties.size === 1 ? properties : [];
  const isHolder = only !== undefined && viewSchema(contract, only[1]).properties.size > 0;
  return isHolder ? { segments: [only[0]], pointer: only[1] } : { segments: [], pointer };
}

/** The schema of what is sent: a login is often a form that is no JSON anywhere (RFC 6749 section 4.3.2). */
export function sentSchema(contract: Contract, operation: Operation): string | undefined {
  const form = operation.requestBody?.mediaTypes.find(isForm);
  return jsonBodySchema(contract, operation) ?? (form && bodySchema(contract, operation, form));
}

/** The names of what an operation must be given in the query and the body. */
function requiredBy(contract: Contract, operation: Operation): string[] {
  const place = credentialsPlace(contract, operation);
  const query = operation.parameters.filter(({ in: where, required }) => where === 'query' && required);
  return [
    ...query.map(({ name }) => name),
    ...(place === undefined ? [] : viewSchema(contract, place.pointer).required.keys()),
  ];
}

/** The schemas of the query parameters and the properties that an operation takes. */
function sentBy(contract: Contract, operation: Operation): Map<string, string> {
  const place = credentialsPlace(contract, operation);
  const query = operation.parameters.filter(({ in: where }) => where === 'query');
  return new Map([
    ...query.map((parameter): [string, string] => [parameter.name, parameterSchema(parameter)]),
    ...(place === undefined ? [] : viewSchema(contract, place.pointer).properties),
  ]);
}

/** True for what is called a password. */
export function isPasswordName(name: string): boolean {
  return passwordName.test(name);
}

/** True for a password, by its name or its format: few servers give it back, whatever their contracts have. */
export function isPassword(contract: Contract, name: string, pointer: string): boolean {
  return isPasswordName(name) || viewSchema(contract, pointer).keywords.get('format')?.value === 'password';
}
