import type { Exact } from '../../http/exact-json.ts';
import { type Answer, type HttpResponse, isSuccess, NoResponse } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';

/** By which a server says that a thing is not in the state that a request needs. */
const refusalsOfState = [404, 409, 410, 412, 422, 423, 424, 428];

/** Where nothing is sent besides the item, 400 can be about nothing else. */
function refusesState({ requestBody }: Operation, status: number): boolean {
  return refusalsOfState.includes(status) || (status === 400 && requestBody === null);
}

/** Sequences that are tried for one action, and how long they are at most. */
const mostTries = 20;
const longest = 3;
const mostAttempts = 8;
/** So many items are had one after the other for what is made beneath them. */
const mostRenewals = 50;

/** What the states of items are found and reached with. */
export interface ItemWork {
  /** The operations by which an item can come into another state, for an action that needs it in one. */
  actionsOn(resource: Resource, action: Operation): readonly Operation[];
  /** The identifier of a new item. */
  create(resource: Resource): Promise<Exact | undefined>;
  /** Calls an operation on an item. */
  call(operation: Operation, resource: Resource, id: Exact): Promise<Answer>;
}

/** What is known of an action. */
interface Need {
  /** The actions that come before it; none where no sequence of them is known to help. */
  steps: readonly Operation[];
  /** True where it can be done with one item again and again. */
  isRepeatable: boolean;
}

/**
 * The states that actions need an item in: an order must be paid before it is sent. A contract does not say which;
 * where an action refuses a new item, it is tried on one with which other actions have been done before.
 */
export class ItemStates {
  readonly #work: ItemWork;
  /** Of each thing that an action needs: a copy is of one thing, and put into another one. */
  readonly #needs = new Map<Resource, Map<Operation, Promise<Need>>>();
  /** The thing for which it is being found out what an action needs. */
  readonly #finding = new Map<Operation, Resource>();
  /** Likewise, an item in the state for it that requests share. */
  readonly #ready = new Map<Resource, Map<Operation, Promise<Exact | undefined>>>();
  readonly #renewals = new Map<Operation, number>();

  constructor(work: ItemWork) {
    this.#work = work;
  }

  /** An item in the state that an action needs, as far as one can be had: a new one where the action changes that. */
  async itemFor(action: Operation, resource: Resource): Promise<Exact | undefined> {
    const { steps, isRepeatable } = await this.#needOf(action, resource);
    return isRepeatable ? this.#readyAfter(steps, action, resource) : this.#itemAfter(resource, steps);
  }

  /** A new item in that state, also where the action can be done with one again and again. */
  async newItemFor(action: Operation, resource: Resource): Promise<Exact | undefined> {
    const { steps } = await this.#needOf(action, resource);
    return this.#itemAfter(resource, steps);
  }

  /** The same where a new item is refused as it is; undefined where it is not, or nothing is known to help. */
  async itemInState(action: Operation, resource: Resource): Promise<Exact | undefined> {
    const { steps } = await this.#needOf(action, resource);
    return steps.length === 0 ? undefined : this.#itemAfter(resource, steps);
  }

  /**
   * An item for all requests to what is made, or read, beneath it: a payment must be captured before a refund is made.
   * Undefined where the one that other requests share will do, or nothing is known to help.
   */
  async itemAbove(operation: Operation, resource: Resource, shared: Exact): Promise<Exact | undefined> {
    const { steps } = await this.#needOf(operation, resource, shared);
    return steps.length === 0 ? undefined : this.#readyAfter(steps, operation, resource);
  }

  /** True where other items had to be made for what is made beneath them. */
  isRenewed(operation: Operation): boolean {
    return this.#renewals.has(operation);
  }

