import { type Exact, type ExactObject, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import type { HttpRequest, HttpResponse } from '../../../http/exchange.ts';
import { jsonIn, withJson } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { sharedProperties } from '../../../openapi/resources/resources.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { type FaultDraft, faultDraft } from '../../fault.ts';
import type { MessageContext } from '../../message-context.ts';
import { KnownItems } from '../known-items.ts';
import { otherValue } from '../other-value.ts';

/** What the server has read, and what it is known to have besides. */
interface ReadItem {
  item: ExactObject;
  known: readonly { id: Exact; item: Exact }[];
  request: HttpRequest;
  response: HttpResponse;
}

/** Items that are read otherwise than another operation has stored them. */
export function readFaults(context: MessageContext, readId: string, otherId: string): FaultDraft[] {
  const other = context.operation(otherId);
  const sent = other === undefined ? undefined : context.requestSchemaOf(other);
  return [...context.resources, ...context.singletons].flatMap((resource) => {
    const { read } = resource;
    const schema = read === undefined ? undefined : successSchema(context.description.contract, read);
    if (read === undefined || read.id !== readId || schema === undefined || sent === undefined) return [];
    const properties = sharedProperties(context.description.contract, sent, schema);
    const faults = propertyFaults(context, resource, read, schema, properties);
    return resource.parameter === undefined ? faults : [...identityFaults(context, resource, read), ...faults];
  });
}

/** Changes what is read of an item. */
function reading(
  context: MessageContext,
  resource: Resource,
  read: Operation,
  what: string,
  change: (item: ReadItem) => HttpResponse,
): FaultDraft {
  return faultDraft(what, (send) => {
    const known = new KnownItems(context);
    return async (request) => {
      const response = await send(request);
      const body = jsonIn(response.body);
      known.note(request, response, body);
      return context.isTo(read)(request) && response.status < 300 && isExactObject(body)
        ? change({ item: body, known: known.of(resource), request, response })
        : response;
    };
  });
}

function identityFaults(context: MessageContext, resource: Resource, read: Operation): FaultDraft[] {
  const idProperty = resource.idProperty ?? '';
  const idOf = (item: Exact) => within(item, [idProperty]) ?? null;
  const another = ({ item, known }: ReadItem) => known.find(({ id }) => !isSame(id, idOf(item)))?.item;
  return [
    reading(context, resource, read, 'another thing', (own) => withJson(own.response, another(own) ?? own.item)),
    reading(context, resource, read, 'another thing under the right identifier', (own) => {
      const other = another(own);
      return isExactObject(other) ? withJson(own.response, { ...other, [idProperty]: idOf(own.item) }) : own.response;
    }),
    reading(context, resource, read, 'not found for the newest', ({ item, known, request, response }) =>
      known.length > 2 && isSame(known.at(-1)?.id ?? null, idOf(item))
        ? context.madeUp(request, 404, response)
        : response,
    ),
  ];
}

function propertyFaults(
  context: MessageContext,
  resource: Resource,
  read: Operation,
  schema: string,
  properties: readonly string[],
): FaultDraft[] {
  const others = properties.map((property) =>
    reading(context, resource, read, `another ${property}`, ({ item, response }) =>
      withJson(response, {
        ...item,
        [property]: otherValue(context.description.contract, schema, property, ownValue(item, property) ?? null),
      }),
    ),
  );
  const dropped = properties
    .filter((property) => !context.requiredIn(schema).includes(property))
    .map((property) =>
      reading(context, resource, read, `no ${property}`, ({ item: { [property]: _, ...rest }, response }) =>
        withJson(response, rest),
      ),
    );
  return [...others, ...dropped];
}
