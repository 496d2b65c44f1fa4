import { encode } from '../http/percent-encoding.ts';
import { type Contract, resolvePart } from './contract.ts';
import { objectOf, stringOf } from './json.ts';
import type { Operation, SecurityRequirement } from './operation-table.ts';
import type { ServiceDescription } from './service.ts';

/** What a request carries to show who sends it. */
export interface Credential {
  headers: readonly (readonly [name: string, value: string])[];
  query: readonly (readonly [name: string, value: string])[];
}

export const noCredential: Credential = { headers: [], query: [] };

/** One way to carry a key: by a scheme of OpenAPI. */
export type Carrier = { kind: 'bearer' | 'basic' } | { kind: 'header' | 'query' | 'cookie'; name: string };

/**
 * How a security scheme carries a key (OpenAPI, Security Scheme Object); OAuth and OpenID Connect give bearer tokens.
 */
export function carrierOf(service: ServiceDescription, name: string): Carrier {
  const scheme = objectOf(service.securitySchemes[name]);
  const place = scheme['in'];
  if (scheme['type'] === 'apiKey' && (place === 'header' || place === 'query' || place === 'cookie'))
    return { kind: place, name: stringOf(scheme['name']) ?? '' };
  return { kind: stringOf(scheme['scheme'])?.toLowerCase() === 'basic' ? 'basic' : 'bearer' };
}

/** A key where its security scheme has it. */
export function carry(carrier: Carrier, key: string): Credential {
  switch (carrier.kind) {
    case 'bearer':
      return { headers: [['Authorization', `Bearer ${key}`]], query: [] };
    case 'basic':
      return {
        headers: [['Authorization', `Basic ${Buffer.from(key.includes(':') ? key : `${key}:`).toString('base64')}`]],
        query: [],
      };
    case 'header':
      return { headers: [[carrier.name, key]], query: [] };
    case 'cookie':
      return { headers: [['Cookie', `${carrier.name}=${key}`]], query: [] };
    case 'query':
      return { headers: [], query: [[encode(carrier.name), encode(key)]] };
  }
}

/** The credential that one alternative of a security requirement asks for, with one key or with that of each scheme. */
export function credentialFor(
  service: ServiceDescription,
  requirement: SecurityRequirement,
  key: string | ((scheme: string) => string),
): Credential {
  const all = Object.keys(requirement).map((name) =>
    carry(carrierOf(service, name), typeof key === 'string' ? key : key(name)),
  );
  return { headers: all.flatMap(({ headers }) => headers), query: all.flatMap(({ query }) => query) };
}

/** Where the contract says who may call an operation: at the operation itself, else for all of them. */
export function securityPointer(contract: Contract, { pointer }: Pick<Operation, 'pointer'>): string {
  const isOwn = Object.hasOwn(objectOf(resolvePart(contract, pointer).value), 'security');
  return isOwn ? `${pointer}/security` : '/security';
}

/** True when the contract lets everybody call the operation. */
export function isOpen({ security }: Operation): boolean {
  return security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0);
}
