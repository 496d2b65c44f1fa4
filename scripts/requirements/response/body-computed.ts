import type { Exact } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import {
  amountIn,
  type ComputedAmount,
  computedAmountsIn,
  computedIn,
  namesOf,
  spellings,
} from '../../openapi/resources/computed-amounts.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { Judgement, OutOfReach } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { Described } from '../resource/found-once.ts';
import { shownValue } from '../resource/shown-value.ts';
import { bodyFaults } from './body-fault.ts';
import { nameIn, objectsAt, sentObjects } from './body-objects.ts';
import { bodySchemasOf } from './body-parts.ts';
import { stepsOf, stepTo } from './body-path.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import type { KeyedResponse } from './response-sets.ts';
import type { SeenResponse } from './seen-response.ts';

interface ComputedPart extends ComputedAmount {
  /** Of the property in the body. */
  path: string;
}

const deepest = 5;

/** An amount is what its description says that it is computed of: "`quantity` times `unitPrice`". */
export const bodyComputed = defineKind({
  id: '{set}.responses.{status}.body{path}.computed',
  section: sectionOf,
  list: (context, operation) =>
    listForResponses(context, operation, (keyed) =>
      computedPartsOf(context, keyed).map(({ path, property, pointer, text }) => ({
        subject: { set: keyed.set.name, status: keyed.status, path },
        pointer,
        statement: `${property} must be ${text}.`,
      })),
    ),
  contractAdvice: ({ path }) => `change the description of ${nameIn(path)}`,
  server: {
    reach: {
      by: 'responses',
      judge: (seen, { status, path }) => (seen.status === status ? judge(seen, path) : undefined),
    },
    faults: (context, requirement) =>
      bodyFaults(context, requirement, requirement.subject, { changes: () => [oneMore], violates: 'none' }),
    advice: ({ path }) => `Compute ${nameIn(path)} as its description says.`,
  },
  client: null,
});

/** The parts of a success that are computed of others, but for what a client may send beside these. */
function computedPartsOf({ description: { contract, operations } }: Described, keyed: KeyedResponse): ComputedPart[] {
  if (!/^2/.test(keyed.status)) return [];
  const sent = operations.flatMap((operation) => jsonBodySchema(contract, operation) ?? []);
  const parts = bodySchemasOf(contract, keyed.set.operation, keyed.response).flatMap((pointer) =>
    partsBelow(contract, viewSchema(contract, pointer), ''),
  );
  const own = parts.filter((part) => sent.every((schema) => !isSettable(contract, schema, part)));
  return [...Map.groupBy(own, ({ path }) => path).values()].flatMap(([first]) => first ?? []);
}

function partsBelow(contract: Contract, view: SchemaView, path: string, depth = 0): ComputedPart[] {
  if (depth > deepest) return [];
  const below = (at: string, step: string) => partsBelow(contract, viewSchema(contract, at), path + step, depth + 1);
  return [
    ...computedAmountsIn(contract, view).map((one) => ({ ...one, path: path + stepTo(one.property) })),
    ...[...view.properties].flatMap(([name, at]) => below(at, stepTo(name))),
    ...(view.items === undefined ? [] : below(view.items, '[]')),
  ];
}

/** True where a client may send an amount beside what it is computed of. */
function isSettable(contract: Contract, schema: string, { property, formula }: ComputedPart): boolean {
  const beside = namesOf(formula);
  return sentObjects(contract, viewSchema(contract, schema)).some(
    (names) => names.has(property) && beside.some((name) => names.has(name)),
  );
}

function judge({ body, keyed, description: { contract } }: SeenResponse, path: string): Judgement | OutOfReach {
  const [schema] = keyed === undefined ? [] : bodySchemasOf(contract, keyed.set.operation, keyed.response);
  if (body === undefined || schema === undefined || !body.isValid) return undefined;
  const holders = objectsAt(contract, viewSchema(contract, schema), body.value, stepsOf(path).slice(0, -1));
  const found = holders.flatMap(({ view, item }) => {
    const rule = computedAmountsIn(contract, view).find(({ property }) => property === nameIn(path));
    const amount = rule && amountIn(ownValue(item, rule.property));
    const computed = rule && computedIn(rule.formula, item);
    return amount === undefined || computed === undefined ? [] : [{ item, text: rule?.text, amount, computed }];
  });
  const wrong = found.find(({ amount, computed }) => !(Math.abs(amount - computed.value) <= computed.leeway));
  if (wrong !== undefined)
    return {
      documented: `${nameIn(path)} ${wrong.computed.value}: ${wrong.text}.`,
      received: shownValue(wrong.item),
    };
  return found.length > 0
    ? 'kept'
    : { outOfReach: `No response has shown ${nameIn(path)} and all that it is computed of.` };
}

/** Of an amount one more, in its notation. */
function oneMore(value: Exact | undefined): Exact | undefined {
  const amount = amountIn(value);
  return amount === undefined || value === undefined ? value : spellings(value, amount + 1)[0];
}
