import { type Exact, isExactObject, isSame } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { ownValue } from '../../../http/own-value.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { isActionOnFound } from '../../request/actions.ts';
import { type RequestParts, sentBody } from '../../request/request-parts.ts';
import { settled } from '../../settled.ts';
import { shownValue } from '../shown-value.ts';
import { valueStays } from '../value-stays.ts';
import { itemsToActOn } from './items-to-act-on.ts';
import { type ReachedState, reachedStatesOf } from './reached-states.ts';
import { statesNamedBy } from './state-rules.ts';
import { isOnTheWay } from './stored.ts';

const id = '{operationId}.reaches.{state}';

/** The state into which an action brings an item: `cancelled`, by `POST /orders/{id}/cancel`. */
export const actionStates = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : reachedStatesOf(context, operation).map(({ property, value, state }) => ({
          subject: { operationId: operation.id, state },
          pointer: partAt(context.description.contract, operation.pointer).pointer,
          statement: `${property} of an item must be ${shownValue(value)} after ${operation.id}.`,
        })),
  contractAdvice: () => 'change the description of the operation',
  server: {
    reach: { by: 'comparisons', probe: probeAction },
    faults: (context, { subject: { operationId, state } }) => {
      const operation = context.operation(operationId);
      return (operation === undefined ? [] : reachedStatesOf(context, operation))
        .filter((one) => one.state === state)
        .map(({ read, property }) => faultDraft('stays as it was', valueStays(context, read, property)));
    },
    advice: ({ state }) => `Bring the item into the state ${state}, or refuse the request.`,
  },
  client: null,
});

async function* probeAction(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const reached of reachedStatesOf(run.context, operation)) {
    let last: Probed<typeof id> | undefined;
    for (const item of await itemsToActOn(run, operation, reached.resource)) {
      last = await probed(run, operation, reached, item);
      // One that was found may be in this state already.
      if (last.judgement === 'kept' || 'documented' in last.judgement) break;
    }
    if (last !== undefined) yield last;
  }
}

async function probed(
  run: ProbeRun,
  operation: Operation,
  reached: ReachedState,
  item: Exact,
): Promise<Probed<typeof id>> {
  const { context, call } = run;
  const { resource, read, state } = reached;
  const subject = { operationId: operation.id, state };
  const reading = await context.source.at(read, resource, item);
  const usual = await context.source.at(operation, resource, item);
  const acting = await choosing(context, usual, reached);
  const before = await call(reading);
  if (isActionOnFound(context, operation, resource) && isInLaterState(context, reached, before))
    return { subject, answer: before, judgement: later };
  const action = await call(acting);
  const isThere = (answer: Answer) => isSame(stateIn(context, reached, answer) ?? null, reached.value);
  const after = await settled(run, () => call(reading), isThere);
  const sent = sentBody(acting);
  const names = isExactObject(sent) ? Object.keys(sent) : [];
  return { subject, answer: after, judgement: judge(context, reached, { before, action, after }, names) };
}

const later = { outOfReach: 'Each item that was found is in a later state.' };

/** True for an item whose state comes behind the one that is reached, in the order of all: nothing is to be done. */
function isInLaterState(context: PlanningContext, reached: ReachedState, answer: Answer): boolean {
  const { property, pointer, value } = reached;
  const states: Exact[] = statesNamedBy(context.description.contract, property, pointer);
  const placeOf = (state: Exact | undefined) => states.findIndex((one) => isSame(one, state ?? null));
  return placeOf(stateIn(context, reached, answer)) > placeOf(value);
}

/** The same request with the state that it chooses. */
export async function choosing(
  { source }: PlanningContext,
  parts: RequestParts,
  { chosenBy, value }: Pick<ReachedState, 'chosenBy' | 'value'>,
): Promise<RequestParts> {
  const sent = sentBody(parts);
  return chosenBy === undefined || sent === undefined || !isExactObject(sent)
    ? parts
    : source.withBody(parts, parts.body?.mediaType ?? '', { ...sent, [chosenBy.name]: value });
}

function judge(
  context: PlanningContext,
  reached: ReachedState,
  { before, action, after }: Record<'before' | 'action' | 'after', Answer>,
  sent: readonly string[],
): 'kept' | Violation | OutOfReach {
  const { property, value } = reached;
  const [was, is] = [before, after].map((answer) => stateIn(context, reached, answer));
  const isDone = isSuccess(action.response) && action.response.status !== 202;
  if (!isDone || was === undefined || is === undefined || isSame(was, value))
    return { outOfReach: 'No item has been seen before and after an action that was done.' };
  if (isSame(is, value)) return 'kept';
  if (!isSame(was, is) && reached.chosenBy?.values.some((one) => isSame(one, is)))
    return { documented: `${property}: ${shownValue(value)}`, received: `${property}: ${shownValue(is)}` };
  if (reached.chosenBy !== undefined) return { outOfReach: 'The action leads to a state that it does not choose.' };
  const isOther = !isSame(was, is);
  if (isOther && !isOnTheWay(is) && reached.isAnswered)
    return { documented: `${property}: ${shownValue(value)}`, received: `${property}: ${shownValue(is)}` };
  if (isOther || isUnderWay(is)) return { outOfReach: 'The action leads to another state at first.' };
  const [old, now] = [before, after].map(({ body = null }) =>
    itemIn(context.description.contract, reached.resource, body),
  );
  if (changesMore(old ?? null, now ?? null, sent))
    return { outOfReach: 'The action has changed something else of the item.' };
  return {
    documented: `${property}: ${shownValue(value)}`,
    received: `${property}: ${shownValue(is)}, ${excerpt(after)}`,
  };
}

// What goes on by itself may be stopped later; what waits for its turn is not stopped later than it is answered.
const isUnderWay = (state: Exact) =>
  isOnTheWay(state) && !/^(waiting|pend\w+|queued|scheduled|requested)$/i.test(String(state));

/** True where more has changed than times, and what was sent: a part of the action may have been done. */
function changesMore(old: Exact, now: Exact, sent: readonly string[]): boolean {
  if (!isExactObject(old) || !isExactObject(now)) return true;
  return Object.keys(now).some((name) => {
    const [was, is] = [ownValue(old, name) ?? null, ownValue(now, name) ?? null];
    return !isSame(was, is) && !sent.includes(name) && !(typeof is === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(is));
  });
}

function stateIn(context: PlanningContext, { resource, property }: ReachedState, answer: Answer): Exact | undefined {
  const item = isSuccess(answer.response) ? itemIn(context.description.contract, resource, answer.body ?? null) : null;
  return valueIn(item, property);
}
