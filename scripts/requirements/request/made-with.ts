import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { itemPlaceIn } from '../../openapi/resources/item-place.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';

/**
 * What makes a thing that has no creation of its own together with another one, and says its identifier by the name of
 * the path parameter: `POST /orders` answers with the `invoiceId` of what is read at `/invoices/{invoiceId}`.
 */
export function madeWith(
  known: { readonly description: Description; readonly resources: readonly Resource[] },
  { parameter }: Resource,
): { holder: Resource; create: Operation; name: string } | undefined {
  const { contract } = known.description;
  const name = parameter?.name ?? '';
  if (!/.(?:_id|Id|ID)$/.test(name)) return undefined;
  for (const holder of known.resources) {
    const { create, idProperty } = holder;
    if (create === undefined || idProperty === undefined || idProperty === name) continue;
    const answered = successSchema(contract, create);
    const place = answered === undefined ? undefined : (itemPlaceIn(contract, answered, holder)?.pointer ?? answered);
    const sent = jsonBodySchema(contract, create);
    const isSent = sent !== undefined && viewSchema(contract, sent).properties.has(name);
    if (place !== undefined && !isSent && viewSchema(contract, place).properties.has(name))
      return { holder, create, name };
  }
  return undefined;
}