  /** Lets another item be made for what is beneath it; false where that was done often. */
  renew(operation: Operation, resource: Resource): boolean {
    const count = this.#renewals.get(operation) ?? 0;
    if (count === mostRenewals || this.#ready.get(resource)?.delete(operation) !== true) return false;
    this.#renewals.set(operation, count + 1);
    return true;
  }

  #needOf(action: Operation, resource: Resource, shared?: Exact): Promise<Need> {
    const other = this.#finding.get(action);
    // A request that shows what the one thing needs names the other one: neither can wait for the other.
    if (other !== undefined && other !== resource)
      return this.#needs.get(resource)?.get(action) ?? Promise.resolve({ steps: [], isRepeatable: false });
    return valueOf(this.#needs, resource, action, () => {
      this.#finding.set(action, resource);
      return this.#find(action, resource, shared).finally(() => this.#finding.delete(action));
    });
  }

  /** An item for requests to an action that are refused; undefined where any will do. */
  async readyItem(action: Operation, resource: Resource): Promise<Exact | undefined> {
    const { steps } = (await this.#needs.get(resource)?.get(action)) ?? { steps: [] };
    return steps.length === 0 ? undefined : this.#readyAfter(steps, action, resource);
  }

  #readyAfter(steps: readonly Operation[], action: Operation, resource: Resource): Promise<Exact | undefined> {
    return valueOf(this.#ready, resource, action, () => this.#itemAfter(resource, steps));
  }

  /** `shared`: the item with which nothing has been done; a new one where there is none. */
  async #find(action: Operation, resource: Resource, shared?: Exact): Promise<Need> {
    const others = this.#work.actionsOn(resource, action).filter((other) => other !== action);
    let tries = 0;
    let first: number | undefined;
    let last: number | undefined;
    let sequences: (readonly Operation[])[] = [[]];
    for (let length = 0; length <= longest; length += 1) {
      const reached: (readonly Operation[])[] = [];
      for (const steps of sequences) {
        if (tries === mostTries) return { steps: [], isRepeatable: false };
        tries += 1;
        const id = (length === 0 ? shared : undefined) ?? (await this.#itemAfter(resource, steps));
        if (id === undefined) continue;
        const isRefused = async () => {
          const status = (await this.#responseTo(action, resource, id))?.status;
          last = status;
          // Once the state is no longer in the way, what is sent may be too much.
          if (first === 409 && status === 422) return false;
          first ??= status;
          return status === undefined || refusesState(action, status);
        };
        // What is made beneath an item is made beneath the same one again.
        if (await isRefused()) {
          reached.push(steps);
          continue;
        }
        // What follows from 202 may be that the item is gone.
        return { steps, isRepeatable: shared !== undefined || (last !== 202 && !(await isRefused())) };
      }
      sequences = reached.flatMap((steps) =>
        others.flatMap((other) => (steps.includes(other) ? [] : [[...steps, other]])),
      );
    }
    return { steps: [], isRepeatable: false };
  }

  /** A new item with which these actions have been done; undefined where one of them is refused. */
  async #itemAfter(resource: Resource, steps: readonly Operation[]): Promise<Exact | undefined> {
    const id = await this.#work.create(resource);
    if (id === undefined) return undefined;
    for (const step of steps) {
      if (!(await this.#isDone(step, resource, id))) return undefined;
    }
    return id;
  }

  /** Does a step with an item; what it names besides may be in a state that does not allow it, and another one not. */
  async #isDone(step: Operation, resource: Resource, id: Exact): Promise<boolean> {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const response = await this.#responseTo(step, resource, id);
      if (response?.status !== 409) return response !== undefined && isSuccess(response);
    }
    return false;
  }

  /** Undefined where none came: what waits for the item is sent all the same. */
  async #responseTo(operation: Operation, resource: Resource, id: Exact): Promise<HttpResponse | undefined> {
    try {
      return (await this.#work.call(operation, resource, id)).response;
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }
}

/** What is known of an action and a thing that it needs; made where nothing is. */
function valueOf<Value>(
  known: Map<Resource, Map<Operation, Value>>,
  resource: Resource,
  action: Operation,
  make: () => Value,
): Value {
  const own = known.get(resource) ?? new Map<Operation, Value>();
  known.set(resource, own);
  const value = own.get(action) ?? make();
  own.set(action, value);
  return value;
}
