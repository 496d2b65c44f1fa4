import { type Exact, isNumber } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { valueIn } from '../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../openapi/resources/item-place.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';
import { isActionOn } from '../request/actions.ts';
import { pathTo } from '../request/referenced-resource.ts';
import { settled } from '../settled.ts';
import { type TallyRule, tallyRulesOf } from './tally-rules.ts';
import { valueStays } from './value-stays.ts';

const id = '{operationId}.tally.{property}';

/** What an item counts, or adds up, of the things beneath it: "Number of books on the shelf". */
export const itemTally = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : tallyRulesOf(context, operation).map(({ property, pointer, create, summed }) => ({
          subject: { operationId: operation.id, property },
          pointer,
          statement:
            summed === undefined
              ? `${property} must count what ${create.id} makes.`
              : `${property} must be the sum of the ${summed} of what ${create.id} makes.`,
        })),
  contractAdvice: ({ property }) => `change the description of ${property}`,
  server: {
    reach: { by: 'probes', probe: probeTally },
    faults: (context, { subject: { operationId, property } }) => [
      faultDraft('stays as it was', valueStays(context, context.operation(operationId), property)),
    ],
    advice: ({ property }) => `Change ${property} with everything that is made or removed beneath the item.`,
  },
  client: null,
});

async function* probeTally(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const rule of tallyRulesOf(run.context, operation)) {
    const subject = { operationId: operation.id, property: rule.property };
    for await (const { answer, judgement } of probeRule(run, rule)) yield { subject, answer, judgement };
  }
}

type Shown = Pick<Probed<typeof id>, 'answer' | 'judgement'>;

async function* probeRule(run: ProbeRun, rule: TallyRule): AsyncGenerator<Shown> {
  const { context, call } = run;
  const { owner, read, create, resource, property, summed } = rule;
  const above = await context.source.items.newAbove(create, owner);
  if (above === undefined) return;
  const reading = await context.source.at(read, owner, above);
  const look = async () => shownIn(context, owner, await call(reading), property);
  const path = pathTo(context, create, owner, above);
  const making = await context.source.base(create, 'all', true, path);
  const before = await look();
  const made = await call(making);
  const step =
    summed === undefined ? Number(isCounted(context, rule, made)) : shownIn(context, resource, made, summed).value;
  if (!isNumber(before.value) || !isSuccess(made.response) || made.response.status === 202 || !isNumber(step)) {
    const outOfReach = `No ${property} has been seen before and after something was made beneath an item.`;
    return yield { answer: before.answer, judgement: { outOfReach } };
  }
  const [old, wanted] = [Number(before.value), Number(before.value) + Number(step)];
  const after = await settled(run, look, ({ value }) => isEqual(value, wanted));
  const isUnmoved = isEqual(after.value, old);
  yield {
    answer: after.answer,
    judgement:
      isUnmoved && (rule.isOfSome || wanted === old)
        ? { outOfReach: 'What was made need not be one of those that are meant.' }
        : judge(after, wanted, `${property} after ${create.id}, ${old} before`),
  };
  if (!isEqual(after.value, wanted)) return;
  const now = rule.state === undefined ? wanted : yield* probeStates(run, rule, { path, look, now: wanted });
  if (now === undefined || wanted === old) return;
  const beside = await seenBeside(run, rule, look, now);
  if (beside === undefined) yield* probeRemoval(run, rule, { made, path, look, old: now - Number(step) });
  else yield beside;
}

