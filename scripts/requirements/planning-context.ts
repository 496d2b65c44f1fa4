import { type Exact, within } from '../http/exact-json.ts';
import { type Answer, headerOf } from '../http/exchange.ts';
import { ownValue } from '../http/own-value.ts';
import { type Credential, credentialFor, isOpen, noCredential } from '../openapi/credentials.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation, SecurityRequirement } from '../openapi/operation-table.ts';
import { itemIn } from '../openapi/resources/item-place.ts';
import type { Resource } from '../openapi/resources/resource.ts';
import { resourcesOf } from '../openapi/resources/resources.ts';
import { asShown } from '../openapi/resources/shown-identifier.ts';
import { shownToKnown } from '../openapi/resources/shown-to-known.ts';
import { singletonsOf } from '../openapi/resources/singletons.ts';
import { ValueSource } from '../openapi/values/values.ts';
import type { CallOperation } from './request/request-material.ts';
import { linkedIdentifier } from './request/request-parts.ts';
import { RequestSource } from './request/request-source.ts';
import { type ResponseSet, responsesTo, unmatchedResponses } from './response/response-sets.ts';
import type { Specification } from './specification.ts';

/**
 * The keys of a run: one with a generous limit, one whose limit may be spent, one that was valid once, and those of
 * plans by their names, the one whose limit may be spent or others.
 */
export interface Keys {
  key: string;
  limitedKey: string | undefined;
  revokedKey?: string | undefined;
  planKeys?: Readonly<Record<string, string>> | undefined;
  /** Credentials by the names of security schemes, each in place of the key. */
  credentials?: Readonly<Record<string, string>> | undefined;
  /** Header fields of every request. */
  headers?: readonly (readonly [name: string, value: string])[] | undefined;
}

/**
 * What kinds of requirements plan their cases with. Planning sends nothing; building a case may create what it needs.
 */
export class PlanningContext {
  readonly specification: Specification;
  readonly description: Description;
  readonly keys: Keys;
  readonly values: ValueSource;
  readonly resources: readonly Resource[];
  readonly singletons: readonly Resource[];
  readonly unmatched: ResponseSet;
  readonly source: RequestSource;
  readonly #sets: ReadonlyMap<string, ResponseSet>;

  /** The same seed gives the same values. */
  constructor(specification: Specification, keys: Keys, seed: number, call: CallOperation) {
    const { description } = specification;
    this.specification = specification;
    this.description = description;
    this.keys = keys;
    this.values = new ValueSource(description.contract, seed);
    this.resources = resourcesOf(description);
    this.singletons = singletonsOf(description);
    this.unmatched = unmatchedResponses(description);
    this.#sets = new Map(description.operations.map((operation) => [operation.id, responsesTo(operation)]));
    this.source = new RequestSource(this, call);
  }

  /** Those of the operations, then those of requests that reach none, if the contract has them. */
  responseSets(): ResponseSet[] {
    return [...this.#sets.values(), ...(Object.keys(this.unmatched.responses).length > 0 ? [this.unmatched] : [])];
  }

  setOf(operation: Operation): ResponseSet {
    const set = this.#sets.get(operation.id);
    if (set === undefined) throw new Error(`There is no operation ${operation.id}.`);
    return set;
  }

  /**
   * How a key is carried to an operation: by the first of its ways that the run has all credentials for. What takes one
   * or none may show more to somebody who is known, as other operations do: it is sent where it is given by name, and
   * where a description says what only they see.
   */
  credentialOf(operation: Operation, key = this.keys.key): Credential {
    const ways = operation.security.filter((one) => Object.keys(one).length > 0);
    const way = ways.find((one) => this.isGiven(one)) ?? ways[0];
    if (way === undefined || (isOpen(operation) && !this.#showsMore(operation, way))) return noCredential;
    return key === this.keys.key ? this.credentialFor(way) : credentialFor(this.description.service, way, key);
  }

  /** The right credential by one way to call an operation. */
  credentialFor(alternative: SecurityRequirement): Credential {
    return credentialFor(this.description.service, alternative, (scheme) => this.keyOf(scheme));
  }

  /** The right key for a security scheme. */
  keyOf(scheme: string): string {
    return ownValue(this.keys.credentials, scheme) ?? this.keys.key;
  }

  /** Whether the run has all credentials that a way to call an operation needs. */
  isGiven(alternative: SecurityRequirement): boolean {
    return Object.keys(alternative).every((scheme) => isGivenFor(this.keys, scheme));
  }

  #showsMore(operation: Operation, way: SecurityRequirement): boolean {
    const isNamed = Object.keys(way).every((scheme) => ownValue(this.keys.credentials, scheme) !== undefined);
    return isNamed || shownToKnown(this.description.contract, operation) !== undefined;
  }

  /** Whether the schema at `pointer` allows a value. */
  isValid(direction: 'request' | 'response', pointer: string, value: Exact): boolean {
    return this.description.schemas.isValid(direction, pointer, value);
  }

  /**
   * The identifier of what a response created: in its body, else at the end of its `Location`. Where nothing has it in
   * its path, nobody knows whether what stands there is a number or a text.
   */
  idIn(resource: Resource, { response, body }: Answer): Exact | undefined {
    const { contract } = this.description;
    const { idProperty, parameter } = resource;
    const own = idProperty === undefined ? undefined : within(body, [idProperty]);
    if (own !== undefined) return own;
    const held = idProperty === undefined ? undefined : within(itemIn(contract, resource, body ?? null), [idProperty]);
    const location = headerOf(response, 'Location');
    const isLinked = location !== undefined && (parameter !== undefined || held === undefined);
    return isLinked ? asShown(contract, resource, linkedIdentifier(contract, parameter, location)) : held;
  }
}

/** Whether a run has a credential for a security scheme. */
export function isGivenFor({ key, credentials }: Keys, scheme: string): boolean {
  return key !== '' || credentials === undefined || Object.hasOwn(credentials, scheme);
}

/** For planning alone: where a case needs something that a server has to create, building it fails. */
export function offlineContext(specification: Specification): PlanningContext {
  const keys = {
    key: 'a-key-that-is-never-sent',
    limitedKey: 'a-limited-key-that-is-never-sent',
    revokedKey: 'a-revoked-key-that-is-never-sent',
  };
  return new PlanningContext(specification, keys, 2 ** 30, () => Promise.reject(new Error('Planning sends nothing.')));
}
