import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { remembered } from '../../openapi/remembered.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { credentialsPlace, isLogin, namedAccount, wrongPassword, wrongPasswordStatuses } from './logins.ts';
import { resourceOfPath } from './referenced-resource.ts';

/** Why a refusal of what needs a secret shows nothing. */
export const unknownSecret = 'The request has a secret, as the token of a mail, that may have been given to nobody.';

/** Why a refusal of what names somebody shows nothing. */
export const unknownAccount = 'The request names an account that may not be there.';

const knownPassword = /^(?:old|current|present|existing|previous)[-_]?pass(?:word|wd|phrase)?$/i;

const purpose = 'refresh|reset|recovery|verif(?:y|ication)|confirm(?:ation)?|activation|invit(?:e|ation)|magic|otp';

const namedSecret = new RegExp(
  `^(?:(?:password|email)[-_]?)?(?:(?:${purpose}|mfa|2fa)[-_]?(?:token|code|key|hash)|t?otp(?:[-_]?code)?)$`,
  'i',
);

const bareSecret = /^(?:token|code|hash|pin)$/i;

/** Of an operation that is called so, what is called a token or a code is such a secret. */
const secretUse = new RegExp(`(?:${purpose}|validate|accept|2fa|mfa)`, 'i');

/** Why a refusal of an operation shows nothing: it is a login, or needs what only the server gives out. */
export function whySecretRefused(
  { description, resources }: { description: Description; resources: readonly Resource[] },
  operation: Operation,
): string | undefined {
  if (isLogin(description, resources, operation)) return wrongPassword;
  if (namedAccount(description, resources, operation) !== undefined) return unknownAccount;
  return needsSecret(description.contract, resources, operation) ? unknownSecret : undefined;
}

/** The statuses of such a refusal: a token may also be of no use any more. */
export const secretStatuses: readonly number[] = [...wrongPasswordStatuses, 410];

/**
 * True where a request has the password that an account has already, a token that came with a login or a mail, or a
 * code of one's own device. The token of a path may name a thing that clients make.
 */
const needsSecret = remembered((contract: Contract, resources: readonly Resource[], operation: Operation): boolean => {
  const isSecret = (name: string) =>
    knownPassword.test(name) ||
    namedSecret.test(name) ||
    (bareSecret.test(name) && secretUse.test(`${operation.id} ${operation.path}`));
  const place = operation.requestBody === null ? undefined : credentialsPlace(contract, operation);
  if (place !== undefined && [...viewSchema(contract, place.pointer).properties.keys()].some(isSecret)) return true;
  return operation.parameters.some(
    ({ in: where, name }) =>
      isSecret(name) &&
      (where === 'query' || (where === 'path' && resourceOfPath({ resources }, operation, name)?.create === undefined)),
  );
});