/** What an action brings into the state that is counted, or out of it. Returns the number then, where it was right. */
async function* probeStates(
  { context, call, wait }: ProbeRun,
  rule: TallyRule,
  { path, look, now }: { path: Readonly<Record<string, string>>; look: Look; now: number },
): AsyncGenerator<Shown, number | undefined> {
  const { resource, create, property } = rule;
  const { read } = resource;
  const actions = context.description.operations.filter((one) => isActionOn(context, one, resource));
  let count = now;
  for (const action of read === undefined ? [] : actions) {
    const another = await call(await context.source.base(create, 'all', true, path));
    const item = context.idIn(resource, another);
    if (read === undefined || item === undefined || !isSuccess(another.response)) return undefined;
    const at = (operation: Operation) =>
      context.source.base(operation, 'all', false, { ...path, ...pathTo(context, operation, resource, item) });
    const acted = await call(await at(action));
    const seen = await call(await at(read));
    const isKnown = isSuccess(seen.response) && stateOf(context, rule, seen) !== undefined;
    if (acted.response.status === 202 || !isKnown) return undefined;
    count += Number(isCounted(context, rule, seen));
    const wanted = count;
    const after = await settled({ wait }, look, ({ value }) => isEqual(value, wanted));
    const judgement = judge(after, wanted, `${property} after ${create.id} and ${action.id}`);
    yield { answer: after.answer, judgement };
    if (judgement !== 'kept') return undefined;
  }
  return count;
}

/** What is made beneath another item does not count; undefined where it is not counted. */
async function seenBeside(run: ProbeRun, rule: TallyRule, look: Look, wanted: number): Promise<Shown | undefined> {
  const { context, call } = run;
  const { create, owner, property } = rule;
  const other = await context.source.items.newAbove(create, owner);
  if (other === undefined) return undefined;
  await call(await context.source.base(create, 'all', true, pathTo(context, create, owner, other)));
  const seen = await settled(run, look, ({ value }) => isEqual(value, wanted));
  const judgement = judge(seen, wanted, `${property} after ${create.id} beneath another item`);
  return judgement === 'kept' ? undefined : { answer: seen.answer, judgement };
}

/** What is counted no more is gone: what is only marked as removed may still be counted. */
async function* probeRemoval(
  { context, call, wait }: ProbeRun,
  { resource, property, isOfPresent }: TallyRule,
  { made, path, look, old }: { made: Answer; path: Readonly<Record<string, string>>; look: Look; old: number },
): AsyncGenerator<Shown, number | undefined> {
  const { remove, read } = resource;
  const item = context.idIn(resource, made);
  if (remove === undefined || read === undefined || item === undefined || !isOfPresent) return undefined;
  const at = (operation: Operation) =>
    context.source.base(operation, 'all', false, { ...path, ...pathTo(context, operation, resource, item) });
  const removed = await call(await at(remove));
  if (!isSuccess(removed.response) || removed.response.status === 202) return undefined;
  if (isSuccess((await call(await at(read))).response)) return undefined;
  const after = await settled({ wait }, look, ({ value }) => isEqual(value, old));
  yield { answer: after.answer, judgement: judge(after, old, `${property} after ${remove.id}`) };
}

function stateOf(context: PlanningContext, { resource, state }: TallyRule, answer: Answer): Exact | undefined {
  return state && shownIn(context, resource, answer, state.property).value;
}

/** True for what is in the state that is counted, where one alone is. */
function isCounted(context: PlanningContext, rule: TallyRule, answer: Answer): boolean {
  return rule.state === undefined || stateOf(context, rule, answer) === rule.state.value;
}

type Look = () => Promise<Seen>;

interface Seen {
  answer: Answer;
  value: Exact | undefined;
}

function shownIn(context: PlanningContext, resource: Resource, answer: Answer, property: string): Seen {
  const item = isSuccess(answer.response) ? itemIn(context.description.contract, resource, answer.body ?? null) : null;
  return { answer, value: valueIn(item, property) };
}

function judge({ answer, value }: Seen, wanted: number, what: string): 'kept' | Violation | OutOfReach {
  if (!isNumber(value)) return { outOfReach: 'The number was not shown any more.' };
  return isEqual(value, wanted)
    ? 'kept'
    : { documented: `${what}: ${wanted}`, received: `${value}, ${excerpt(answer)}` };
}

// Sums of fractions are not exact.
function isEqual(value: Exact | undefined, wanted: number): boolean {
  return isNumber(value) && Math.abs(Number(value) - wanted) <= 1e-6 * Math.max(1, Math.abs(wanted));
}
