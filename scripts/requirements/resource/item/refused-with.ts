import type { Exact } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { operationOf } from '../../message-context.ts';
import { pathTo } from '../../request/referenced-resource.ts';
import { type Held, madeBeneath, sequencesOf } from './held-things.ts';
import { type HoldingRule, holdingRulesOf } from './holding-rules.ts';
import { isRefusal, longEnough, serving } from './refused-in.ts';
import { isOnTheWay } from './stored.ts';

const id = '{operationId}.refusedWith.{things}';

/** What is refused while there is something beneath an item: "A shelf with lent books cannot be removed." */
export const refusedWith = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : holdingRulesOf(context, operation).map(({ resource, state, things, pointer }) => ({
          subject: { operationId: operation.id, things },
          pointer,
          statement:
            `The request must be refused while there is something of ${resource.collectionPath}` +
            `${state === undefined ? '' : ` whose ${state.property} is ${state.value}`}.`,
        })),
  contractAdvice: () => 'change the description',
  server: {
    reach: { by: 'probes', probe: probeThings },
    faults: (context, { subject }) => [faultDraft('served', serving(context, operationOf(context, subject)))],
    advice: ({ things }) => `Look for ${things} beneath the item before anything is done, and refuse it with them.`,
  },
  client: null,
});

async function* probeThings(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const rule of holdingRulesOf(run.context, operation)) {
    const subject = { operationId: operation.id, things: rule.things };
    let last: Answer | undefined;
    const isAny = rule.state === undefined;
    for (const steps of isAny ? [[]] : sequencesOf(run.context, rule.resource)) {
      const first = await probed(run, operation, rule, steps);
      last = first?.answer ?? last;
      if (first?.judgement === undefined) continue;
      // What goes on by itself may be in another state by then: two show that it is served.
      const second = isViolation(first) && rule.state !== undefined ? await probed(run, operation, rule, steps) : first;
      if (second?.judgement === undefined) continue;
      last = undefined;
      yield { subject, answer: second.answer, judgement: second.judgement };
      break;
    }
    const outOfReach = `No ${rule.things} were made beneath an item.`;
    if (last !== undefined) yield { subject, answer: last, judgement: { outOfReach } };
  }
}

const isViolation = ({ judgement }: Shown) => typeof judgement === 'object' && 'documented' in judgement;

interface Shown {
  answer: Answer;
  /** Undefined where the thing was in no state that matters. */
  judgement: Probed<typeof id>['judgement'] | undefined;
}

async function probed(
  run: ProbeRun,
  operation: Operation,
  rule: HoldingRule,
  steps: readonly Operation[],
): Promise<Shown | undefined> {
  const held = await madeBeneath(run, rule, steps);
  if (held === undefined) return undefined;
  const { state } = rule;
  if (state !== undefined && isOnTheWay(state.value) && (await stateOf(run, rule, held)) === state.value)
    await run.wait(longEnough);
  const before = await stateOf(run, rule, held);
  const answer = await run.call(await run.context.source.at(operation, rule.owner, held.above));
  return { answer, judgement: before === state?.value ? judge(rule, answer) : undefined };
}

/** The state of a thing; undefined where it matters not, or is not shown. */
async function stateOf(
  { context, call }: ProbeRun,
  { owner, resource, create, state }: HoldingRule,
  { above, thing }: Held,
): Promise<Exact | undefined> {
  const { read } = resource;
  if (state === undefined || read === undefined) return undefined;
  const path = pathTo(context, create, owner, above);
  const { response, body } = await call(await context.source.at(read, resource, thing, path));
  const item = isSuccess(response) ? itemIn(context.description.contract, resource, body ?? null) : null;
  return valueIn(item, state.property);
}

function judge({ things }: HoldingRule, answer: Answer): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  if (isRefusal(answer)) return 'kept';
  if (!isSuccess(answer.response)) return { outOfReach: 'It was refused with another status.' };
  return { documented: `A refusal, since the item has ${things}.`, received: `${status}, ${excerpt(answer)}` };
}
