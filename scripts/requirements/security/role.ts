import type { Exact } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { isSuccess } from '../../http/exchange.ts';
import { isOpen } from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { answering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import { type Account, accountsOf, beginAs, keysIn, type Traits, textIn, withToken } from '../request/accounts.ts';
import { mayDoAll, type Restriction, restrictionOf, rolesIn } from '../request/roles.ts';
import { section } from './operation-security.ts';

const id = '{operationId}.security.role';

/** A request that only somebody in a role may send, from an account that has another one. */
export const securityRole = defineKind({
  id,
  section,
  list: (context, operation) =>
    operation === null || takenBy(context, operation) === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'Somebody who has not the role that a description asks for must be refused.',
          },
        ],
  contractAdvice: () => 'change the description of the operation',
  server: {
    reach: { by: 'last probes', probe: probeRole },
    faults: (context, { subject }) => {
      const isAsked = context.isTo(operationOf(context, subject));
      const served = answering(isAsked, (request, send, { key }) =>
        send({
          ...request,
          headers: request.headers.map(([name, value]) => [
            name,
            name === 'Authorization' ? value.replace(/ .*/, ` ${key}`) : value,
          ]),
        }),
      );
      return [faultDraft('serves whoever is known', served)];
    },
    advice: () => 'Look at the role of whoever sends the request, and answer 403.',
  },
  client: null,
});

/** Whom an operation is for, where anybody may make an account that is nobody of them. */
export function takenBy(
  context: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation,
): { restriction: Restriction; outsiders: { account: Account; traits: Traits }[] } | undefined {
  const { contract } = context.description;
  if (isOpen(operation)) return undefined;
  const accounts = accountsOf(context).map((account) => ({ account, roles: rolesIn(contract, account.signUp) }));
  const names = (traits: Traits) => Object.values(traits).map((value) => String(value).toLowerCase());
  const known = accounts.flatMap(({ roles }) => roles.flatMap(names));
  const restriction = restrictionOf(contract, operation, known);
  if (restriction === undefined) return undefined;
  const isOutside = (traits: Traits) =>
    names(traits).every((name) => !mayDoAll(name) && !restriction.roles.includes(name));
  const outsiders = accounts.flatMap(({ account, roles }) => [
    { account, traits: {} },
    ...(restriction.isExclusive ? roles.filter(isOutside).map((traits) => ({ account, traits })) : []),
  ]);
  return outsiders.length === 0 ? undefined : { restriction, outsiders };
}

async function* probeRole({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { restriction, outsiders } = takenBy(context, operation) ?? {};
  const subject = { operationId: operation.id };
  for (const { account, traits } of outsiders ?? []) {
    const { token, shown } = await beginAs(context, call, account, traits);
    const role = roleIn(shown);
    const isGiven = Object.keys(traits).length > 0;
    // Without a role in sight, somebody new has the least of those that accounts may be given.
    const isOutside = role === undefined ? isGiven || hasNoRoles(context, account) : !isAllowed(restriction, role);
    if (token === undefined || !isOutside) continue;
    const parts = await context.source.base(operation);
    const answer = await call(withToken(parts, keysIn(context, parts), token), { mayBeRefused: true });
    const as = role ?? Object.values(traits).map(String)[0] ?? 'somebody new';
    yield { subject, answer, judgement: judge(answer, as) };
  }
}

/** The role that an account shows, in lower case. */
export function roleIn(account: Exact | undefined): string | undefined {
  return textIn(account, /^(?:user_?)?role$/i)?.toLowerCase();
}

/** True for a role whose holders may send what is for these. */
export function isAllowed(restriction: Restriction | undefined, role: string): boolean {
  return mayDoAll(role) || restriction?.roles.includes(role) === true;
}

function hasNoRoles({ description: { contract } }: ProbeRun['context'], { signUp }: Account): boolean {
  return rolesIn(contract, signUp).length === 0;
}

function judge(answer: Probed<typeof id>['answer'], as: string): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  if (status === 403) return 'kept';
  const received = `${status}, ${excerpt(answer)}`;
  if (isSuccess(answer.response))
    return { documented: `403 to an account whose role is another one (${as}).`, received };
  return { outOfReach: 'No account in another role has sent a request that would be served otherwise.' };
}
