import type { Exact } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import type { ProbeRun } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { isActionOn } from '../../request/actions.ts';
import { pathTo } from '../../request/referenced-resource.ts';

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
  { owner, resource, create }: Beneath,
  steps: readonly Operation[],
): Promise<Held | undefined> {
  const above = await context.source.newItems.newId(owner, true);
  if (above === undefined) return undefined;
  const path = pathTo(context, create, owner, above);
  const made = await call(await context.source.base(create, 'all', true, path));
  const thing = isSuccess(made.response) ? context.idIn(resource, made) : undefined;
  if (thing === undefined) return undefined;
  for (const step of steps) {
    const { response } = await call(await context.source.at(step, resource, thing, path));
    if (!isSuccess(response)) return undefined;
  }
  return { above, thing };
}
