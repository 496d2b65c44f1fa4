import { type Exact, isExactObject, isSame, within } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { joinedWords } from '../../openapi/resources/joined-words.ts';
import { listOperation } from '../../openapi/resources/list-operation.ts';
import { isPluralOf } from '../../openapi/resources/plural.ts';
import type { ListOperation, Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { type PlacedValue, valuesIn, withValue } from '../../openapi/values/placed-values.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { isPlainKey } from './shown-keys.ts';

interface Known {
  readonly description: Description;
  readonly resources: readonly Resource[];
  readonly values: ValueSource;
}

/** A property that bodies have at any depth, and lists whose things show one that is called so. */
export interface SharedName {
  property: string;
  lists: ListOperation[];
}

/** What a body names things by that lists show: one of the values that they show is sent for it. */
export interface ListedKey {
  property: string;
  values: readonly { value: Exact; list: ListOperation }[];
}

/**
 * The properties of a body that may have what the things of a list show, as the `productCode` of an order that of one
 * of `/drinks`. What can be removed again, or is made by the operation itself, need not be there.
 */
export function sharedNames({ description, resources, values }: Known, operation: Operation): SharedName[] {
  const { contract, operations } = description;
  const schema = operation.method === 'POST' ? jsonBodySchema(contract, operation) : undefined;
  if (schema === undefined) return [];
  const lists = operations.flatMap((one) => {
    const resource = resources.find(({ list }) => list?.operation === one);
    const isLasting = resource?.remove === undefined && resource?.create !== operation && one.path !== operation.path;
    const isForAll = one.method === 'GET' && !one.path.includes('{');
    return isForAll && isLasting ? (listOperation(contract, one) ?? []) : [];
  });
  const placed = valuesIn(contract, schema, values.valueAt(schema, 'all'));
  const names = new Map(placed.map((one) => [nameOf(one), one.pointer]));
  return [...names].flatMap(([property, pointer]) => {
    const showing = lists.filter(({ item }) => showsAlike(contract, item, property, pointer));
    return property !== '' && showing.length > 0 ? [{ property, lists: showing }] : [];
  });
}

function nameOf({ steps }: PlacedValue): string {
  return steps.at(-1) ?? '';
}

/** True where the things of a list have a property of that name and of such values. */
function showsAlike(contract: Contract, item: string, property: string, own: string): boolean {
  const pointer = viewSchema(contract, item).properties.get(property);
  if (pointer === undefined) return false;
  const [sent, shown] = [viewSchema(contract, own), viewSchema(contract, pointer)];
  return (
    isPlainKey(contract, sent) &&
    ['pattern', 'format'].every((name) => sent.keywords.get(name)?.value === shown.keywords.get(name)?.value) &&
    typesOf(contract, sent).some((type) => typesOf(contract, shown).includes(type))
  );
}

/** Puts values that lists show into bodies, another one each time. */
export class ListedKeys {
  readonly #keys = new Map<Operation, readonly ListedKey[]>();
  #turn = 0;

  of(operation: Operation): readonly ListedKey[] {
    return this.#keys.get(operation) ?? [];
  }

  note(operation: Operation, keys: readonly ListedKey[]): void {
    this.#keys.set(operation, keys);
  }

  /** The same body; what its schema does not allow is sent as it is. */
  placedIn(
    contract: Contract,
    operation: Operation,
    schema: string | undefined,
    body: Exact,
    isValid: (pointer: string, value: Exact) => boolean,
  ): Exact {
    const keys = this.of(operation);
    if (schema === undefined || keys.length === 0) return body;
    return valuesIn(contract, schema, body).reduce((whole, one) => {
      const key = keys.find(({ property }) => property === nameOf(one));
      if (key === undefined || !isValid(one.pointer, one.value)) return whole;
      const fitting = fittingIn(key, within(whole, one.steps.slice(0, -1)));
      if (fitting.some((value) => isSame(value, one.value))) return whole;
      const picked = fitting[this.#turn++ % Math.max(fitting.length, 1)];
      return picked !== undefined && isValid(one.pointer, picked) ? withValue(whole, one.steps, picked) : whole;
    }, body);
  }
}

/** The values of the lists that what is beside the property is called after: `type: drink` of `/drinks`; else all. */
function fittingIn({ values }: ListedKey, holder: Exact | undefined): Exact[] {
  const beside = holder !== undefined && isExactObject(holder) ? Object.values(holder) : [];
  const words = beside.flatMap((value) => (typeof value === 'string' ? joinedWords(value) : []));
  const named = values.filter(({ list }) => {
    const last = joinedWords(list.operation.path.slice(list.operation.path.lastIndexOf('/') + 1));
    return words.some((word) => word === last || isPluralOf(last, word));
  });
  return (named.length > 0 ? named : values).map(({ value }) => value);
}
