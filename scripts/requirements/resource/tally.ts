import { type Exact, isExactObject, isNumber, isSame, within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { valueIn } from '../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../openapi/resources/item-place.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';
import { isActionOn, madeBy } from '../request/actions.ts';
import { isIdentifierOf, pathTo } from '../request/referenced-resource.ts';
import type { RequestParts } from '../request/request-parts.ts';
import { settled } from '../settled.ts';
import { namedIn } from './item/held-things.ts';
import { fullestPage } from './list/fullest-page.ts';
import { isCountedIn, type TallyRule, tallyRulesOf } from './tally-rules.ts';
import { valueStays } from './value-stays.ts';

const id = '{operationId}.tally.{property}';

// Of the actions on a thing, so many are tried.
const mostActions = 6;

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
  const { owner, read, create, resource, property, summed, reference } = rule;
  const above = await context.source.items.newAbove(create, owner);
  if (above === undefined) return;
  const reading = await context.source.at(read, owner, above);
  const look = async () => shownIn(context, owner, await call(reading), property);
  const path = pathTo(context, create, owner, above);
  const making = await creationAt(context, rule, above);
  const before = await look();
  const made = await call(making);
  const item = itemOf(context, resource, made);
  const isOther = reference !== undefined && !isSame(namedIn(making, item, reference), above);
  const step = summed === undefined ? Number(isCountedIn(rule, item)) : shownIn(context, resource, made, summed).value;
  const isMade = isSuccess(made.response) && made.response.status !== 202 && !isOther;
  if (!isNumber(before.value) || !isMade || !isNumber(step)) {
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
  const things = [made];
  const hasActions = rule.state !== undefined || rule.isOfListed;
  const now = hasActions
    ? yield* probeActions(run, rule, { above, path, look, least: wanted - Number(step), things })
    : wanted;
  if (now === undefined || wanted === old) return;
  const beside = await seenBeside(run, rule, look, now);
  if (beside === undefined) yield* probeRemoval(run, rule, { made, path, look, old: now - Number(step) });
  else yield beside;
}

/**
 * What actions bring into the states that are counted, or out of them, and what they make of it. Returns the number
 * then, where it was right.
 */
async function* probeActions(
  run: ProbeRun,
  rule: TallyRule,
  beneath: Beneath,
): AsyncGenerator<Shown, number | undefined> {
  const { context, call } = run;
  const { resource, create, property } = rule;
  const all = context.description.operations.filter((one) => isActionOn(context, one, resource));
  const actions = all.slice(0, mostActions);
  let count = beneath.least + ((await numberCounted(run, rule, beneath)) ?? 0);
  for (const first of actions) {
    const made = await call(await creationAt(context, rule, beneath.above));
    const item = context.idIn(resource, made);
    if (item === undefined || !isSuccess(made.response)) return undefined;
    beneath.things.push(made);
    // Each may need what those before it have done.
    for (const action of [first, ...actions.filter((one) => one !== first)]) {
      const at = { ...beneath.path, ...pathTo(context, action, resource, item) };
      const acted = await call(await context.source.base(action, 'all', false, at));
      if (acted.response.status === 202) return undefined;
      // Of another thing, an identifier may be the same.
      const isCopy = acted.response.status === 201 && madeBy(context, action).some((one) => one.resource === resource);
      if (isCopy && !isSame(context.idIn(resource, acted) ?? item, item)) beneath.things.push(acted);
      const counted = await numberCounted(run, rule, beneath);
      if (counted === undefined) return undefined;
      count = beneath.least + counted;
      const after = await settled(run, beneath.look, ({ value }) => isEqual(value, count));
      const judgement = judge(after, count, `${property} after ${create.id} and ${action.id}`);
      // What goes on by itself may be in another state by then.
      if (judgement !== 'kept' && (await numberCounted(run, rule, beneath)) !== counted) return undefined;
      if (isSuccess(acted.response) || judgement !== 'kept') yield { answer: after.answer, judgement };
      if (judgement !== 'kept') return undefined;
    }
  }
  return count;
}

/** How many of the things are counted; undefined where one of them does not show that. */
async function numberCounted(run: ProbeRun, rule: TallyRule, beneath: Beneath): Promise<number | undefined> {
  let number = 0;
  for (const thing of beneath.things) {
    const isCounted = await isThingCounted(run, rule, beneath, thing);
    if (isCounted === undefined) return undefined;
    number += Number(isCounted);
  }
  return number;
}

/** What is made beneath another item does not count; undefined where it is not counted. */
async function seenBeside(run: ProbeRun, rule: TallyRule, look: Look, wanted: number): Promise<Shown | undefined> {
  const { context, call } = run;
  const { create, owner, property } = rule;
  const other = await context.source.items.newAbove(create, owner);
  if (other === undefined) return undefined;
  await call(await creationAt(context, rule, other));
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

/**
 * Whether a thing is counted as it is seen; undefined where nothing shows that: it is gone, it is no longer beneath the
 * same item as when it was made, or it does not show its state.
 */
async function isThingCounted(
  { context, call }: ProbeRun,
  rule: TallyRule,
  { path, things: [first] }: Beneath,
  made: Answer,
): Promise<boolean | undefined> {
  const { resource, state } = rule;
  const { read, list, idProperty = '' } = resource;
  const id = context.idIn(resource, made);
  if (read === undefined || first === undefined || id === undefined) return undefined;
  const own = { ...path, ...pathTo(context, read, resource, id) };
  const seen = await call(await context.source.base(read, 'all', false, own));
  const [known, item] = [first, seen].map((one) => itemOf(context, resource, one));
  if (known === undefined || item === undefined || !isExactObject(known) || !isExactObject(item)) return undefined;
  const above = Object.entries(known).filter(([name]) => isIdentifierOf(name, rule.owner));
  if (above.some(([name, value]) => !isSame(ownValue(item, name) ?? null, value))) return undefined;
  if (state !== undefined)
    return typeof valueIn(item, state.property) === 'string' ? isCountedIn(rule, item) : undefined;
  if (list === undefined) return undefined;
  const listed = within((await call(await fullestPage(context, list, path))).body, list.segments);
  const isListed = Array.isArray(listed) && listed.some((one) => isSame(within(one, [idProperty]) ?? null, id));
  return isListed ? true : undefined;
}

/** A creation beneath an item, or of what refers to it. */
function creationAt(
  context: PlanningContext,
  { create, owner, reference }: TallyRule,
  above: Exact,
): Promise<RequestParts> {
  const named = reference === undefined ? undefined : { resource: owner, id: above };
  return context.source.base(create, 'all', true, pathTo(context, create, owner, above), undefined, named);
}

/** The item of a served answer. */
function itemOf(context: PlanningContext, resource: Resource, { response, body }: Answer): Exact {
  return isSuccess(response) ? itemIn(context.description.contract, resource, body ?? null) : null;
}

/** The things that were made beneath an item, and what shows their number, of which the others are the least. */
interface Beneath {
  above: Exact;
  path: Readonly<Record<string, string>>;
  things: Answer[];
  look: Look;
  least: number;
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
