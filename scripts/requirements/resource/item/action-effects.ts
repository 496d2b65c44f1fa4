import { type Exact, type ExactObject, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { isActionOn, undoesRemoval } from '../../request/actions.ts';
import { settled } from '../../settled.ts';
import { otherValue } from '../other-value.ts';
import { shownValue } from '../shown-value.ts';
import { type Effect, type SaidEffect, saidEffectsOf } from './said-effects.ts';
import { isOnTheWay } from './stored.ts';

const id = '{operationId}.sets.{property}';

/** What an action does to a property of its item, as its description says: "Sets `sentAt` and clears `dueAt`." */
export const actionEffects = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : saidEffectsOf(context, operation).map(({ property, effect }) => ({
          subject: { operationId: operation.id, property },
          pointer: partAt(context.description.contract, operation.pointer).pointer,
          statement: `After ${operation.id}, ${property} must be ${effectText(effect)}.`,
        })),
  contractAdvice: () => 'change the description',
  server: {
    reach: { by: 'probes', probe: probeEffects },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      return (operation === undefined ? [] : saidEffectsOf(context, operation))
        .filter((one) => one.property === property)
        .map((said) => faultDraft('is always the same', always(context, said)));
    },
    advice: ({ property }) => `Change ${property} as the description says, and store it.`,
  },
  client: null,
});

function effectText(effect: Effect): string {
  if (effect.is === 'value') return shownValue(effect.value);
  return effect.is === 'nothing' ? 'without a value' : 'set';
}

/** One time that an action was done, and its item before and after it. */
interface Done {
  before: Answer;
  answer: Answer;
  after: Answer;
}

async function* probeEffects(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const open = new Map(saidEffectsOf(run.context, operation).map((said) => [said.property, said]));
  const [first] = open.values();
  let last: Answer | undefined;
  for await (const done of first === undefined ? [] : timesDone(run, first, [...open.values()])) {
    last = done.after;
    for (const said of open.values()) {
      const judgement = judge(run.context, said, done);
      if (judgement === undefined) continue;
      open.delete(said.property);
      yield { subject: { operationId: operation.id, property: said.property }, answer: done.after, judgement };
    }
    if (open.size === 0) return;
  }
  const outOfReach = 'No item was seen that it has changed so.';
  if (last === undefined) return;
  for (const property of open.keys())
    yield { subject: { operationId: operation.id, property }, answer: last, judgement: { outOfReach } };
}

/** Does it with a new item, and with one more for each other action that such an item takes before. */
async function* timesDone(
  run: ProbeRun,
  { operation, resource, read }: SaidEffect,
  all: readonly SaidEffect[],
): AsyncGenerator<Done> {
  const { context, call } = run;
  const others = context.description.operations.filter(
    (one) => one !== operation && isActionOn(context, one, resource) && !undoesRemoval(one),
  );
  for (const action of [undefined, ...others]) {
    const item = await context.source.items.newFor(action ?? operation, resource);
    if (item === undefined) continue;
    if (action !== undefined) {
      const { response } = await call(await context.source.at(action, resource, item));
      if (!isSuccess(response)) continue;
    }
    const reading = await context.source.at(read, resource, item);
    const before = await call(reading);
    const answer = await call(await context.source.at(operation, resource, item));
    if (!isSuccess(answer.response) || answer.response.status === 202) continue;
    const after = await settled(
      run,
      () => call(reading),
      (seen) => all.every((said) => isSo(said, shownIn(context, said, seen))),
    );
    yield { before, answer, after };
  }
}

function shownIn({ description }: PlanningContext, { resource, property }: SaidEffect, answer: Answer): Exact {
  return valueIn(itemIn(description.contract, resource, answer.body ?? null), property) ?? null;
}

function hasShown({ description }: PlanningContext, { resource, property }: SaidEffect, { body }: Answer): boolean {
  const item = itemIn(description.contract, resource, body ?? null);
  return [item, within(item, ['attributes'])].some((one) => isObject(one) && Object.hasOwn(one, property));
}

function isObject(value: Exact | undefined): value is ExactObject {
  return value !== undefined && isExactObject(value);
}

function isSo({ effect }: SaidEffect, value: Exact): boolean {
  if (effect.is === 'value') return isSame(value, effect.value);
  const isNothing = [null, '', false, 0].some((one) => isSame(one, value));
  const isEmpty = Array.isArray(value) ? value.length === 0 : isExactObject(value) && Object.keys(value).length === 0;
  return (isNothing || isEmpty) === (effect.is === 'nothing');
}

/** Undefined where the item was so before: it shows nothing of the action. */
function judge(
  context: PlanningContext,
  said: SaidEffect,
  { before, answer, after }: Done,
): 'kept' | Violation | OutOfReach | undefined {
  const { operation, property, effect } = said;
  if (!isSuccess(after.response)) return undefined;
  // It is done when it is answered.
  const late = [answer, after].find((one) => hasShown(context, said, one) && !isSo(said, shownIn(context, said, one)));
  const value = shownIn(context, said, late ?? after);
  const was = isSuccess(before.response) ? shownIn(context, said, before) : undefined;
  if (isSo(said, value)) return was !== undefined && isSo(said, was) ? undefined : 'kept';
  // What goes on by itself may be further on.
  if (isOnTheWay(value) || (effect.is === 'value' && isOnTheWay(effect.value) && !isSame(was ?? null, value)))
    return { outOfReach: `${property} goes on by itself.` };
  return {
    documented: `${property} after ${operation.id}: ${effectText(effect)}`,
    received: `${property}: ${shownValue(value)}`,
  };
}

/** Shows of each item what the action does not leave it with. */
function always(context: MessageContext, { operation, resource, read, property, pointer, effect }: SaidEffect): Wrap {
  const { contract } = context.description;
  const isShown = [operation, read].map((one) => context.isTo(one));
  const schema = successSchema(contract, read);
  const place = schema === undefined ? undefined : propertyPlace(contract, schema, property);
  const item = itemPlaceIn(contract, schema ?? '', resource)?.pointer ?? '';
  const made = context.responseValues.valueAt(pointer, 'all');
  const value =
    effect.is === 'value' ? otherValue(contract, item, property, effect.value) : effect.is === 'nothing' ? made : null;
  return altering((response, request) => {
    const body = isShown.some((is) => is(request)) && isSuccess(response) ? jsonIn(response.body) : undefined;
    return body === undefined || place === undefined
      ? response
      : withJson(response, withPart(body, place.segments, value));
  });
}
