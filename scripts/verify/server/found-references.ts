import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { isSuccess } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { ownIdentifierOf } from '../../openapi/own-identifier.ts';
import { jsonBodySchema } from '../../openapi/schema-pointers.ts';
import { viewSchema } from '../../openapi/schema-view.ts';
import { encodeBody, type RequestParts, sentBody } from '../../requirements/request/request-parts.ts';
import type { Session } from './session.ts';

/** By which a server says that there is no such thing as a body names. */
const refusals = [400, 404, 409, 422];

/**
 * Finds out what a property names an identifier of that has the name of no resource, as `assigneeId` may be that of
 * one of `/agents`: what refuses a value that was made up, and takes one of an item, refers to that.
 */
export async function findReferences(session: Session, operation: Operation): Promise<void> {
  for (const [property, pointer] of unknownReferences(session, operation)) {
    const value = session.values.valueAt(pointer, 'all');
    const base = await session.source.base(operation, 'required');
    const made = withProperty(base, property, value);
    if (made === undefined || !refusals.includes((await session.call(made)).response.status)) continue;
    for (const resource of session.resources) {
      const id = await session.source.items.existing(resource);
      const parts = id === undefined ? undefined : withProperty(base, property, id);
      if (id === undefined || parts === undefined || !session.isValid('request', pointer, id)) continue;
      if (!isSuccess((await session.call(parts)).response)) continue;
      session.source.references.noteReference(property, resource);
      break;
    }
  }
}

/** The properties of a body that have the name of an identifier, but that of no resource, and their schemas. */
function unknownReferences(session: Session, operation: Operation): [property: string, pointer: string][] {
  const { contract } = session.description;
  const schema = jsonBodySchema(contract, operation);
  if (schema === undefined || operation.method === 'GET') return [];
  return [...viewSchema(contract, schema).properties].filter(
    ([name, pointer]) =>
      /.(?:_id|Id|ID)$/.test(name) &&
      viewSchema(contract, pointer).keywords.get('readOnly')?.value !== true &&
      session.source.references.resourceIn(operation, name) === undefined &&
      ownIdentifierOf(session.description.contract, session.resources, operation)?.name !== name,
  );
}

function withProperty(base: RequestParts, property: string, value: Exact): RequestParts | undefined {
  const sent = sentBody(base);
  if (sent === undefined || !isExactObject(sent) || base.body === null) return undefined;
  return { ...base, body: encodeBody(base.body.mediaType ?? '', { ...sent, [property]: value }) };
}
