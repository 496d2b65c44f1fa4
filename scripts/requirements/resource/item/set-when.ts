import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { operationOf } from '../../message-context.ts';
import { shownValue } from '../shown-value.ts';
import { sequencesOf } from './held-things.ts';
import { isSetIn, type SetWhenRule, setWhenRulesOf } from './set-when-rules.ts';

const id = '{operationId}.setWhen.{property}';

/** When a property of an item is set, as its description says: "When it was paid; null until then." */
export const setWhen = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : setWhenRulesOf(context, operation).map(({ property, pointer }) => ({
          subject: { operationId: operation.id, property },
          pointer,
          statement: `${property} must be null until what its description says, and set from then on.`,
        })),
  contractAdvice: ({ property }) => `change the description of ${property}`,
  server: {
    reach: { by: 'probes', probe: probeStates },
    faults: (context, { subject }) => {
      const { contract } = context.description;
      const operation = operationOf(context, subject);
      const schema = successSchema(contract, operation);
      const place = schema === undefined ? undefined : propertyPlace(contract, schema, subject.property);
      const isRead = context.isTo(operation);
      const never = altering((response, request) => {
        const body = isRead(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
        return body === undefined || place === undefined
          ? response
          : withJson(response, withPart(body, place.segments, null));
      });
      return [faultDraft('is never set', never)];
    },
    advice: ({ property }) => `Set ${property} when that is done which its description says, and not before.`,
  },
  client: null,
});

async function* probeStates(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const rules = setWhenRulesOf(run.context, operation);
  const [first] = rules;
  if (first === undefined) return;
  const seen = new Map<SetWhenRule, { hasSet: boolean; hasUnset: boolean; answer: Answer | undefined }>();
  const open = new Set(rules);
  for (const steps of sequencesOf(run.context, first.resource)) {
    for await (const { rule, reading, judgement } of stepsSeen(run, rules, steps)) {
      if (!open.has(rule)) continue;
      const known = seen.get(rule) ?? { hasSet: false, hasUnset: false, answer: undefined };
      seen.set(rule, known);
      known.answer = reading;
      known.hasSet ||= judgement === 'set';
      known.hasUnset ||= judgement === 'unset';
      if (typeof judgement === 'string') continue;
      open.delete(rule);
      yield { subject: { operationId: operation.id, property: rule.property }, answer: reading, judgement };
    }
  }
  for (const rule of open) {
    const { hasSet, hasUnset, answer } = seen.get(rule) ?? {};
    const outOfReach = `No item has been seen before and after ${rule.property} was set.`;
    const judgement = hasSet === true && hasUnset === true ? 'kept' : { outOfReach };
    if (answer !== undefined)
      yield { subject: { operationId: operation.id, property: rule.property }, answer, judgement };
  }
}

interface Seen {
  rule: SetWhenRule;
  reading: Answer;
  judgement: 'set' | 'unset' | 'open' | Violation;
}

/** What is read of a new item, and after each of the steps. */
async function* stepsSeen(
  { context, call }: ProbeRun,
  rules: readonly SetWhenRule[],
  steps: readonly Operation[],
): AsyncGenerator<Seen> {
  const [first] = rules;
  if (first === undefined) return;
  const { resource, read } = first;
  const item = await context.source.newItems.newId(resource, true);
  const reading = item === undefined ? undefined : await context.source.at(read, resource, item);
  if (item === undefined || reading === undefined) return;
  const done: Operation[] = [];
  let initial: ExactObject | undefined;
  for (const step of [undefined, ...steps]) {
    if (step !== undefined) {
      const { response } = await call(await context.source.at(step, resource, item));
      if (!isSuccess(response) || response.status === 202) return;
      done.push(step);
    }
    const answer = await call(reading);
    const shown: Exact = isSuccess(answer.response)
      ? itemIn(context.description.contract, resource, answer.body ?? null)
      : null;
    if (!isExactObject(shown)) return;
    initial ??= shown;
    for (const rule of rules) yield { rule, reading: answer, judgement: judge(rule, { item: shown, initial, done }) };
  }
}

function judge(
  rule: SetWhenRule,
  { item, initial, done }: { item: ExactObject; initial: ExactObject; done: readonly Operation[] },
): Seen['judgement'] {
  const { property, actions, states } = rule;
  const value = valueIn(item, property) ?? null;
  const received = `${property}: ${shownValue(value)}`;
  const [was, is] = [initial, item].map((one) => states && valueIn(one, states.property));
  // What is in its first state again may have been undone.
  const isAfter = done.some((one) => actions.includes(one)) && (done.length === 1 || was !== is);
  // What is created in a state may lack what an action is called by.
  const isInState = isSetIn(rule, item) && (rule.isSaid || done.length > 0);
  if (isAfter || isInState) {
    const after = done.map((one) => one.id).join(' and ') || 'its creation';
    return value !== null ? 'set' : { documented: `A value of ${property} after ${after}.`, received };
  }
  if (done.length > 0 || (value !== null && !rule.isSaid)) return 'open';
  return value === null ? 'unset' : { documented: `${property} of a new item: null`, received };
}
