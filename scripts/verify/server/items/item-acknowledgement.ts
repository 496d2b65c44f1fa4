import { type Exact, isExactObject, within } from '../../../http/exact-json.ts';
import type { Answer, Exchange } from '../../../http/exchange.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { usualIdentifiers } from '../../../openapi/resources/item-identifier.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { sharedProperties } from '../../../openapi/resources/resources.ts';
import { bodyAsStored } from '../../../openapi/resources/stored-case.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import type { AcknowledgedItem } from '../../../requirements/resource/item/acknowledged-item.ts';

/** What an answer says of an item; else what was sent, under its identifier. */
export function acknowledge(
  contract: Contract,
  resource: Resource,
  id: Exact,
  answer: Answer,
  sent: Exact | undefined,
): AcknowledgedItem {
  const isBare = sent !== undefined && !isExactObject(sent) && !isReadAsObject(contract, resource);
  // What is answered is the whole that the item is a part of, as a board of which a square was set.
  if (isBare) return { id, item: sent, isAnswered: false, exchange: answer };
  if (answer.body !== undefined && isItem(contract, resource, answer.body) && !isUnderWay(answer))
    return { id, item: answer.body, isAnswered: true, exchange: answer };
  const { idProperty } = resource;
  const own = idProperty === undefined ? {} : { [idProperty]: id };
  return { id, item: { ...(isExactObject(sent) ? sent : {}), ...own }, isAnswered: false, exchange: answer };
}

/** What was sent, without what is not described there, or is the server's to set: of that it makes what it will. */
export function settableOf(contract: Contract, parts: RequestParts): Exact | undefined {
  const body = sentBody(parts);
  const schema = jsonBodySchema(contract, parts.operation);
  if (schema === undefined || body === undefined || !isExactObject(body)) return body;
  const sent = bodyAsStored(contract, schema, body);
  const names = sharedProperties(contract, schema, schema);
  // A map has any names.
  if (names.length === 0) return sent;
  const { properties, required } = viewItem(contract, schema);
  const isServers = (name: string) => {
    const pointer = properties.get(name);
    const isReadOnlyProperty = pointer !== undefined && isReadOnly(viewSchema(contract, pointer));
    return isReadOnlyProperty || (usualIdentifiers.includes(name) && !required.has(name));
  };
  return Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name) && !isServers(name)));
}

/** True while the server goes on with what it has accepted: only what was sent stays (RFC 9110 section 15.3.3). */
export function isUnderWay({ response }: Exchange): boolean {
  return response.status === 202;
}

/** False for what does not say which item it is, as `{ "ok": true }`. */
function isItem(contract: Contract, resource: Resource, body: Exact): boolean {
  const { idProperty } = resource;
  const item = itemIn(contract, resource, body);
  return isExactObject(body) && (idProperty === undefined || within(item, [idProperty]) !== undefined);
}

function isReadAsObject(contract: Contract, { read }: Resource): boolean {
  const schema = read === undefined ? undefined : successSchema(contract, read);
  const types = schema === undefined ? [] : typesOf(contract, viewSchema(contract, schema));
  return types.length === 0 || types.includes('object');
}
