import { type Exact, isSame } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { encode } from '../../../http/percent-encoding.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { withTexts } from '../../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { answering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { settled } from '../../settled.ts';
import { otherValue } from '../other-value.ts';
import { shownValue } from '../shown-value.ts';
import { type SetByQuery, setByQuery } from './set-by-query.ts';

const id = '{operationId}.stores.{parameter}';

/** What a query parameter changes of an item, as `POST /parcels/{id}?label=`, is read so then. The rest stays. */
export const itemStores = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : setByQuery(context, operation).map(({ parameter, read }) => ({
          subject: { operationId: operation.id, parameter: parameter.name },
          pointer: parameter.pointer,
          statement: `${parameter.name} must be stored as ${operation.id} was sent it, so that ${read.id} returns it.`,
        })),
  contractAdvice: ({ parameter }) => `say with x-unverifiable what ${parameter} is for`,
  server: {
    reach: { by: 'probes', probe: probeStored },
    faults: (context, { subject: { operationId, parameter: name } }) => {
      const operation = context.operation(operationId);
      const parameter = operation?.parameters.find((one) => one.in === 'query' && one.name === name);
      if (operation === undefined || parameter === undefined) return [];
      const without = answering(context.isTo(operation), (request, send) =>
        send(withTexts(request, operation, parameter, [])),
      );
      return [faultDraft('is not stored', without)];
    },
    advice: ({ parameter }) => `Store ${parameter} where it is sent, and leave the rest of the item as it was.`,
  },
  client: null,
});

async function* probeStored(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const all = setByQuery(run.context, operation);
  for (const set of all) {
    const probed = await probeOne(run, operation, set, all);
    if (probed === undefined) continue;
    yield { subject: { operationId: operation.id, parameter: set.parameter.name }, ...probed };
  }
}

/** Changes one property of a new item; undefined where none can be made. */
async function probeOne(
  { context, call, wait }: ProbeRun,
  operation: Operation,
  set: SetByQuery,
  all: readonly SetByQuery[],
): Promise<{ answer: Answer; judgement: 'kept' | Violation | OutOfReach } | undefined> {
  const { resource, read, parameter } = set;
  const item = await context.source.items.newFor(operation, resource);
  if (item === undefined) return undefined;
  const reading = await context.source.at(read, resource, item);
  const before = await call(reading);
  const value = anotherFor(context, set, before);
  const parts = await context.source.at(operation, resource, item);
  if (value === undefined)
    return { answer: before, judgement: { outOfReach: `No ${parameter.name} is known that the item may have next.` } };
  const needed = operation.parameters.filter((one) => one.required && one !== parameter).map((one) => encode(one.name));
  const others = parts.query.filter(([name]) => needed.includes(name));
  const query = [...others, [encode(parameter.name), encode(textOf(value))] as const];
  const answer = await call({ ...parts, query });
  if (!isSuccess(answer.response)) return { answer, judgement: { outOfReach: 'The change was not served.' } };
  const after = await settled(
    { wait },
    () => call(reading),
    (seen) => isSame(shownIn(context, set, seen), value),
  );
  const left = all.filter((one) => !needed.includes(encode(one.parameter.name)) && one !== set);
  return { answer: after, judgement: judge(context, [set, value], left, before, after) };
}

/** A value that the item has not, and may be sent. */
function anotherFor(context: PlanningContext, set: SetByQuery, before: Answer): Exact | undefined {
  const { contract } = context.description;
  const old = shownIn(context, set, before);
  if (old === null) return undefined;
  const value = otherValue(contract, set.item, set.parameter.name, old);
  const isValid = !isSame(value, old) && context.isValid('request', parameterSchema(set.parameter), value);
  return isValid && set.parameter.mediaType === null ? value : undefined;
}

function judge(
  context: PlanningContext,
  [set, value]: readonly [SetByQuery, Exact],
  left: readonly SetByQuery[],
  before: Answer,
  after: Answer,
): 'kept' | Violation | OutOfReach {
  if (!isSuccess(after.response)) return { outOfReach: 'The item could not be read after that.' };
  const now = shownIn(context, set, after);
  const text = (one: SetByQuery, shown: Exact) => `${one.parameter.name}: ${shownValue(shown)}`;
  if (!isSame(now, value)) return { documented: `${text(set, value)}, as it was sent.`, received: text(set, now) };
  for (const one of left) {
    const [old, own] = [before, after].map((seen) => shownIn(context, one, seen));
    if (old !== undefined && own !== undefined && !isSame(old, own))
      return { documented: `${text(one, old)}, as before.`, received: text(one, own) };
  }
  return 'kept';
}

function shownIn({ description }: PlanningContext, { resource, parameter }: SetByQuery, { body }: Answer): Exact {
  return valueIn(itemIn(description.contract, resource, body ?? null), parameter.name) ?? null;
}
