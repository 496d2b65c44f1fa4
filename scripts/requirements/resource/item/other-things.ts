import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import { ownValue } from '../../../http/own-value.ts';
import { type Contract, resolvePart } from '../../../openapi/contract.ts';
import type { Description } from '../../../openapi/description.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { remembered } from '../../../openapi/remembered.ts';
import { barePath } from '../../../openapi/resources/bare-path.ts';
import { joinedWords } from '../../../openapi/resources/joined-words.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import { isPluralOf } from '../../../openapi/resources/plural.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { isOfMessage } from '../../../openapi/resources/resources.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';

/**
 * An item without the things that it is only shown with, as the profile of its author: other requests may change them.
 * A thing of its own is what another operation answers with, and what no client sends with the item.
 */
export function withoutOtherThings(description: Description, resource: Resource, pointer: string, item: Exact): Exact {
  const { contract } = description;
  const strip = (at: string, value: Exact, isRoot: boolean): Exact => {
    if (!isExactObject(value)) return value;
    const { properties } = viewSchema(contract, at);
    const [only] = properties.size === 1 ? properties : [];
    // The item itself, in the only property of a body.
    if (isRoot && only !== undefined && Object.hasOwn(value, only[0]))
      return { ...value, [only[0]]: strip(only[1], ownValue(value, only[0]) ?? null, false) };
    const kept = ownNames(description, resource, at, Object.keys(value));
    return Object.fromEntries(kept.map((name) => [name, ownValue(value, name) ?? null]));
  };
  return strip(pointer, item, true);
}

/** Without the names of the properties in which a schema has such things, and of those that are of the message. */
export function ownNames(
  description: Description,
  resource: Resource,
  pointer: string,
  names: readonly string[],
): string[] {
  const { contract } = description;
  const { properties } = viewSchema(contract, pointer);
  const others = othersOf(description, resource);
  return names.filter((name) => {
    const own = properties.get(name);
    if (isOfMessage(name) || others.isOfThing(name, properties)) return false;
    return own === undefined || !others.isOther(name, resolvePart(contract, own).pointer);
  });
}

interface Others {
  isOther(name: string, schema: string): boolean;
  /** True for what is shown of a thing that the item names: `part_name` beside `part`. */
  isOfThing(name: string, properties: ReadonlyMap<string, string>): boolean;
}

const known = new WeakMap<Resource, Others>();

function othersOf(description: Description, resource: Resource): Others {
  const others = known.get(resource) ?? findOthers(description, resource);
  known.set(resource, others);
  return others;
}

function findOthers({ contract, operations }: Description, resource: Resource): Others {
  const { create, list, read, replace, merge, remove } = resource;
  const own = [create, list?.operation, read, replace, merge, remove];
  const things = new Set(operations.flatMap((one) => (own.includes(one) ? [] : thingsIn(contract, one))));
  const sent = new Set(
    [create, replace, merge].flatMap((one) => (one === undefined ? [] : namesSentBy(contract, one))),
  );
  const shown = operations.flatMap((one) => thingRead(contract, one));
  const wordsIn = remembered((properties: ReadonlyMap<string, string>) => {
    const all = [...properties.keys()].map((other) => wordsOf(other).join(' '));
    return { all: new Set(all), ofThings: new Map<string, boolean>() };
  });
  return {
    isOther: (name, schema) => things.has(schema) && !sent.has(name),
    isOfThing: (name, properties) => {
      const { all, ofThings } = wordsIn(properties);
      const isOfThing = () => {
        const words = wordsOf(name);
        return words.some((_, index) => {
          const [thing, own] = [words.slice(0, index), words.slice(index).join(' ')];
          const isNamed = [thing, [...thing, 'id']].some((one) => all.has(one.join(' ')));
          return isNamed && shown.some(({ many, has }) => isPluralOf(many, thing.join('')) && has.has(own));
        });
      };
      const found = ofThings.get(name) ?? (!sent.has(name) && isOfThing());
      ofThings.set(name, found);
      return found;
    },
  };
}

/** What reads one of many things: the last word of their path, and the properties that it answers with. */
function thingRead(contract: Contract, operation: Operation): { many: string; has: ReadonlySet<string> }[] {
  const [, collection] = /([^/{}]+)\/\{[^/{}]+\}$/.exec(barePath(operation)) ?? [];
  const schema = operation.method === 'GET' ? successSchema(contract, operation) : undefined;
  if (collection === undefined || schema === undefined) return [];
  const names = [...viewSchema(contract, schema).properties.keys()].map((name) => wordsOf(name).join(' '));
  return [{ many: joinedWords(collection), has: new Set(names) }];
}

/** What an operation answers with, as a whole or in the only property of a body. */
function thingsIn(contract: Contract, operation: Operation): string[] {
  const pointer = successSchema(contract, operation);
  if (pointer === undefined) return [];
  const { properties } = viewSchema(contract, pointer);
  const held = properties.size === 1 ? [...properties.values()] : [];
  return [pointer, ...held].flatMap((one) => {
    const resolved = resolvePart(contract, one).pointer;
    return viewSchema(contract, resolved).properties.size > 0 ? [resolved] : [];
  });
}

/** The names of the properties of a body, and of what it has in them. */
function namesSentBy(contract: Contract, operation: Operation): string[] {
  const schema = jsonBodySchema(contract, operation);
  if (schema === undefined) return [];
  return [...viewSchema(contract, schema).properties].flatMap(([name, at]) => {
    const view = viewSchema(contract, at);
    return isReadOnly(view) ? [] : [name, ...view.properties.keys()];
  });
}
