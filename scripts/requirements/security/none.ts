import { isSuccess } from '../../http/exchange.ts';
import { type Credential, carrierOf } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { defineKind } from '../kind.ts';
import { isBesideHead } from '../operation/head.ts';
import { placeValue } from '../parameter/place-value.ts';
import type { PlanningContext } from '../planning-context.ts';
import { withoutCredential } from '../request/request-parts.ts';
import { sendsNoKey, takes } from './credential-faults.ts';
import { clientAdvice, contractAdvice, listClosed, section, serverAdvice, unauthorized } from './operation-security.ts';
import { judgeCredential } from './read-credential.ts';
import { type Change, refusedCase, type SecurityCase, unknownKeys, type WrongCredential } from './wrong-credentials.ts';

const statement = 'A credential is needed: a request without one must be refused.';

/** A request without a credential. */
export const securityNone = defineKind({
  id: '{operationId}.security.none',
  section,
  list: (context, operation) => listClosed(context, operation, statement),
  contractAdvice,
  server: {
    reach: {
      by: 'cases',
      cases: (context, operation) => [
        ...refusedCase(context, operation, 'no credential'),
        ...variations(context, operation).flatMap(({ title, change }) =>
          refusedCase(context, operation, title, { change }),
        ),
        ...partial(context, operation).flatMap(({ title, credential }) =>
          refusedCase(context, operation, title, { credential }),
        ),
        ...ofOthers(context, operation).flatMap(({ title, credential }) =>
          // Whose credential it is, a server may know all the same.
          refusedCase(context, operation, title, { credential, others: [403] }),
        ),
        ...headCase(context.description, operation),
      ],
    },
    faults: (context, { subject }) => [takes(context, subject, 'no credential', ({ isNone }) => isNone)],
    advice: serverAdvice,
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      refusedAt: () => 'credential',
      judge: ({ credential }) => judgeCredential(credential, 'none'),
    },
    faults: (context, { subject }) => [sendsNoKey(context, subject)],
    advice: clientAdvice,
  },
});

/** Other requests that the contract allows: a server that refuses one of them may serve another. */
function variations(context: PlanningContext, { parameters }: Operation): { title: string; change: Change }[] {
  const query = parameters.filter(
    (parameter) => parameter.in === 'query' && parameter.mediaType === null && !parameter.required,
  );
  const leastOf = (parameter: Parameter) =>
    numberAt(viewSchema(context.description.contract, parameterSchema(parameter)), 'minimum');
  const one = query.flatMap((parameter) =>
    [leastOf(parameter) ?? [], context.source.parameters.valueOf(parameter)]
      .flat()
      .map((value) => [[parameter, value] as const]),
  );
  const all = query.map((parameter) => [parameter, context.source.parameters.valueOf(parameter)] as const);
  return [...one, ...(query.length > 1 ? [all] : [])].map((given) => ({
    title: `no credential, with ${given.map(([{ name }]) => name).join(' and ')}`,
    change: (parts) => given.reduce((built, [parameter, value]) => placeValue(built, parameter, value), parts),
  }));
}

/**
 * Of schemes that are needed together, each left out once, and once with a key that nobody has, unless the others are
 * enough by another alternative.
 */
function partial(context: PlanningContext, { security }: Operation): WrongCredential[] {
  return security
    .filter((alternative) => Object.keys(alternative).length > 1)
    .flatMap((alternative) =>
      Object.keys(alternative).flatMap((left) => {
        const others = Object.fromEntries(Object.entries(alternative).filter(([name]) => name !== left));
        const isEnough = security.some((other) => Object.keys(other).every((name) => Object.hasOwn(others, name)));
        if (isEnough) return [];
        const rest = context.credentialFor(others);
        const carrier = carrierOf(context.description.service, left);
        const unknown = unknownKeys(carrier, context.keyOf(left)).slice(0, 1);
        return [
          { title: `without ${left}`, credential: rest },
          ...unknown.map(({ title, credential: { headers, query } }) => ({
            title: `${title} for ${left}`,
            credential: { headers: [...rest.headers, ...headers], query: [...rest.query, ...query] },
          })),
        ];
      }),
    );
}

/**
 * The right credentials of schemes that other operations take, and this one does not, also not written otherwise. A
 * key that it takes may be looked for in each of its places.
 */
function ofOthers(context: PlanningContext, { security }: Operation): WrongCredential[] {
  const { credentials = {} } = context.keys;
  const all = new Set(context.description.operations.flatMap((one) => one.security.flatMap(Object.keys)));
  const written = ({ headers, query }: Credential) => JSON.stringify([headers, query]);
  const own = new Set(security.flatMap(Object.keys));
  const right = [...own].map((scheme) => written(context.credentialFor({ [scheme]: [] })));
  const keys = new Set([...own].map((scheme) => context.keyOf(scheme)));
  return [...all]
    .filter((scheme) => !own.has(scheme) && Object.hasOwn(credentials, scheme) && !keys.has(context.keyOf(scheme)))
    .map((scheme) => ({
      title: `the credential of ${scheme}, which is not asked for`,
      credential: context.credentialFor({ [scheme]: [] }),
    }))
    .filter(({ credential }) => !right.includes(written(credential)));
}

/** HEAD is not described: it may be refused in any way, and must not be served (RFC 9110 section 9.3.2). */
function headCase(description: Description, operation: Operation): SecurityCase[] {
  if (operation.method !== 'GET' || unauthorized(description, operation) === undefined) return [];
  if (isBesideHead(description, operation)) return [];
  return [
    {
      subject: { operationId: operation.id },
      title: 'no credential, with HEAD',
      expectation: { kind: 'checked' },
      build: async (at) => ({ ...withoutCredential(await at.source.base(operation)), method: 'HEAD' }),
      check: (_, { response }) =>
        isSuccess(response) ? { documented: statement, received: `${response.status} to HEAD` } : undefined,
    },
  ];
}
