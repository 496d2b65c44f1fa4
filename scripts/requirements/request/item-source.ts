import { type Exact, within } from '../../http/exact-json.ts';
import { type Answer, isSuccess, NoResponse } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { itemIn } from '../../openapi/resources/item-place.ts';
import { makerOf, type Resource } from '../../openapi/resources/resource.ts';
import type { Extent } from '../../openapi/values/values.ts';
import { isActionOn, isBeneath, neededBeneath, undoesRemoval } from './actions.ts';
import { ItemStates } from './item-states.ts';
import { NewItems } from './new-items.ts';
import { pathTo, resourceOfPath } from './referenced-resource.ts';
import type { CallOperation, Named, RequestExtent, RequestMaker, RequestMaterial } from './request-material.ts';
import type { RequestPlace } from './request-parts.ts';
import { type SharedItem, SharedItems } from './shared-items.ts';
import { Waits } from './waits.ts';

/** An operation whose every request needs a thing of its own, made with so many of its properties. */
export interface ThingUser {
  operation: Operation;
  extent: Extent;
}

/** The items that requests are to, and that their bodies name: made before, else found in a list. */
export class ItemSource {
  readonly #material: RequestMaterial;
  readonly #call: CallOperation;
  readonly #requests: RequestMaker;
  /** Those that requests share: one, and others where a body names several. */
  readonly #existing = new Map<Resource, (SharedItem | undefined)[]>();
  readonly #sharedItems = new SharedItems();
  /** By operation and path, those that were made for requests to other things than the shared ones. */
  readonly #beside = new Map<string, SharedItem>();
  readonly #waits = new Waits();
  /** By resource, what its items must be in some state for, of an operation beneath them. */
  readonly #needed = new Map<Resource, Map<Operation, Operation | undefined>>();
  /** By what makes things, the item that it makes them beneath now, where that had to come into some state. */
  readonly #above = new Map<Operation, Named>();
  readonly #states: ItemStates;
  readonly newItems: NewItems;

