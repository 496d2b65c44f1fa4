import { type ExactObject, isExactObject, isSame } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { ownValue } from '../../../http/own-value.ts';
import { descriptionAt, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { isActionOn, madeBy } from '../../request/actions.ts';
import { idempotencyKeyOf } from '../../request/idempotency.ts';
import { shownValue } from '../shown-value.ts';
import { itemsDoneOnce } from './done-once.ts';

const id = '{operationId}.noEffectAgain';

// Milliseconds, after which a time that is set again is another one.
const longEnough = 1100;

/** An action that is done again for nothing, as a description says: "Closing a closed door has no effect." */
export const noEffectAgain = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null || itemsUnmoved(context, operation) === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: partAt(context.description.contract, operation.pointer).pointer,
            statement: 'What was done with an item must be served the second time, and change nothing.',
          },
        ],
  contractAdvice: () => 'change the description',
  server: {
    reach: { by: 'probes', probe: probeTwice },
    faults: (context, { subject }) => [faultDraft('refused again', refusedAgain(context, subject.operationId))],
    advice: () => 'Leave an item as it is where that was done with it before, and answer as at first.',
  },
  client: null,
});

const again = /\b(?:again|already|twice|repeat\w*|(?:a|the) second)\b/i;
const nothing = /\b(?:no (?:further |more |other )?effect|does nothing|changes nothing|nothing (?:happens|changes))\b/i;
const always = /\bis idempotent\b/i;

/** The items of an action of which a description says that it does nothing the second time. */
function itemsUnmoved(
  context: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation,
): Resource | undefined {
  const isSaid = sentencesOf(descriptionAt(context.description.contract, operation.pointer)).some(
    (one) => always.test(one) || (again.test(one) && nothing.test(one)),
  );
  if (!isSaid || operation.method !== 'POST' || idempotencyKeyOf(operation) !== undefined) return undefined;
  if (madeBy(context, operation).length > 0 || itemsDoneOnce(context, operation) !== undefined) return undefined;
  return context.resources.find((one) => one.read !== undefined && isActionOn(context, operation, one));
}

async function* probeTwice(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call, wait } = run;
  const resource = itemsUnmoved(context, operation);
  const item = resource && (await context.source.items.newFor(operation, resource));
  if (resource?.read === undefined || item === undefined) return;
  const acting = await context.source.at(operation, resource, item);
  const reading = await context.source.at(resource.read, resource, item);
  const first = await call(acting);
  const old = await call(reading);
  await wait(longEnough);
  const before = await call(reading);
  const answer = await call(acting);
  const after = await call(reading);
  yield {
    subject: { operationId: operation.id },
    answer,
    judgement: judge(context, resource, { first, old, before, answer, after }),
  };
}

function judge(
  context: PlanningContext,
  resource: Resource,
  { first, answer, ...seen }: Record<'first' | 'old' | 'before' | 'answer' | 'after', Answer>,
): 'kept' | Violation | OutOfReach {
  if (!isSuccess(first.response) || first.response.status === 202)
    return { outOfReach: 'No response has said that it was done.' };
  if (!isSuccess(answer.response))
    return {
      documented: 'The same answer as at first, and no effect.',
      received: `${answer.response.status}, ${excerpt(answer)}`,
    };
  const [old, before, after] = [seen.old, seen.before, seen.after].map((one) => itemOf(context, resource, one));
  if (old === undefined || before === undefined || after === undefined)
    return { outOfReach: 'The item was not read before and after that.' };
  if (!isSame(old, before)) return { outOfReach: 'The item goes on by itself.' };
  const name = Object.keys(after).find(
    (one) => !ofChange.test(one) && !isSame(ownValue(before, one) ?? null, ownValue(after, one) ?? null),
  );
  if (name === undefined) return 'kept';
  const [was, is] = [before, after].map((one) => shownValue(ownValue(one, name) ?? null));
  return { documented: `${name} as before: ${was}`, received: `${name}: ${is}` };
}

// What shows changes and requests may show this one.
const ofChange = /updated|modified|changed|seen|version|revision|etag/i;

function itemOf({ description }: PlanningContext, resource: Resource, answer: Answer): ExactObject | undefined {
  const item = isSuccess(answer.response) ? itemIn(description.contract, resource, answer.body ?? null) : null;
  return isExactObject(item) ? item : undefined;
}

/** Refuses what was served before. */
function refusedAgain(context: MessageContext, operationId: string): Wrap {
  const isAbout = context.isTo(context.operation(operationId));
  return (send) => {
    const done = new Set<string>();
    return async (request) => {
      const response = await send(request);
      if (!isAbout(request) || response.status >= 300) return response;
      if (done.has(request.target)) return { ...response, status: 409, body: Buffer.alloc(0) };
      done.add(request.target);
      return response;
    };
  };
}
