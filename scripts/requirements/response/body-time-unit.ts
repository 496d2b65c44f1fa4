import { type Exact, isNumber } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { SchemaView } from '../../openapi/schemas/schema-view.ts';
import type { Judgement, OutOfReach } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { Described } from '../resource/found-once.ts';
import { isOfOurTime, notationOf, type TimeNotation, timeIn } from '../resource/item/time-notations.ts';
import { bodyFaults } from './body-fault.ts';
import { holdersIn, nameIn, rulesOfSuccess } from './body-objects.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import type { KeyedResponse } from './response-sets.ts';
import type { SeenResponse } from './seen-response.ts';

type Unit = Extract<TimeNotation, 'seconds' | 'milliseconds'>;

interface TimeProperty {
  property: string;
  pointer: string;
  unit: Unit;
}

/** A time that the server sets is in the unit that its description says: seconds or milliseconds since 1970. */
export const bodyTimeUnit = defineKind({
  id: '{set}.responses.{status}.body{path}.timeUnit',
  section: sectionOf,
  list: (context, operation) =>
    listForResponses(context, operation, (keyed) =>
      timesOf(context, keyed).map(({ path, pointer, unit }) => ({
        subject: { set: keyed.set.name, status: keyed.status, path },
        pointer,
        statement: `${nameIn(path)} must be in ${unit} since 1970.`,
      })),
    ),
  contractAdvice: ({ path }) => `change the description of ${nameIn(path)}`,
  server: {
    reach: {
      by: 'responses',
      judge: (seen, { status, path }) => (seen.status === status ? judge(seen, path) : undefined),
    },
    faults: (context, requirement) =>
      bodyFaults(context, requirement, requirement.subject, { changes: () => [inOtherUnit], violates: 'none' }),
    advice: ({ path }) => `Write ${nameIn(path)} in the unit that its description says.`,
  },
  client: null,
});

/** The times of a success that no client sends. */
function timesOf(context: Described, keyed: KeyedResponse): (TimeProperty & { path: string })[] {
  return rulesOfSuccess(
    context,
    keyed,
    (view) => timesIn(context.description.contract, view),
    ({ property }, names) => names.has(property),
  );
}

function timesIn(contract: Contract, { properties }: SchemaView): TimeProperty[] {
  return [...properties].flatMap(([property, pointer]) => {
    const unit = unitAt(contract, pointer);
    return unit === undefined ? [] : [{ property, pointer, unit }];
  });
}

function unitAt(contract: Contract, pointer: string): Unit | undefined {
  const notation = notationOf(contract, pointer);
  return notation === 'seconds' || notation === 'milliseconds' ? notation : undefined;
}

function judge(seen: SeenResponse, path: string): Judgement | OutOfReach {
  const [holders, name] = [holdersIn(seen, path), nameIn(path)];
  if (holders === undefined) return undefined;
  const shown = holders.flatMap(({ view, item }) => {
    const rule = timesIn(seen.description.contract, view).find(({ property }) => property === name);
    const value = ownValue(item, name);
    return rule === undefined || !isNumber(value) ? [] : [{ value, unit: rule.unit }];
  });
  const wrong = shown.find(({ value, unit }) => isTime(value, unit === 'seconds' ? 'milliseconds' : 'seconds'));
  if (wrong !== undefined)
    return { documented: `${name} in ${wrong.unit} since 1970.`, received: `${name}: ${wrong.value}` };
  return shown.some(({ value, unit }) => isTime(value, unit))
    ? 'kept'
    : { outOfReach: `No response has shown a time as ${name}.` };
}

function isTime(value: Exact, unit: Unit): boolean {
  const time = timeIn(value, unit);
  return time !== undefined && isOfOurTime(time);
}

function inOtherUnit(value: Exact | undefined): Exact | undefined {
  if (!isNumber(value)) return value;
  return isTime(value, 'milliseconds') ? Math.floor(Number(value) / 1000) : Number(value) * 1000;
}
