import { type Exact, type ExactObject, isSame } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { singletonsOf } from '../../openapi/resources/singletons.ts';
import { valueListOf } from '../../openapi/resources/value-lists.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import { mostInUse } from '../../requirements/parameter/unknown-ids.ts';
import { madeBy } from '../../requirements/request/actions.ts';
import { madeElsewhere } from '../../requirements/request/made-elsewhere.ts';
import { resourceOfPath } from '../../requirements/request/referenced-resource.ts';
import { listsOf } from '../../requirements/resource/list/list-resource.ts';
import type { ResponseSource } from '../responses/response.ts';
import type { UsualResponses } from '../usual-responses.ts';
import { madeItem, sentItems, shownItems } from './example-items.ts';
import { Identifiers } from './identifiers.ts';
import { identifierOf } from './item-schemas.ts';
import { Listing } from './listing.ts';
import { filledPath, itemPath, Store, type Thing } from './store.ts';
import { ThingMaker } from './thing-maker.ts';

/** One resource and what works on its things. */
export interface Kind {
  resource: Resource;
  maker: ThingMaker;
  identifiers: Identifiers;
  /** What its list shows, and what is found by each search. */
  listings: ReadonlyMap<Operation, Listing>;
}

/** What makes the things of a list at another path, and the property that says which list has them. */
interface MakingElsewhere {
  kind: Kind;
  reference: string;
  parameter: string;
}

/** The collections of every resource, in which there are the examples of the contract when they are opened first. */
export class Collections {
  readonly store = new Store();
  readonly kinds: readonly Kind[];
  /** Of what there is one at each place. */
  readonly singletons: readonly Kind[];
  /** Also those that answer nothing by themselves. */
  readonly #places: readonly Kind[];
  /** Those whose examples are somewhere. */
  readonly #shown = new Set<Kind>();
  /** By what has such a list, what makes its things. */
  readonly #makings = new Map<Kind, { making: MakingElsewhere | undefined }>();
  readonly #source: ResponseSource;
  readonly #usual: UsualResponses;
  readonly known: { description: Description; resources: readonly Resource[] };

  /** `now` gives milliseconds since the epoch. */
  constructor(source: ResponseSource, usual: UsualResponses, now: () => number) {
    const { description, seed } = source;
    const values = new ValueSource(description.contract, seed, 'response');
    this.#source = source;
    this.#usual = usual;
    const resources = resourcesOf(description).map((resource) => ({
      ...resource,
      idProperty: identifierOf(description, resource),
    }));
    this.known = { description, resources };
    const valueLists = description.operations.flatMap((one) => valueListOf(description, resources, one) ?? []);
    const lists = [...resources, ...valueLists].map(({ list }) => list?.operation);
    // What seems to read one thing may list those of another.
    const own = resources.filter(
      ({ read, create, list }) =>
        read === undefined || !lists.includes(read) || create !== undefined || list !== undefined,
    );
    const kindOf = (resource: Resource): Kind => ({
      resource,
      maker: new ThingMaker(this.known, resource, values, now),
      identifiers: new Identifiers(description, resource, values),
      listings: new Map([
        ...listsOf(resource).map(({ list }) => [list.operation, new Listing(description, list)] as const),
        ...valueLists
          .filter((one) => one.resource === resource)
          .map(({ list, filter }) => [list.operation, new Listing(description, list, filter.parameter)] as const),
      ]),
    });
    this.#places = resources.filter((one) => own.includes(one) || mayBeMissing(one)).map(kindOf);
    this.kinds = this.#places.filter(({ resource }) => own.includes(resource));
    this.singletons = singletonsOf(description).map(kindOf);
  }

