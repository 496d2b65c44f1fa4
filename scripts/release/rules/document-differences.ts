import { ContractError } from '../../cli/problem.ts';
import { isSame, writeExact } from '../../http/exact-json.ts';
import { type Contract, partAt, referenceOf, resolvePart } from '../../openapi/contract.ts';
import { isObject, type Json, listOf, objectOf, pointerTo, segmentsOf, stringOf } from '../../openapi/json.ts';
import { type Below, below, type PartKind } from '../../openapi/source/document-structure.ts';
import { isDefault } from './default-fields.ts';
import { type Contracts, keysOf, type Pair } from './found.ts';
import { withoutNames } from './operation-places.ts';
import { isAnnotation } from './schema-parts.ts';
import { sameInOtherWords } from './schema-spelling.ts';
import { renamedSchemes } from './security.ts';
import type { UsedComponents } from './used-components.ts';

/** A value of a document, and where it stands. */
interface Place {
  pointer: string;
  value: Json;
}

/** An object of both documents, what OpenAPI calls it, and the field of it that is compared. */
interface Holder extends Pair<string> {
  kind: PartKind | undefined;
  field: string;
  /** True where one of the documents alone has a reference or a keyword that holds other schemas. */
  isComposed: boolean;
  /** What holds the value directly, in the second document. */
  container: string;
}

/** A part that differs, as deep as both documents have it. */
export interface Difference {
  before: Place | undefined;
  now: Place | undefined;
  holder: Holder;
}

/**
 * What differs between two documents, wherever it is written: a reference is what it leads to, the parameters of a path
 * are those of its operations, and where an order says nothing, another one is none.
 */
export function documentDifferences(contracts: Contracts, used: Pair<UsedComponents>): Difference[] {
  const comparison = new DocumentComparison(contracts, used, new Map());
  const root = (contract: Contract): Place => ({ pointer: '', value: contract.document });
  comparison.compare('document', root(contracts.before), root(contracts.now));
  return comparison.found;
}

class DocumentComparison {
  readonly found: Difference[] = [];
  readonly #contracts: Contracts;
  readonly #used: Pair<UsedComponents>;
  readonly #passed = new Set<string>();
  /** What references lead to, not yet compared: references may be as deep as the stack is not. */
  readonly #waiting: (Pair<Place> & { kind: PartKind })[] = [];
  /** Whether what two references lead to is the same; it is while that is asked. */
  readonly #isSame: Map<string, boolean>;

  constructor(contracts: Contracts, used: Pair<UsedComponents>, isSameTarget: Map<string, boolean>) {
    this.#contracts = contracts;
    this.#used = used;
    this.#isSame = isSameTarget;
  }

