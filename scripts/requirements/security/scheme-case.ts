import { headerIn } from '../../http/message-changes.ts';
import { type Credential, carrierOf } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation, SecurityRequirement } from '../../openapi/operation-table.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { namesOf, placeOf, schemeOf, section, unauthorized } from './operation-security.ts';

const spellings = [
  { name: 'lower case', spell: (scheme: string) => scheme.toLowerCase() },
  { name: 'upper case', spell: (scheme: string) => scheme.toUpperCase() },
];

/** The name of a scheme of HTTP, which has no case (RFC 9110 section 11.1). */
export const securitySchemeCase = defineKind({
  id: '{operationId}.security.schemeCase',
  section,
  list: (context, operation) =>
    operation === null || schemedAlternatives(context.description, operation).length === 0
      ? []
      : [
          {
            subject: { operationId: operation.id },
            ...placeOf(context, operation),
            statement: 'The scheme before the key must be accepted in any letter case (RFC 9110 section 11.1).',
          },
        ],
  contractAdvice: () => null,
  server: {
    reach: {
      by: 'cases',
      cases: (context, operation) =>
        schemedAlternatives(context.description, operation)
          .filter((alternative) => context.isGiven(alternative))
          .flatMap((alternative) =>
            spellings.map(({ name, spell }) => ({
              subject: { operationId: operation.id },
              title: `${namesOf(alternative)}, its scheme in ${name}`,
              expectation: { kind: 'accepted' },
              build: async (at, isFresh) => ({
                ...(await at.source.base(operation, 'all', isFresh)),
                credential: spelled(at.credentialFor(alternative), spell),
              }),
            })),
          ),
    },
    faults: (context, { subject }) => {
      const isTo = context.isTo(operationOf(context, subject));
      return spellings.map(({ name, spell }) => {
        const refuse = answering(
          (request) => {
            const [, scheme] = /^(\S+) /.exec(headerIn(request, 'Authorization') ?? '') ?? [];
            return isTo(request) && scheme !== undefined && scheme === spell(scheme);
          },
          (request, send) => send(context.withoutKey(request)),
        );
        return faultDraft(`refuses it in ${name}`, refuse);
      });
    },
    advice: () => 'Compare the scheme without regard to letter case.',
  },
  // A client may write it in any case.
  client: null,
});

/** Those of the ways to call an operation that have a scheme of HTTP, where the contract documents a refusal. */
function schemedAlternatives(description: Description, operation: Operation): SecurityRequirement[] {
  if (unauthorized(description, operation) === undefined) return [];
  return operation.security.filter((alternative) =>
    Object.keys(alternative).some((name) => schemeOf(carrierOf(description.service, name)) !== undefined),
  );
}

/** The same credential, its scheme spelled otherwise. */
function spelled({ headers, query }: Credential, spell: (scheme: string) => string): Credential {
  return {
    headers: headers.map(([name, value]) => [
      name,
      name === 'Authorization' ? value.replace(/^(Bearer|Basic)(?= )/, spell) : value,
    ]),
    query,
  };
}
