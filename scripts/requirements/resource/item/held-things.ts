import { type Exact, isSame, within } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import type { ProbeRun } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { isActionOn } from '../../request/actions.ts';
import { pathTo } from '../../request/referenced-resource.ts';
import { type RequestParts, sentBody } from '../../request/request-parts.ts';

// Of the actions on a thing, so many are tried.
const mostActions = 4;

/** A thing beneath a new item. */
export interface Held {
  above: Exact;
  thing: Exact;
}

/** Things, and their creation beneath an item. */
export interface Beneath {
  owner: Resource;
  resource: Resource;
  create: Operation;
  /** The property of a new thing that names the item, where its path does not. */
  reference?: string | undefined;
}

/** What is done with a thing to bring it into another state: nothing, one action, or two. */
export function sequencesOf(context: PlanningContext, resource: Resource): Operation[][] {
  const actions = context.description.operations
    .filter((one) => isActionOn(context, one, resource))
    .slice(0, mostActions);
  const pairs = actions.flatMap((first) => actions.flatMap((second) => (first === second ? [] : [[first, second]])));
  return [[], ...actions.map((one) => [one]), ...pairs];
}

/** A thing with which this was done, beneath an item of its own; undefined where something of that was refused. */
export async function madeBeneath(
  { context, call }: ProbeRun,
  { owner, resource, create, reference }: Beneath,
  steps: readonly Operation[],
): Promise<Held | undefined> {
  const above = await context.source.newItems.newId(owner, true);
  if (above === undefined) return undefined;
  const path = pathTo(context, create, owner, above);
  const named = reference === undefined ? undefined : { resource: owner, id: above };
  const parts = await context.source.base(create, 'all', true, path, undefined, named);
  const made = await call(parts);
  const thing = isSuccess(made.response) ? context.idIn(resource, made) : undefined;
  const item = itemIn(context.description.contract, resource, made.body ?? null);
  const isNamed = reference === undefined || isSame(namedIn(parts, item, reference), above);
  if (thing === undefined || !isNamed) return undefined;
  for (const step of steps) {
    const { response } = await call(await context.source.at(step, resource, thing, path));
    if (!isSuccess(response)) return undefined;
  }
  return { above, thing };
}

/** What a new thing names by a property, or what it was sent with where it does not show that. */
export function namedIn(parts: RequestParts, item: Exact, reference: string): Exact {
  return valueIn(item, reference) ?? within(sentBody(parts), [reference]) ?? null;
}
