import type { Exact } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { answering, faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { type MessageContext, operationOf } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { isActionOn } from '../../request/actions.ts';
import { pathTo } from '../../request/referenced-resource.ts';
import { choosing } from './action-states.ts';
import { reachedStatesOf } from './reached-states.ts';
import { type StateRule, stateOf, stateRulesOf } from './state-rules.ts';
import { isOnTheWay } from './stored.ts';
import { switchesOf } from './switches.ts';

const id = '{operationId}.refusedIn.{state}';

// Milliseconds, in which what goes on by itself is in another state, or stays in its own for longer.
export const longEnough = 2000;

/** What is refused in a state of an item, as a description says: "A closed account cannot be changed." */
export const refusedInState = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : byState(stateRulesOf(context, operation)).map(([state, { property, pointer }]) => ({
          subject: { operationId: operation.id, state },
          pointer,
          statement: `In the state ${state}, which ${property} of the item tells, the request must be refused.`,
        })),
  contractAdvice: () => 'change the description',
  server: {
    reach: { by: 'probes', probe: probeStates },
    faults: (context, { subject }) => [faultDraft('served', serving(context, operationOf(context, subject)))],
    advice: ({ state }) => `Look at the state of the item before anything is done, and refuse it where it is ${state}.`,
  },
  client: null,
});

/** How a server refuses what the state of something does not allow. */
export const isRefusal = ({ response: { status } }: Pick<Answer, 'response'>) => [409, 422, 423, 403].includes(status);

/** Serves what is refused for the state of something. */
export function serving(context: MessageContext, operation: Operation): Wrap {
  const success = Number(Object.keys(operation.responses).find((status) => /^2\d\d$/.test(status)) ?? '200');
  return answering(context.isTo(operation), async (request, send) => {
    const response = await send(request);
    return isRefusal({ response }) ? context.madeUp(request, success, response) : response;
  });
}

function byState(rules: readonly StateRule[]): [state: string, rule: StateRule][] {
  return [
    ...new Map(rules.flatMap((rule) => rule.states.map((state): [string, StateRule] => [state, rule])).reverse()),
  ].reverse();
}

/** An item, and how it was read at last. `path`: to it, and to what is beneath it. */
interface Reached {
  item: Exact;
  path: Readonly<Record<string, string>>;
  seen: Answer;
}

async function* probeStates(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const rules = stateRulesOf(run.context, operation);
  const known = new Map<Resource, Reached[]>();
  for (const [state, rule] of byState(rules)) {
    const ofSame = rules.filter(({ resource }) => resource === rule.resource);
    const reached = known.get(rule.resource) ?? (await statesOf(run, operation, rule, ofSame));
    known.set(rule.resource, reached);
    const [first] = reached;
    if (first === undefined) continue;
    const shown = reached.map(({ seen }) => stateIn(run.context, rule, seen));
    const needed = isOnTheWay(state) ? 2 : 1;
    // Where no action changes the state, nothing says that it is more than a value.
    const isLive = shown.some((one) => one !== undefined && one !== shown[0]);
    const all = isLive ? reached.filter((_, index) => shown[index] === state) : [];
    const there = all.length < needed ? [] : all;
    if (isOnTheWay(state) && there.length > 0) await run.wait(longEnough);
    const subject = { operationId: operation.id, state };
    let last: Probed<typeof id> | undefined;
    // What goes on by itself may be in another state by then: two show that it is served.
    for (const one of there.slice(0, 2)) {
      last = await probed(run, operation, rule, { subject, state, one });
      if (last.judgement === 'kept') break;
    }
    const outOfReach = `No item was seen in the state ${state}, into which an action had brought it.`;
    yield last ?? { subject, answer: first.seen, judgement: { outOfReach } };
  }
}

/** New items: two as they are made, and two with which each thing has been done that such an item takes. */
async function statesOf(
  run: ProbeRun,
  operation: Operation,
  rule: StateRule,
  ofSame: readonly StateRule[],
): Promise<Reached[]> {
  const { context, call } = run;
  const { source } = context;
  const { resource, read } = rule;
  const actions = context.description.operations.filter((one) => isActionOn(context, one, resource));
  const switched = switchesOf(context, resource).filter(({ name }) => ofSame.some(({ property }) => property === name));
  const reached: Reached[] = [];
  const look = async (item: Exact | undefined, act: (item: Exact) => Promise<Answer | undefined>) => {
    const path = item === undefined ? undefined : await pathFrom(run, operation, rule, item);
    if (item === undefined || path === undefined) return;
    const answer = await act(item);
    if (answer === undefined || isSuccess(answer.response))
      reached.push({ item, path, seen: await call(await source.at(read, resource, item)) });
  };
  const newItem = () => source.newItems.newId(resource, true);
  const shown = async (item: Exact) => (await call(await source.at(read, resource, item))).body ?? null;
  await look(await newItem(), async () => undefined);
  await look(await newItem(), async () => undefined);
  const doings = actions.flatMap((action) => {
    const chosen = reachedStatesOf(context, action).filter(({ chosenBy }) => chosenBy !== undefined);
    return (chosen.length === 0 ? [undefined] : chosen).map((choice) => ({ action, choice }));
  });
  for (const { action, choice } of [...doings, ...doings])
    await look(await source.items.newFor(action, resource), async (item) => {
      const parts = await source.at(action, resource, item);
      return call(choice === undefined ? parts : await choosing(context, parts, choice));
    });
  for (const { merge, name } of [...switched, ...switched])
    await look(await newItem(), async (item) => {
      const isSet = valueIn(itemIn(context.description.contract, resource, await shown(item)), name) === true;
      const parts = await source.at(merge, resource, item);
      return call(await source.withBody(parts, parts.body?.mediaType ?? '', { [name]: !isSet }));
    });
  return reached;
}

/** The path of an operation to an item, or to what is made beneath it first; undefined where that is not made. */
async function pathFrom(
  { context, call }: ProbeRun,
  operation: Operation,
  { resource, below }: StateRule,
  item: Exact,
): Promise<Record<string, string> | undefined> {
  const own = pathTo(context, operation, resource, item);
  if (below?.create === undefined) return own;
  const made = await call(
    await context.source.base(below.create, 'all', true, pathTo(context, below.create, resource, item)),
  );
  const id = isSuccess(made.response) ? context.idIn(below, made) : undefined;
  return id === undefined ? undefined : { ...own, ...pathTo(context, operation, below, id) };
}

function stateIn(context: PlanningContext, rule: StateRule, answer: Answer): string | undefined {
  if (!isSuccess(answer.response)) return undefined;
  return stateOf(itemIn(context.description.contract, rule.resource, answer.body ?? null), rule);
}

async function probed(
  { context, call }: ProbeRun,
  operation: Operation,
  rule: StateRule,
  { subject, state, one: { item, path } }: { subject: Probed<typeof id>['subject']; state: string; one: Reached },
): Promise<Probed<typeof id>> {
  const parts = await context.source.base(operation, 'all', false, path);
  const reading = await context.source.at(rule.read, rule.resource, item);
  const before = stateIn(context, rule, await call(reading));
  const answer = await call(parts);
  return { subject, answer, judgement: judge(answer, state, before) };
}

function judge(answer: Answer, state: string, before: string | undefined): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  if (before !== state) return { outOfReach: 'The state of the item goes on by itself.' };
  if (isRefusal(answer)) return 'kept';
  if (!isSuccess(answer.response)) return { outOfReach: 'It was refused with another status.' };
  return { documented: `A refusal, since the item is ${state}.`, received: `${status}, ${excerpt(answer)}` };
}
