import type { Exact } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import {
  amountIn,
  type ComputedAmount,
  computedAmountsIn,
  computedIn,
  namesOf,
  spellings,
} from '../../openapi/resources/computed-amounts.ts';
import type { Judgement, OutOfReach } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { Described } from '../resource/found-once.ts';
import { shownValue } from '../resource/shown-value.ts';
import { bodyFaults } from './body-fault.ts';
import { holdersIn, nameIn, rulesOfSuccess } from './body-objects.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import type { KeyedResponse } from './response-sets.ts';
import type { SeenResponse } from './seen-response.ts';

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
function computedPartsOf(context: Described, keyed: KeyedResponse): (ComputedAmount & { path: string })[] {
  return rulesOfSuccess(
    context,
    keyed,
    (view) => computedAmountsIn(context.description.contract, view),
    ({ property, formula }, names) => names.has(property) && namesOf(formula).some((name) => names.has(name)),
  );
}

function judge(seen: SeenResponse, path: string): Judgement | OutOfReach {
  const holders = holdersIn(seen, path);
  if (holders === undefined) return undefined;
  const found = holders.flatMap(({ view, item }) => {
    const rule = computedAmountsIn(seen.description.contract, view).find(({ property }) => property === nameIn(path));
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