  /**
   * The things that a path leads through or is about, as `/books/{id}:lend`, in their order;
   * undefined for one that is not there.
   * `given`: the values of the path.
   */
  above(path: string, given: ExactObject): (Thing | undefined)[] {
    return [...path.matchAll(/\/\{([^}/]+)\}(?=.)/g)].flatMap(({ 1: name = '' }) => {
      const kind = this.#placeNamed(path, name);
      const thing = kind && this.find(kind, given, ownValue(given, name) ?? null)?.thing;
      // Of what no operation shows, there is what has a number that a server may have come to.
      if (kind === undefined) return isFarUp(ownValue(given, name)) ? [undefined] : [];
      return thing === undefined && this.isNamed(kind) ? [] : [thing];
    });
  }

  /** Puts the things that a path leads through where they are not: what is done beneath them shows that they are. */
  presume(path: string, given: ExactObject): void {
    for (const { index, 1: name = '' } of path.matchAll(/\/\{([^}/]+)\}(?=.)/g)) {
      const kind = this.#placeNamed(path, name);
      const asked = ownValue(given, name);
      if (kind === undefined || asked === undefined || isElsewhere(kind) || this.isNamed(kind) || isFarUp(asked))
        continue;
      if (this.find(kind, given, asked) !== undefined) continue;
      // What names something beneath it is no part of it.
      const above = Object.entries(given).filter(([one]) => path.slice(0, index).includes(`{${one}}`));
      this.presumeThing(kind, this.open(kind, given), Object.fromEntries(above), asked);
    }
  }

  /** A thing as the contract shows it, with this identifier, in its collection from then on. */
  presumeThing(kind: Kind, path: string, given: ExactObject, asked: Exact): Thing | undefined {
    const { identifiers, resource } = kind;
    const id = identifiers.read(asked);
    const isTaken = (one: Exact) =>
      this.store.things(path).some(({ item }) => isSame(ownValue(item, resource.idProperty ?? '') ?? null, one));
    // What a client names as it likes has a number of its own.
    const own = identifiers.isAllowed(id) && !isTaken(id) ? id : (identifiers.next(isTaken) ?? id);
    const item = this.presumedItem(kind, path, id, knownOf(kind, given, own));
    return item && this.store.add(path, id, item, true);
  }

  /** A thing as the contract shows it; where one was removed, made up with no more than it needs: it is another one. */
  presumedItem(kind: Kind, path: string, id: Exact, known: ExactObject): ExactObject | undefined {
    const other = this.store.wasRemoved(path, id) ? [kind.maker.placed({}, known)] : [];
    const shown = this.sample(kind, known);
    const all = shown === undefined ? other : [...other, shown, kind.maker.shown(shown)];
    return all.find((item) => kind.maker.isValid(item));
  }

  /** What has the things that a parameter of a path names. */
  #placeNamed(path: string, parameter: string): Kind | undefined {
    const resource = resourceOfPath(this.known, { path }, parameter);
    return this.#places.find((one) => one.resource === resource);
  }

  /** A thing, and the path of its collection: any, where the path of the thing does not say which. */
  find(kind: Kind, given: ExactObject, id: Exact): { path: string; thing: Thing } | undefined {
    for (const path of this.allPaths(kind, given)) {
      const thing = this.store.find(path, id);
      if (thing !== undefined) return { path, thing };
    }
    return undefined;
  }

  /** The paths of the collections whose things are at one path, whatever they are beneath; else that which is given. */
  allPaths(kind: Kind, given: ExactObject): string[] {
    const { collectionPath } = kind.resource;
    const isOne = [...collectionPath.matchAll(/\{([^}/]+)\}/g)].every(([, name = '']) => Object.hasOwn(given, name));
    if (!isElsewhere(kind) && isOne) return [this.open(kind, given)];
    return this.#allAbove(collectionPath).map((above) => this.open(kind, above));
  }

  /** What clients have made at another path that a list has as well: in `/users/{id}/orders`, what is at `/orders`. */
  madeElsewhere(kind: Kind, given: ExactObject): Thing[] {
    const made = this.#makingElsewhere(kind);
    if (made === undefined) return [];
    const isBeneath = ({ item, isExample }: Thing) =>
      !isExample && isSame(ownValue(item, made.reference) ?? null, ownValue(given, made.parameter) ?? null);
    return this.allPaths(made.kind, given).flatMap((path) => this.store.things(path).filter(isBeneath));
  }

  #makingElsewhere(kind: Kind): MakingElsewhere | undefined {
    const known = this.#makings.get(kind) ?? { making: this.#findMakingElsewhere(kind) };
    this.#makings.set(kind, known);
    return known.making;
  }

  #findMakingElsewhere({ resource }: Kind): MakingElsewhere | undefined {
    const { list, create, collectionPath } = resource;
    const [, parameter] = /\{([^}/]+)\}\/[^{}]+$/.exec(collectionPath) ?? [];
    if (list === undefined || create !== undefined || parameter === undefined) return undefined;
    const above = resourceOfPath(this.known, list.operation, parameter);
    const made = above && madeElsewhere(this.known, resource, above);
    const kind = made && this.kinds.find((one) => one.resource === made.maker);
    return kind && { kind, reference: made.reference, parameter };
  }

  /** Of what an action makes another one, as a copy. */
  madeBy(operation: Operation): Kind | undefined {
    const [made] = madeBy(this.known, operation);
    return made && this.kinds.find(({ resource }) => resource === made.resource);
  }

  /** The values of a path, for each thing that is there. */
  #allAbove(path: string): ExactObject[] {
    return [...path.matchAll(/\/\{([^}/]+)\}/g)].reduce<ExactObject[]>(
      (all, { 1: name = '' }) => {
        const kind = this.#placeNamed(path, name);
        return kind === undefined
          ? []
          : all.flatMap((given) =>
              this.allPaths(kind, given).flatMap((own) =>
                this.store.things(own).map(({ id }) => ({ ...given, [name]: id })),
              ),
            );
      },
      [{}],
    );
  }

  /** True for things that the contract itself names, and no client makes: each is there. */
  isNamed({ resource }: Kind): boolean {
    const { parameter } = resource;
    if (parameter === undefined || makerOf(resource) !== undefined) return false;
    return enumOf(viewSchema(this.#source.description.contract, parameterSchema(parameter))) !== undefined;
  }

  /** The path of a collection. */
  open(kind: Kind, given: ExactObject): string {
    const path = filledPath(kind.resource.collectionPath, (name) => ownValue(given, name));
    if (this.store.has(path)) return path;
    this.store.open(path);
    // What a client has made begins without anything in it, where clients can put something there.
    const isOfExamples = this.above(kind.resource.collectionPath, given).every((thing) => thing?.isExample === true);
    const isShownElsewhere = isElsewhere(kind) && this.#shown.has(kind);
    const canBeMade = makerOf(kind.resource) !== undefined || this.#makingElsewhere(kind) !== undefined;
    if ((isOfExamples && !isShownElsewhere) || !canBeMade) this.#fill(kind, path, given);
    this.#shown.add(kind);
    return path;
  }

  /** A thing as the contract shows it, or made up where what it shows is not valid, for a place of its own. */
  sample({ resource, maker }: Kind, known: ExactObject): ExactObject | undefined {
    const { description } = this.#source;
    const shown = shownItems(description, resource).map((item) => maker.placed(item, known));
    const item = shown.find((one) => maker.isValid(one)) ?? madeItem(description, resource, this.#usual);
    if (item !== undefined) return maker.placed(item, known);
    // Of what no response describes, it is enough that it is there.
    return maker.isValid({}) ? maker.placed({}, known) : undefined;
  }

  /**
   * With what the contract shows of its things, else with what it shows clients sending, else with something made up.
   */
  #fill(kind: Kind, path: string, given: ExactObject): void {
    const { resource, maker, identifiers } = kind;
    const { description } = this.#source;
    const put = (own: Exact | undefined, itemWith: (known: ExactObject) => ExactObject) => {
      const id = own ?? identifiers.next((one) => this.store.find(path, one) !== undefined);
      if (id === undefined) return;
      identifiers.note(id);
      const item = itemWith(knownOf(kind, given, id));
      if (maker.isValid(item)) this.store.add(path, id, item, true);
    };
    const isEmpty = () => this.store.things(path).length === 0;
    for (const item of shownItems(description, resource))
      put(ownValue(item, resource.idProperty ?? ''), (known) => maker.placed(item, known));
    const operation = isEmpty() ? (resource.create ?? resource.replace) : undefined;
    const sent =
      operation === undefined
        ? []
        : sentItems(description, operation).map(
            (body) => (known: ExactObject) => maker.created(operation, maker.sentIn(operation, body), known),
          );
    for (const itemWith of sent) put(undefined, itemWith);
    // What nobody makes or lists, and no example names, nobody can find.
    const canBeFound = makerOf(resource) !== undefined || resource.list !== undefined || identifiers.hasExample;
    const made = isEmpty() && canBeFound ? madeItem(description, resource, this.#usual) : undefined;
    if (made !== undefined) put(undefined, (known) => maker.placed(made, known));
  }
}

function isFarUp(id: Exact | undefined): boolean {
  return (typeof id === 'number' || typeof id === 'bigint') && id > mostInUse;
}

/** True for things whose paths do not say what they are beneath. */
export function isElsewhere({ resource: { collectionPath, itemsPath } }: Kind): boolean {
  return collectionPath !== itemsPath && !itemsPath.startsWith(`${collectionPath}/`);
}

/** The path of a thing. */
export function locationOf({ resource: { itemsPath } }: Kind, given: ExactObject, id: Exact): string {
  return itemPath(
    filledPath(itemsPath, (name) => ownValue(given, name)),
    id,
  );
}

/** True where the contract says what is answered to an identifier that nothing has. */
function mayBeMissing({ read }: Resource): boolean {
  return read !== undefined && ['404', '410'].some((status) => Object.hasOwn(read.responses, status));
}

/**
 * What a thing has that its path says: what it is beneath, and its identifier, under the name of its property and under
 * that of the parameter which names it.
 */
export function knownOf({ resource, maker }: Kind, given: ExactObject, id: Exact): ExactObject {
  const { idProperty, parameter } = resource;
  return {
    ...given,
    ...maker.owners(given),
    ...(parameter !== undefined && { [parameter.name]: id }),
    ...(idProperty !== undefined && { [idProperty]: id }),
  };
}
