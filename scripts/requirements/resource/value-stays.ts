import { type Exact, within } from '../../http/exact-json.ts';
import { jsonIn, withJson, withPart } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { propertyPlace } from '../../openapi/resources/item-attributes.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import type { Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';

/** Shows of each item that an operation reads the value of a property that it had at first. */
export function valueStays(context: MessageContext, read: Operation | undefined, property: string): Wrap {
  const schema = read && successSchema(context.description.contract, read);
  const place = schema === undefined ? undefined : propertyPlace(context.description.contract, schema, property);
  const isRead = context.isTo(read);
  return (send) => {
    const first = new Map<string, Exact>();
    return async (request) => {
      const response = await send(request);
      const value = place && isRead(request) ? within(jsonIn(response.body), place.segments) : undefined;
      if (place === undefined || value === undefined) return response;
      const old = first.get(request.target) ?? value;
      first.set(request.target, old);
      return withJson(response, withPart(jsonIn(response.body), place.segments, old));
    };
  };
}
