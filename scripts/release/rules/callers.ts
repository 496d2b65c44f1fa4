import { resolvePart } from '../../openapi/contract.ts';
import { type Json, objectOf } from '../../openapi/json.ts';
import type { Contracts, Found, Pair } from './found.ts';
import type { OperationPlace } from './operation-places.ts';

/**
 * What changed in the credentials that webhooks and callbacks come with, where these have `security` of their own: that
 * of the document is what clients send.
 */
export function callerChanges(contracts: Contracts, operations: readonly Pair<OperationPlace>[]): Found[] {
  return operations
    .filter(({ before }) => before.request === 'read')
    .flatMap(({ before, now }): Found[] => {
      const [old, own] = [ownSecurity(contracts, 'before', before), ownSecurity(contracts, 'now', now)];
      if (JSON.stringify(old ?? []) === JSON.stringify(own ?? [])) return [];
      const places = {
        flow: 'read' as const,
        ...(old !== undefined && { before: `${before.pointer}/security` }),
        ...(own === undefined ? { holder: now.pointer } : { now: `${now.pointer}/security` }),
      };
      const { id } = now.operation;
      const credentials = describe(old);
      if (credentials === undefined)
        return [{ ...places, impact: 'minor', message: `${id} comes with ${describe(own)} now.` }];
      return [
        {
          ...places,
          impact: 'major',
          message: `${id} comes with ${describe(own) ?? 'no credential'}, no longer with ${credentials}.`,
          breaks: `clients that check ${credentials}`,
          remedy: 'leave its `security` as it was',
        },
      ];
    });
}

function ownSecurity(contracts: Contracts, side: keyof Contracts, { pointer }: OperationPlace): Json | undefined {
  return objectOf(resolvePart(contracts[side], pointer).value)['security'];
}

/** The names of the schemes, in the ways that they are asked for; undefined for none. */
function describe(security: Json | undefined): string | undefined {
  const ways = (Array.isArray(security) ? security : []).map((one) =>
    Object.keys(objectOf(one))
      .map((name) => `\`${name}\``)
      .join(' and '),
  );
  return ways.filter(Boolean).join(' or ') || undefined;
}