  constructor(material: RequestMaterial, call: CallOperation, requests: RequestMaker) {
    this.#material = material;
    this.#call = call;
    this.#requests = requests;
    this.newItems = new NewItems(material, call, requests, {
      existing: (resource) => this.existing(resource),
      newAbove: (operation, resource) => this.newAbove(operation, resource),
      heldBy: (made, resource, find) => this.#waits.heldBy(made, resource, find),
    });
    this.#states = new ItemStates({
      actionsOn: (resource, action) => [
        ...(undoesRemoval(action) && resource.remove !== undefined ? [resource.remove] : []),
        ...material.description.operations.filter((one) => isBeneath(one, resource)),
      ],
      create: (resource) => this.newItems.newId(resource),
      call: (operation, resource, id) => this.#callOn(operation, resource, id),
    });
  }

  /** The item that a request is to. What one call changes or removes is no thing for another one. */
  async itemFor(
    operation: Operation,
    resource: Resource,
    isFresh: boolean,
    made: Resource | undefined,
  ): Promise<Exact | undefined> {
    const isChanged = [resource.replace, resource.merge, resource.remove].includes(operation);
    if (isChanged && isFresh) {
      const inState = this.#mayNeedState(operation, resource)
        ? await this.#states.itemInState(operation, resource)
        : undefined;
      return inState ?? this.newItems.newId(resource, operation === resource.remove);
    }
    if (isActionOn(this.#material, operation, resource)) {
      const own = await (isFresh
        ? this.#states.itemFor(operation, resource)
        : this.#states.readyItem(operation, resource));
      if (own !== undefined) return own;
    }
    const needed = this.#neededBeneath(operation, resource);
    if (needed === undefined) return this.existing(resource, made);
    const find = () => this.#aboveFor(needed, resource);
    return made === undefined ? find() : this.#waits.heldBy(made, resource, find);
  }

  /** True for a change or a removal that says how it is refused, where something else can be done with an item. */
  #mayNeedState({ responses }: Operation, resource: Resource): boolean {
    const { operations } = this.#material.description;
    const isRefused = ['409', '423'].some((status) => Object.hasOwn(responses, status));
    return isRefused && resource.create !== undefined && operations.some((one) => isBeneath(one, resource));
  }

  #neededBeneath(operation: Operation, resource: Resource): Operation | undefined {
    const known = this.#needed.get(resource) ?? new Map<Operation, Operation | undefined>();
    this.#needed.set(resource, known);
    if (!known.has(operation)) known.set(operation, neededBeneath(this.#material, operation, resource));
    return known.get(operation);
  }

  /**
   * Does an operation with an item, to see whether its state allows that. What is refused with 409, 400 or 422 may be
   * too much for what is there: it is sent with small numbers, which the operation is sent from then on if these are
   * served, and with what is required alone.
   */
  async #callOn(operation: Operation, resource: Resource, id: Exact): Promise<Answer> {
    const given = pathTo(this.#material, operation, resource, id);
    const isAbove = Object.keys(given).length > 0;
    const made = this.#material.resources.find(({ create }) => isAbove && create === operation);
    const answerWith = async (extent: RequestExtent) => {
      const parts = await (isAbove
        ? this.#requests.base(operation, extent, false, given, made)
        : this.#requests.base(operation, extent, true, {}, undefined, { resource, id }));
      const answer = await this.#call(parts);
      if (made !== undefined) this.newItems.made.push({ resource: made, parts, answer });
      return answer;
    };
    const usual = await answerWith('all');
    if (![400, 409, 422].includes(usual.response.status) || operation.requestBody === null) return usual;
    // An action does all where nothing is said; of what is made, there is room for more then.
    let answer = usual;
    for (const extent of made === undefined ? (['required', 'small'] as const) : (['small', 'required'] as const)) {
      answer = await answerWith(extent);
      if (!isSuccess(answer.response)) continue;
      if (extent === 'small') this.#requests.preferSmall(operation);
      break;
    }
    return answer;
  }

  /** The item that all requests to what is beneath it are to, in the state that this needs. */
  async #aboveFor(needed: Operation, resource: Resource): Promise<Exact | undefined> {
    const shared = await this.existing(resource);
    const ready = shared === undefined ? undefined : await this.#states.itemAbove(needed, resource, shared);
    if (ready === undefined) return shared;
    this.#above.set(needed, { resource, id: ready });
    return ready;
  }

  /** The path to a new item of those that an operation makes something beneath; undefined where any of them will do. */
  async newPathAbove(operation: Operation): Promise<Record<string, string> | undefined> {
    const above = this.#above.get(operation);
    const id = above && (await this.newFor(operation, above.resource));
    return above === undefined || id === undefined ? undefined : pathTo(this.#material, operation, above.resource, id);
  }

  /** True for what makes something beneath an item that may have to be in some state for that. */
  needsState(operation: Operation): boolean {
    return this.#material.resources.some((resource) => this.#neededBeneath(operation, resource) === operation);
  }

  /** True where one item after the other had no more room for what an operation makes beneath them. */
  hasFilled(operation: Operation): boolean {
    return this.#states.isRenewed(operation);
  }

  /** Takes note that no more can be made beneath an item, as refunds of a payment: the next requests get another. */
  noteConflict({ operation, path }: RequestPlace): void {
    const above = this.#above.get(operation);
    if (above === undefined) return;
    const [[name, text] = []] = Object.entries(pathTo(this.#material, operation, above.resource, above.id));
    if (name === undefined || ownValue(path, name) !== text || !this.#states.renew(operation, above.resource)) return;
    for (const resource of this.#material.resources) {
      if (resource.create !== operation) continue;
      this.#existing.delete(resource);
      this.#forgetBeneath(resource, new Set());
    }
  }

  /**
   * The identifier of an item that is there; undefined when none can be had.
   * `made`: the resource of which an item is made with it. `user`: what needs one for each request.
   * `index`: another number is another item, as far as there are others.
   */
  async existing(resource: Resource, made?: Resource, user?: ThingUser, index = 0): Promise<Exact | undefined> {
    const find = () => (user === undefined ? this.#existingOf(resource, index) : this.#ownFor(user, resource));
    return made === undefined ? find() : this.#waits.heldBy(made, resource, find);
  }

  /** A new item in the state that an action needs. */
  newFor(action: Operation, resource: Resource): Promise<Exact | undefined> {
    return this.#states.newItemFor(action, resource);
  }

  /** A new item for an operation beneath it, in the state that this needs. */
  newAbove(operation: Operation, resource: Resource): Promise<Exact | undefined> {
    const needed = this.#neededBeneath(operation, resource);
    return needed === undefined ? this.newItems.newId(resource) : this.newFor(needed, resource);
  }

  /** An item for one request alone, in the state that the request needs: a cart with something in it. */
  async #ownFor({ operation, extent }: ThingUser, resource: Resource): Promise<Exact | undefined> {
    const hasActions = this.#material.description.operations.some((one) => isBeneath(one, resource));
    return (
      (hasActions ? await this.#states.itemFor(operation, resource) : undefined) ??
      this.newItems.newId(resource, false, extent)
    );
  }

  /**
   * The identifier of an item beneath the things that the path of a request names, where these are others than those
   * that requests share: what is marked as read in a thread is a message of that thread.
   */
  async besideIn({ operation, path }: RequestPlace, resource: Resource): Promise<Exact | undefined> {
    const { create } = resource;
    const given: Record<string, string> = {};
    let isOther = false;
    for (const parameter of create?.parameters.filter(({ in: place }) => place === 'path') ?? []) {
      const above = create && resourceOfPath(this.#material, create, parameter.name);
      const own = operation.parameters.find(
        ({ in: place, name }) => place === 'path' && resourceOfPath(this.#material, operation, name) === above,
      );
      const text = own && ownValue(path, own.name);
      if (above === undefined || text === undefined) return undefined;
      given[parameter.name] = text;
      const shared = await this.existing(above);
      isOther ||= shared === undefined || writePath(parameter, shared) !== text;
    }
    if (create === undefined || !isOther) return undefined;
    const place = `${create.id} ${JSON.stringify(given)}`;
    const known = this.#beside.get(place) ?? this.#sharedItems.make(() => this.#idOfCreatedAt(resource, create, given));
    this.#beside.set(place, known);
    return this.#sharedItems.wait(known);
  }

  /** Without what is optional where it is refused with it: the first note has no other one that it replies to. */
  async #idOfCreatedAt(
    resource: Resource,
    create: Operation,
    path: Readonly<Record<string, string>>,
  ): Promise<Exact | undefined> {
    try {
      for (const extent of ['all', 'required'] as const) {
        const parts = await this.#requests.base(create, extent, true, path, resource);
        const answer = await this.#call(parts);
        this.newItems.made.push({ resource, parts, answer });
        if (isSuccess(answer.response)) return this.#material.idIn(resource, answer);
      }
      return undefined;
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }

  /** What is read of a property of an item; undefined where nothing reads it. */
  async shownOf(resource: Resource, id: Exact, property: string): Promise<Exact | undefined> {
    return within(await this.itemOf(resource, id), [property]);
  }

  /** An item as it is read; undefined where nothing reads it. */
  async itemOf(resource: Resource, id: Exact): Promise<Exact | undefined> {
    const { read } = resource;
    if (read === undefined) return undefined;
    try {
      const { response, body } = await this.#call(await this.#requests.at(read, resource, id));
      if (!isSuccess(response)) return undefined;
      return itemIn(this.#material.description.contract, resource, body ?? null);
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }

  async #existingOf(resource: Resource, index: number): Promise<Exact | undefined> {
    const known = this.#existing.get(resource) ?? [];
    this.#existing.set(resource, known);
    known[index] ??= this.#sharedItems.make(() => this.newItems.newId(resource));
    return (
      (await this.#sharedItems.wait(known[index])) ?? (index === 0 ? undefined : this.#existingOf(resource, index - 1))
    );
  }

  /**
   * Takes note that an item is gone, and what is beneath it: the next request that needs one gets another. Resolves to
   * the resources of what is gone with it.
   */
  async forget(resource: Resource, id: Exact): Promise<ReadonlySet<Resource>> {
    const beneath = new Set<Resource>();
    const known = this.#existing.get(resource) ?? [];
    for (const [index, one] of known.entries()) {
      const found = one && (await this.#sharedItems.wait(one));
      if (found === undefined || textOf(found) !== textOf(id) || known[index] !== one) continue;
      delete known[index];
      this.#forgetBeneath(resource, beneath);
    }
    return beneath;
  }

  #forgetBeneath(above: Resource, forgotten: Set<Resource>): void {
    for (const resource of this.#material.resources) {
      const operation = makerOf(resource) ?? resource.list?.operation;
      const isBeneath = operation?.parameters.some(
        ({ in: place, name }) => place === 'path' && resourceOfPath(this.#material, operation, name) === above,
      );
      if (isBeneath !== true || !this.#existing.delete(resource)) continue;
      forgotten.add(resource);
      this.#forgetBeneath(resource, forgotten);
    }
  }

  /** Lets what could not be had be asked for again. */
  async forgetMissing(): Promise<void> {
    for (const known of this.#existing.values())
      for (const [index, one] of known.entries())
        if ((one && (await this.#sharedItems.wait(one))) === undefined) delete known[index];
  }
}
