import type { Exact } from '../../http/exact-json.ts';
import type { Answer } from '../../http/exchange.ts';
import type { Credential } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import type { Extent, ValueSource } from '../../openapi/values/values.ts';
import type { RequestParts } from './request-parts.ts';

/** Sends a request to an operation; throws NoResponse. */
export type CallOperation = (parts: RequestParts) => Promise<Answer>;

/** What requests are made from. */
export interface RequestMaterial {
  readonly description: Description;
  readonly values: ValueSource;
  readonly resources: readonly Resource[];
  credentialOf(operation: Operation): Credential;
  isValid(direction: 'request', pointer: string, value: Exact): boolean;
  idIn(resource: Resource, answer: Answer): Exact | undefined;
}

/** An item that a request names. */
export interface Named {
  readonly resource: Resource;
  readonly id: Exact;
}

/** Which body a request has. `small`: each number in it is one of the least that the schema allows. */
export type RequestExtent = Extent | 'small';

/** Makes the requests that others wait for: one that creates the item which they are to, or reads its entity tag. */
export interface RequestMaker {
  /**
   * A request that the contract allows: what is required, and a body where one is taken.
   * `made`: the resource of which it makes an item that other requests wait for. `named`: what its body names.
   */
  base(
    operation: Operation,
    extent?: RequestExtent,
    isFresh?: boolean,
    given?: Readonly<Record<string, string>>,
    made?: Resource,
    named?: Named,
  ): Promise<RequestParts>;
  /** A request that the contract allows to one item. */
  at(operation: Operation, resource: Resource, id: Exact): Promise<RequestParts>;
  /** Sends small numbers to an operation from now on. */
  preferSmall(operation: Operation): void;
  /** The resource of which a property of a body holds an identifier. */
  resourceIn(operation: Operation, property: string): Resource | undefined;
}