  /** Compares two objects of one kind, and all that they refer to. */
  compare(kind: PartKind, before: Place, now: Place): void {
    this.#waiting.push({ kind, before, now });
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop())
      this.#compareObjects(next.kind, next.before, next.now);
  }

  /** Compares two objects of one kind, each of which may be a reference to one. */
  #compareObjects(kind: PartKind, before: Place, now: Place): void {
    const key = `${before.pointer}\n${now.pointer}`;
    if (this.#passed.has(key)) return;
    this.#passed.add(key);
    const { before: released, now: current } = this.#contracts;
    const [old, own] = [targetOf(released, before), targetOf(current, now)];
    const areBoth = old !== undefined && own !== undefined;
    const members = { before: membersOf(released, before, areBoth), now: membersOf(current, now, areBoth) };
    const holder: Holder = {
      ...{ kind, field: '', isComposed: isComposedOnce(before.value, now.value) },
      ...{ before: before.pointer, now: now.pointer, container: now.pointer },
    };
    if (areBoth) this.#compareTargets({ before: old, now: own }, { before, now }, { ...holder, field: '$ref' });
    if (kind === 'operation') {
      const all = { before: parametersOf(released, before.pointer), now: parametersOf(current, now.pointer) };
      this.#compareLists('parameter', all, { ...holder, field: 'parameters' });
    }
    const fieldOf = (side: keyof Contracts) => (name: string) => members[side].get(name)?.value;
    const same =
      kind === 'schema' ? sameInOtherWords(this.#contracts, fieldOf('before'), fieldOf('now')) : new Set<string>();
    for (const field of keysOf(members.before.keys(), members.now.keys())) {
      if (same.has(field)) continue;
      if (field === 'parameters' && (kind === 'operation' || kind === 'pathItem')) continue;
      const [was, is] = [members.before.get(field), members.now.get(field)];
      const isUsual = (one: Place | undefined, others: ReadonlyMap<string, Place>) =>
        one !== undefined && isDefault(kind, field, one.value, (name) => others.get(name)?.value);
      if (was === undefined ? isUsual(is, members.now) : is === undefined && isUsual(was, members.before)) continue;
      const isSecurity = field === 'security' && (kind === 'operation' || kind === 'document');
      if (isSecurity && this.#isSameSecurity(was, is)) continue;
      this.#compareFields(was, is, { ...holder, field });
    }
  }

  /** The same schemes, whatever they are called. */
  #isSameSecurity(old: Place | undefined, own: Place | undefined): boolean {
    const { before, now } = this.#contracts;
    const renamed = renamedSchemes(this.#contracts);
    const named = listOf(securityIn(before, old)).map((requirement) =>
      Object.fromEntries(Object.entries(objectOf(requirement)).map(([name, one]) => [renamed.get(name) ?? name, one])),
    );
    return isSame(named, securityIn(now, own));
  }

  #compareTargets(targets: Pair<Place>, { before, now }: Pair<Place>, holder: Holder): void {
    const { kind } = holder;
    if (kind === undefined) return;
    if (targets.before.pointer === targets.now.pointer) this.#waiting.push({ kind, ...targets });
    else if (!this.#areSame(kind, targets)) {
      const reference = ({ pointer, value }: Place) => ({
        pointer: `${pointer}/$ref`,
        value: objectOf(value)['$ref'] ?? null,
      });
      this.found.push({ before: reference(before), now: reference(now), holder });
    }
  }

  #areSame(kind: PartKind, { before, now }: Pair<Place>): boolean {
    const key = `${before.pointer}\n${now.pointer}`;
    const known = this.#isSame.get(key);
    if (known !== undefined) return known;
    this.#isSame.set(key, true);
    const comparison = new DocumentComparison(this.#contracts, this.#used, this.#isSame);
    comparison.compare(kind, before, now);
    this.#isSame.set(key, comparison.found.length === 0);
    return comparison.found.length === 0;
  }

  #compareFields(old: Place | undefined, own: Place | undefined, holder: Holder): void {
    const inner = holder.kind && below(holder.kind, holder.field);
    const within = { ...holder, container: own?.pointer ?? holder.container };
    if (holder.kind === 'components') {
      // A component is what refers to it.
      for (const [, one, other] of pairsIn(mapIn(old), mapIn(own)))
        if (this.#isSeen(one, other)) this.#compareParts(eachOf(inner), one, other, within);
    } else if (inner === 'components') {
      const nothing = { pointer: pointerTo(holder.field), value: {} };
      this.#compareObjects(inner, old ?? nothing, own ?? nothing);
    } else if (typeof inner !== 'object') this.#compareParts(inner, old, own, holder);
    else if (Array.isArray(old?.value) && Array.isArray(own?.value))
      this.#compareLists(inner.each, { before: itemsIn(old), now: itemsIn(own) }, within);
    else if (isObject(old?.value) && isObject(own?.value)) {
      const keyOf = holder.field === 'paths' ? withoutNames : undefined;
      for (const [, one, other] of pairsIn(mapIn(old, keyOf), mapIn(own, keyOf)))
        this.#compareParts(inner.each, one, other, within);
    } else this.#compareValues(old, own, holder);
  }

  #isSeen(old: Place | undefined, own: Place | undefined): boolean {
    if (old === undefined) return own === undefined || !this.#used.now.has(own.pointer);
    return own !== undefined || !this.#used.before.has(old.pointer);
  }

  #compareParts(kind: PartKind | undefined, old: Place | undefined, own: Place | undefined, holder: Holder): void {
    if (kind !== undefined && isObject(old?.value) && isObject(own?.value)) this.#compareObjects(kind, old, own);
    else this.#compareValues(old, own, holder);
  }

  /** In a list of another length, or without an order, those are compared that are the same. */
  #compareLists(kind: PartKind, { before, now }: Pair<Place[]>, holder: Holder): void {
    const isParameters = kind === 'parameter';
    const isOrdered = before.length === now.length && !/^(allOf|anyOf|oneOf)$/.test(holder.field);
    // What the order of addresses says is said of them.
    const isPositional = isOrdered && !isParameters && kind !== 'server';
    const nameOfItem = (contract: Contract, place: Place) => {
      if (isParameters) return identityOf(contract, place);
      return writeExact(kind === 'server' ? (objectOf(place.value)['url'] ?? null) : place.value);
    };
    const named = (contract: Contract, place: Place, index: number) => ({
      place,
      name: isPositional ? String(index) : nameOfItem(contract, place),
    });
    const olds = before.map((old, index) => named(this.#contracts.before, old, index));
    const owns = now.map((own, index) => named(this.#contracts.now, own, index));
    const others = olds.filter((old) => {
      const index = owns.findIndex(({ name }) => name === old.name);
      const [own] = index === -1 ? [] : owns.splice(index, 1);
      if (own !== undefined) this.#compareParts(kind, old.place, own.place, holder);
      return own === undefined;
    });
    const isPaired = others.length === owns.length;
    for (const [index, { place }] of others.entries())
      this.#compareParts(kind, place, isPaired ? owns[index]?.place : undefined, holder);
    if (!isPaired) for (const { place } of owns) this.#compareParts(kind, undefined, place, holder);
  }

  /** What OpenAPI has no name for: values as they are. */
  #compareValues(before: Place | undefined, now: Place | undefined, holder: Holder): void {
    if (before !== undefined && now !== undefined && isSame(before.value, now.value)) return;
    if (isSet(holder) && areSameNames(before?.value, now?.value)) return;
    const inner = {
      ...holder,
      ...(holder.kind !== 'schema' && { kind: undefined }),
      container: now?.pointer ?? holder.container,
    };
    if (isObject(before?.value) && isObject(now?.value)) {
      for (const [, old, own] of pairsIn(mapIn(before), mapIn(now))) this.#compareValues(old, own, inner);
    } else if (areObjects(before) && areObjects(now)) this.#compareItems(itemsIn(before), itemsIn(now), inner);
    else this.found.push({ before, now, holder });
  }

  #compareItems(before: Place[], now: Place[], holder: Holder): void {
    const without = (these: Place[], those: Place[]) =>
      these.filter(({ value }) => !those.some((other) => isSame(other.value, value)));
    // Each is a way of its own to call an operation.
    const isOrdered = holder.field !== 'security' || without(before, now).length > 0;
    if (before.length === now.length && isOrdered)
      for (const [index, old] of before.entries()) this.#compareValues(old, now[index], holder);
    else {
      for (const old of without(before, now)) this.found.push({ before: old, now: undefined, holder });
      for (const own of without(now, before)) this.found.push({ before: undefined, now: own, holder });
    }
  }
}

