import { descriptionAt } from '../../openapi/contract.ts';
import { type Carrier, carrierOf, isOpen, securityPointer } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation, SecurityRequirement } from '../../openapi/operation-table.ts';
import { remembered } from '../../openapi/remembered.ts';
import { servesOthers } from '../../openapi/resources/shown-to-known.ts';
import type { ServiceDescription } from '../../openapi/service.ts';
import { refusals, type Statuses } from '../cases.ts';
import type { Listed } from '../listed.ts';
import type { PlanningContext } from '../planning-context.ts';

/** What the requirements of one operation's security have in common. */
export type SecuritySubject = Readonly<Record<'operationId', string>>;

export const section = () => 'Security';
export const contractAdvice = () => 'change the security of the operation';
export const serverAdvice = () => 'Check the credential before everything else.';
export const clientAdvice = () => 'Send the credential that the operation asks for, and nowhere else.';

/** Where a requirement of an operation's security stands, and what decides it besides. */
export function placeOf(
  { description: { contract } }: PlanningContext,
  operation: Operation,
): Pick<Listed<string>, 'pointer' | 'alsoAt'> {
  return {
    pointer: securityPointer(contract, operation),
    // What the document says for all operations stands for each, and the schemes are explained elsewhere.
    alsoAt: ['/components/securitySchemes', `${operation.pointer}/security`],
  };
}

/**
 * A requirement of an operation that asks for a credential; none where it is open.
 * A server is bound only where the contract documents a refusal, and where some request can show it.
 */
export function listClosed(
  context: PlanningContext,
  operation: Operation | null,
  statement: string,
  isShownByServers = true,
): (Listed<string> & { subject: SecuritySubject })[] {
  if (operation === null || isOpen(operation)) return [];
  const { description } = context;
  // What others get, the description says: then a refusal is as good as that.
  const isForServers =
    isShownByServers &&
    unauthorized(description, operation) !== undefined &&
    !servesOthers(description.contract, operation);
  const listed = { subject: { operationId: operation.id }, ...placeOf(context, operation), statement };
  return [isForServers ? listed : { ...listed, side: 'client' }];
}

/**
 * 401, or 403 where only that is documented, or where its description speaks of a request without a credential;
 * undefined where no credential is needed, and where no refusal of a request without one is documented. A contract that
 * has 401 elsewhere tells it from 403, which then is for whom the server knows (RFC 9110 section 15.5.4).
 */
export function unauthorized(description: Description, operation: Operation): Statuses | undefined {
  if (isOpen(operation)) return undefined;
  if (isOfUnknown(description, operation.responses['403'])) return refusals(operation, [401, 403]);
  const only = ['401', '403'].find((status) => Object.hasOwn(operation.responses, status));
  if (only === '403' && documents401(description)) return undefined;
  return refusals(operation, only === '401' ? [401] : only === '403' ? [403, 401] : [401, 403]);
}

const credential = '(?:api |access |bearer )?(?:token|key|credentials?|authorization|authentication)';
const forms = [
  '(?:not|un)[ -]?authenticated',
  'not (?:logged|signed) in',
  `(?:missing|no|without) (?:an? |the |valid )*${credential}`,
  `${credential} (?:is|are|was|were) (?:missing|required|not (?:provided|given|sent))`,
  'authentication required',
];
const ofUnknown = new RegExp(`\\b(?:${forms.join('|')})\\b`, 'i');

/** True where a 403 is for whoever sends no credential, as "Not authenticated" says. */
function isOfUnknown({ contract }: Description, refusal: Operation['responses'][string] | undefined): boolean {
  return refusal !== undefined && ofUnknown.test(descriptionAt(contract, refusal.pointer));
}

const documents401 = remembered(({ operations }: Description) =>
  operations.some((one) => !isOpen(one) && Object.hasOwn(one.responses, '401')),
);

/** The schemes of one of the ways to call an operation, for people and in ids. */
export function namesOf(alternative: SecurityRequirement): string {
  return Object.keys(alternative).join(' and ');
}

/** Every way in which an operation takes a key, alone or together with others. */
export function carriersOf(service: ServiceDescription, { security }: Operation): Carrier[] {
  return security.flatMap((alternative) => Object.keys(alternative).map((name) => carrierOf(service, name)));
}

/** The schemes each of which is enough to call an operation. */
export function singleSchemes(operation: Operation | null): string[] {
  return (operation?.security ?? [])
    .map((alternative) => Object.keys(alternative))
    .flatMap((names) => (names.length === 1 ? names : []));
}

/** How a key is carried to an operation by those of its alternatives that need one scheme alone. */
export function singleCarriers(service: ServiceDescription, operation: Operation | null): Carrier[] {
  return singleSchemes(operation).map((name) => carrierOf(service, name));
}

/**
 * The name of a scheme of HTTP, which is sent with the key (RFC 9110 section 11.1); undefined for a way that has none.
 */
export function schemeOf({ kind }: Carrier): 'Bearer' | 'Basic' | undefined {
  return kind === 'bearer' ? 'Bearer' : kind === 'basic' ? 'Basic' : undefined;
}
