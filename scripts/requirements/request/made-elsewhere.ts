import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { listsThingsOf } from '../../openapi/resources/things-elsewhere.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { referencedResource } from './referenced-resource.ts';

/** What makes things, and the property that says what they are beneath. */
export interface Making {
  create: Operation;
  maker: Resource;
  reference: string;
}

/** What makes the items of a list beneath something, where nothing does so there: `/users/{id}/orders` of `/orders`. */
export function madeElsewhere(
  known: { readonly description: Description; readonly resources: readonly Resource[] },
  listed: Resource,
  above: Resource,
): Making | undefined {
  const { contract } = known.description;
  for (const maker of known.resources) {
    const { create } = maker;
    const schema = create === undefined ? undefined : jsonBodySchema(contract, create);
    if (create === undefined || schema === undefined || !listsThingsOf(contract, maker, listed)) continue;
    const [reference, ...others] = [...viewSchema(contract, schema).properties.keys()].filter(
      (name) => referencedResource(known, create, name) === above,
    );
    if (reference !== undefined && others.length === 0) return { create, maker, reference };
  }
  return undefined;
}
