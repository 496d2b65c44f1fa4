import { type Exact, type ExactObject, isExactObject, isSame, parseExact, within } from '../../http/exact-json.ts';
import { headerOf } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { itemPlaceIn } from '../../openapi/resources/item-place.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { isDefaultSuccess, successSchema } from '../../openapi/success-responses.ts';
import { examplesAt } from '../../openapi/values/examples.ts';
import { responsesTo } from '../../requirements/response/response-sets.ts';
import type { UsualResponses } from '../usual-responses.ts';
import { sentSchema } from './item-schemas.ts';

/** The things of a resource in the examples of its responses, the newest last. */
export function shownItems(description: Description, resource: Resource): ExactObject[] {
  const items = operationsOn(resource).flatMap((operation) =>
    itemsIn(description, resource, operation, exampleBodies(description, operation)),
  );
  return withoutRepetition(items, resource.idProperty);
}

/** What clients send in the examples of the request bodies of an operation. */
export function sentItems({ contract, schemas }: Description, operation: Operation): ExactObject[] {
  const schema = sentSchema(contract, operation);
  if (schema === undefined) return [];
  const examples = examplesAt(contract, mediaAt(schema)).map(({ value }) => value);
  return examples.filter(isExactObject).filter((value) => schemas.isValid('request', schema, value));
}

/** A thing made up, of the examples that its properties have, where they have some. */
export function madeItem(description: Description, resource: Resource, usual: UsualResponses): ExactObject | undefined {
  const [item] = operationsOn(resource).flatMap((operation) =>
    itemsIn(description, resource, operation, usualBodies(operation, usual)),
  );
  return item;
}

/** The one that lists comes last: what it shows first is the newest. */
function operationsOn({ read, create, replace, merge, list }: Resource): Operation[] {
  return [read, create, replace, merge, list?.operation].filter((operation) => operation !== undefined);
}

function exampleBodies({ contract }: Description, operation: Operation): Exact[] {
  const schema = successSchema(contract, operation);
  return schema === undefined ? [] : examplesAt(contract, mediaAt(schema)).map(({ value }) => value);
}

function usualBodies(operation: Operation, usual: UsualResponses): Exact[] {
  return Object.keys(operation.responses)
    .filter((key) => /^2\d\d$/.test(key) || (key === 'default' && isDefaultSuccess(operation)))
    .flatMap((key) => {
      const response = usual.of(responsesTo(operation), key, key === 'default' ? 200 : Number(key));
      return response.body.length > 0 && isJson(headerOf(response, 'Content-Type') ?? '')
        ? [parseExact(response.body)]
        : [];
    });
}

function itemsIn(
  { contract }: Description,
  resource: Resource,
  operation: Operation,
  bodies: readonly Exact[],
): ExactObject[] {
  const { list } = resource;
  if (operation === list?.operation)
    return bodies.flatMap((body) => listOf(within(body, list.segments)).toReversed()).filter(isExactObject);
  const schema = successSchema(contract, operation);
  const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  return place === undefined ? [] : bodies.flatMap((body) => within(body, place.segments) ?? []).filter(isExactObject);
}

function listOf(value: Exact | undefined): Exact[] {
  return Array.isArray(value) ? value : [];
}

/** Of several that have one identifier, one: what is said first of it counts. */
function withoutRepetition(items: readonly ExactObject[], idProperty: string | undefined): ExactObject[] {
  const known: ExactObject[] = [];
  for (const item of items) {
    const id = idProperty === undefined ? undefined : ownValue(item, idProperty);
    const other = known.find((one) =>
      id === undefined ? isSame(one, item) : isSame(ownValue(one, idProperty ?? '') ?? null, id),
    );
    if (other === undefined) known.push({ ...item });
    else Object.assign(other, { ...item, ...other });
  }
  return known;
}

function mediaAt(schema: string): string {
  return schema.replace(/\/schema$/, '');
}
