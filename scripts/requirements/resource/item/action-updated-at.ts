import { type Exact, isExactObject, isSame } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { type Contract, descriptionAt, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { ownProperties, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { enumOf, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { isActionOn, undoesRemoval } from '../../request/actions.ts';
import type { ServerProperty } from './set-by-server.ts';
import { movesWith, timeKept, timesOfChange } from './updated-at.ts';

const id = '{operationId}.movesTime.{property}';

// Milliseconds: times may be shown in whole seconds.
const longEnough = 2100;

/** When an item was changed last, as its description says: an action that brings it into another state moves that. */
export const actionUpdatedAt = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    actedOn(context, operation).flatMap(({ operation: action, times }) =>
      times.map(({ name, pointer }) => ({
        subject: { operationId: action.id, property: name },
        pointer: partAt(context.description.contract, pointer).pointer,
        statement: `${name} must be another time where ${action.id} has brought an item into another state later.`,
      })),
    ),
  contractAdvice: ({ property }) => `say with x-unverifiable what ${property} is`,
  server: {
    reach: { by: 'probes', probe: probeTime },
    faults: (context, { subject: { operationId, property } }) =>
      actedOn(context, context.operation(operationId) ?? null).map(({ operation, read }) =>
        faultDraft('is always the same', timeKept(context, [operation, read], property)),
      ),
    advice: ({ property }) => `Set ${property} with each change of the item, also by an action.`,
  },
  client: null,
});

interface ActedOn {
  operation: Operation;
  resource: Resource;
  read: Operation;
  times: ServerProperty[];
}

/** The items that an operation may bring into another state, with the times of their last change. */
function actedOn(
  context: Pick<ProbeRun['context'], 'description' | 'resources'>,
  operation: Operation | null,
): ActedOn[] {
  if (operation === null || undoesRemoval(operation)) return [];
  const { contract } = context.description;
  return context.resources.flatMap((resource) => {
    const { read, merge, replace } = resource;
    if (read === undefined || !isActionOn(context, operation, resource)) return [];
    const times = timesOfChange(contract, resource, merge ?? replace ?? read).filter(({ pointer }) =>
      saysLast(contract, pointer),
    );
    return times.length === 0 ? [] : [{ operation, resource, read, times }];
  });
}

/** True where a description says that it is the time of the last change. */
function saysLast(contract: Contract, pointer: string): boolean {
  const text = descriptionAt(contract, pointer);
  return /\b(last|latest|most recent(ly)?)\b/i.test(text) && /\b(chang|updat|modif)/i.test(text);
}

async function* probeTime(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const acted of actedOn(context, operation)) {
    const { resource, read, times } = acted;
    const item = await context.source.items.newFor(operation, resource);
    if (item === undefined) continue;
    const reading = await context.source.at(read, resource, item);
    const acting = await context.source.at(operation, resource, item);
    const first = await call(reading);
    await run.wait(longEnough);
    const before = await call(reading);
    const answer = await call(acting);
    const after = await call(reading);
    // What changes by itself is no sign of the action.
    const isSteady = isSame(first.body ?? null, before.body ?? null);
    const isDone = isSteady && isSuccess(answer.response) && answer.response.status !== 202;
    for (const { name } of times)
      yield {
        subject: { operationId: operation.id, property: name },
        answer: after,
        judgement: isDone
          ? judge(context.description.contract, acted, { before, change: answer, after }, name)
          : { outOfReach: 'No item has been seen before and after an action.' },
      };
  }
}

function judge(
  contract: Contract,
  { resource, read }: ActedOn,
  seen: Record<'before' | 'change' | 'after', Answer>,
  name: string,
): 'kept' | Violation | OutOfReach {
  const [was, is] = [seen.before, seen.after].map(({ body = null }) => itemIn(contract, resource, body));
  if (
    was === undefined ||
    !isSuccess(seen.after.response) ||
    !isInOtherState(contract, resource, read, was, is ?? null)
  )
    return { outOfReach: 'No action has brought an item into another state at once.' };
  return movesWith(contract, { resource, before: was, change: seen.change, answer: seen.after }, name);
}

/** Switches that are of the item itself, and not of who looks at it, as whether he has starred it. */
const ofItem =
  /(lock|archiv|enabl|disabl|activ|clos|open|publi|private|paus|suspend|cancel|complet|finish|approv|block|hidden)/i;

function isInOtherState(contract: Contract, resource: Resource, read: Operation, was: Exact, is: Exact): boolean {
  const schema = successSchema(contract, read);
  const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  if (place === undefined || !isExactObject(was) || !isExactObject(is)) return false;
  return [...ownProperties(contract, place.pointer)].some(([name, pointer]) => {
    const view = viewSchema(contract, pointer);
    const isSwitch = typesOf(contract, view).includes('boolean') && ofItem.test(name);
    const isState = /(state|status|phase|stage)$/i.test(name) && enumOf(view) !== undefined;
    return (isSwitch || isState) && !isSame(valueIn(was, name) ?? null, valueIn(is, name) ?? null);
  });
}
