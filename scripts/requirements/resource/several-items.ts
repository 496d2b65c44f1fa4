import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { RequestParts } from '../request/request-parts.ts';

/** Where a body has a list: at its root, or in its only property that is one. */
export interface ListPlace {
  segments: string[];
  /** The schema of the list. */
  pointer: string;
}

/** The only list of a body. */
export function listIn(contract: Contract, pointer: string): ListPlace | undefined {
  const view = viewSchema(contract, pointer);
  if (view.items !== undefined) return { segments: [], pointer };
  const lists = [...view.properties].filter(([, at]) => viewSchema(contract, at).items !== undefined);
  const [only, ...others] = lists;
  return only === undefined || others.length > 0 ? undefined : { segments: [only[0]], pointer: only[1] };
}

/** A request with several items in its list; undefined where the contract allows none. */
export async function severalIn(
  context: PlanningContext,
  operation: Operation,
  given: Readonly<Record<string, string>> = {},
): Promise<RequestParts | undefined> {
  const { contract } = context.description;
  const base = await context.source.base(operation, 'all', true, given);
  const schema = jsonBodySchema(contract, operation);
  const mediaType = operation.requestBody?.mediaTypes.find(isJson);
  const place = schema === undefined ? undefined : listIn(contract, schema);
  if (schema === undefined || mediaType === undefined || place === undefined) return undefined;
  const view = viewSchema(contract, place.pointer);
  const count = Math.min(Math.max(3, numberAt(view, 'minItems') ?? 0), numberAt(view, 'maxItems') ?? 3);
  const items = context.values.itemsOf(view, count, 'all');
  const [property] = place.segments;
  const whole = context.values.valueAt(schema, 'required');
  const body: Exact = property === undefined || !isExactObject(whole) ? items : { ...whole, [property]: items };
  return context.isValid('request', schema, body) ? context.source.withBody(base, mediaType, body) : undefined;
}
