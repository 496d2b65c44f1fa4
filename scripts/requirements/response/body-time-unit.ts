import { type Exact, isNumber } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { Judgement, OutOfReach } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { Described } from '../resource/found-once.ts';
import { isOfOurTime, notationOf, type TimeNotation, timeIn } from '../resource/item/time-notations.ts';
import { bodyFaults } from './body-fault.ts';
import { nameIn, objectsAt, sentObjects } from './body-objects.ts';
import { bodySchemasOf } from './body-parts.ts';
import { stepsOf, stepTo } from './body-path.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import type { KeyedResponse } from './response-sets.ts';
import type { SeenResponse } from './seen-response.ts';

type Unit = Extract<TimeNotation, 'seconds' | 'milliseconds'>;

interface TimePart {
  path: string;
  pointer: string;
  unit: Unit;
}

const deepest = 5;

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
function timesOf({ description: { contract, operations } }: Described, keyed: KeyedResponse): TimePart[] {
  if (!/^2/.test(keyed.status)) return [];
  const sent = operations.flatMap((operation) => jsonBodySchema(contract, operation) ?? []);
  const parts = bodySchemasOf(contract, keyed.set.operation, keyed.response).flatMap((pointer) =>
    timesBelow(contract, viewSchema(contract, pointer), ''),
  );
  const own = parts.filter(({ path }) =>
    sent.every((schema) => sentObjects(contract, viewSchema(contract, schema)).every((one) => !one.has(nameIn(path)))),
  );
  return [...Map.groupBy(own, ({ path }) => path).values()].flatMap(([first]) => first ?? []);
}

function timesBelow(contract: Contract, view: SchemaView, path: string, depth = 0): TimePart[] {
  if (depth > deepest) return [];
  return [
    ...[...view.properties].flatMap(([name, pointer]) => {
      const [at, unit] = [path + stepTo(name), unitAt(contract, pointer)];
      const own = unit === undefined ? [] : [{ path: at, pointer, unit }];
      return [...own, ...timesBelow(contract, viewSchema(contract, pointer), at, depth + 1)];
    }),
    ...(view.items === undefined ? [] : timesBelow(contract, viewSchema(contract, view.items), `${path}[]`, depth + 1)),
  ];
}

function unitAt(contract: Contract, pointer: string): Unit | undefined {
  const notation = notationOf(contract, pointer);
  return notation === 'seconds' || notation === 'milliseconds' ? notation : undefined;
}

function judge({ body, keyed, description: { contract } }: SeenResponse, path: string): Judgement | OutOfReach {
  const [schema] = keyed === undefined ? [] : bodySchemasOf(contract, keyed.set.operation, keyed.response);
  if (body === undefined || schema === undefined || !body.isValid) return undefined;
  const holders = objectsAt(contract, viewSchema(contract, schema), body.value, stepsOf(path).slice(0, -1));
  const name = nameIn(path);
  const shown = holders.flatMap(({ view, item }) => {
    const [pointer, value] = [view.properties.get(name), ownValue(item, name)];
    const unit = pointer === undefined ? undefined : unitAt(contract, pointer);
    return unit === undefined || !isNumber(value) ? [] : [{ value, unit }];
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