/** A list that a schema has for a set of names (JSON Schema Validation sections 6.1.1 and 6.5.3). */
function isSet({ kind, field }: Holder): boolean {
  return kind === 'schema' && (field === 'required' || field === 'type');
}

function areSameNames(before: Json | undefined, now: Json | undefined): boolean {
  if (!Array.isArray(before) || !Array.isArray(now)) return false;
  return isSame(before.map(String).toSorted(), now.map(String).toSorted());
}

function areObjects(place: Place | undefined): place is Place {
  return Array.isArray(place?.value) && place.value.every(isObject);
}

function itemsIn({ pointer, value }: Place): Place[] {
  return listOf(value).map((item, index) => ({ pointer: `${pointer}/${index}`, value: item }));
}

function eachOf(inner: Below | undefined): PartKind | undefined {
  return typeof inner === 'object' ? inner.each : undefined;
}

/** The members of two maps, each with its name. */
function pairsIn(before: ReadonlyMap<string, Place>, now: ReadonlyMap<string, Place>) {
  return keysOf(before.keys(), now.keys()).map((name) => [name, before.get(name), now.get(name)] as const);
}

function mapIn(place: Place | undefined, keyOf = (name: string) => name): Map<string, Place> {
  return new Map(
    Object.entries(objectOf(place?.value)).map(([name, value]) => [
      keyOf(name),
      { pointer: place?.pointer + pointerTo(name), value },
    ]),
  );
}

/** What a reference leads to; undefined for what is none, or leads nowhere. */
function targetOf(contract: Contract, { value }: Place): Place | undefined {
  const reference = referenceOf(value);
  if (reference === undefined) return undefined;
  try {
    return partAt(contract, pointerTo(...segmentsOf(reference)));
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

/** The fields of an object, after those of what it refers to; `alone` without these. */
function membersOf(
  contract: Contract,
  place: Place,
  alone: boolean,
  passed: readonly string[] = [],
): Map<string, Place> {
  const target = alone || passed.includes(place.pointer) ? undefined : targetOf(contract, place);
  const own = mapIn(place);
  if (targetOf(contract, place) !== undefined) own.delete('$ref');
  if (target === undefined) return own;
  return new Map([...membersOf(contract, target, false, [...passed, place.pointer]), ...own]);
}

/** Who may call an operation: as the document says where it does not say that itself (OpenAPI, Operation Object). */
function securityIn({ document }: Contract, own: Place | undefined): Json {
  return own?.value ?? document['security'] ?? [];
}

/** The parameters of an operation, after those of its path that it does not have itself. */
function parametersOf(contract: Contract, operation: string): Place[] {
  const all = [operation.slice(0, operation.lastIndexOf('/')), operation].flatMap((pointer) =>
    listOf(objectOf(partAt(contract, pointer).value)['parameters']).map((value, index) => ({
      pointer: `${pointer}/parameters/${index}`,
      value,
    })),
  );
  return [...new Map(all.map((parameter) => [identityOf(contract, parameter), parameter])).values()];
}

/** Header fields have no letter case (RFC 9110 section 5.1). */
function identityOf(contract: Contract, { pointer }: Place): string {
  const { in: place, name } = objectOf(resolvePart(contract, pointer).value);
  const text = stringOf(name) ?? '';
  return `${stringOf(place) ?? ''} ${place === 'header' ? text.toLowerCase() : text}`;
}

function isComposedOnce(before: Json, now: Json): boolean {
  const keywords = ['$ref', 'allOf', 'anyOf', 'oneOf'];
  return keywords.some(
    (keyword) => (objectOf(before)[keyword] === undefined) !== (objectOf(now)[keyword] === undefined),
  );
}

/** True for what a schema says of its values, and not for a remark, unless that moved with them. */
export function isOfValues({ before, now, holder }: Difference): boolean {
  const isMoved = holder.isComposed && (before === undefined || now === undefined);
  return holder.kind === 'schema' && (isMoved || !isAnnotation(holder.field));
}
