import { type Exact, type ExactObject, isNumber } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { CopyRule } from '../../requirements/resource/item/copy-rules.ts';
import { initialStatesOf } from '../../requirements/resource/item/initial-states.ts';
import { laterTimesOf } from '../../requirements/resource/item/later-times.ts';
import { numberingRulesOf } from '../../requirements/resource/item/numbering-rules.ts';
import { isSetIn, setWhenRulesOf } from '../../requirements/resource/item/set-when-rules.ts';
import { timeIn, writtenTime } from '../../requirements/resource/item/time-notations.ts';
import type { Collections, Kind } from './collections.ts';
import type { Thing } from './store.ts';
import type { PropertyEffect } from './thing-maker.ts';

type Known = Collections['known'];

/**
 * A new thing as descriptions say that it begins: in its state, with the number that comes after those of the others,
 * and without what is set later.
 */
export function begun(
  known: Known,
  kind: Kind,
  operation: Operation,
  others: readonly Thing[],
  item: ExactObject,
): ExactObject {
  const states = initialStatesOf(known, operation).map(
    ({ property, pointer, value }): PropertyEffect => ({ property, pointer, effect: { is: 'value', value } }),
  );
  const numbers = numberingRulesOf(known, operation).map(({ property, pointer, first = 1 }): PropertyEffect => {
    const taken = others.map((one) => Number(ownValue(one.item, property) ?? 0));
    return { property, pointer, effect: { is: 'value', value: Math.max(first - 1, ...taken) + 1 } };
  });
  const made = kind.maker.withEffects(operation, item, [...states, ...numbers]);
  const times = laterTimesOf(known, operation).flatMap(({ own, base, milliseconds }): PropertyEffect[] => {
    const start = timeIn(ownValue(made, base.name), base.notation);
    if (start === undefined) return [];
    const value = writtenTime(start + milliseconds, own.notation);
    return [{ property: own.name, pointer: own.pointer, effect: { is: 'value', value } }];
  });
  return withValuesOfState(known, kind, kind.maker.withEffects(operation, made, times));
}

/** Sets in a thing what is set in its state, or by an action. Without one it is new, and nothing else is set. */
export function withValuesOfState(
  known: Known,
  { resource: { read }, maker }: Kind,
  item: ExactObject,
  action?: Operation,
): ExactObject {
  if (read === undefined) return item;
  const effects = setWhenRulesOf(known, read).flatMap((rule): PropertyEffect[] => {
    const isSet = isSetIn(rule, item) || (action !== undefined && rule.actions.includes(action));
    return isSet || action === undefined ? [{ ...rule, effect: { is: isSet ? 'something' : 'nothing' } }] : [];
  });
  return maker.withEffects(action ?? read, item, effects);
}

/** What a copy has for a property, by the thing that it is made of; undefined where that has none. */
export function copiedValue({ property, is }: CopyRule, { id, item }: Thing): Exact | undefined {
  if (is === 'the identifier') return id;
  const value = ownValue(item, property);
  return is === 'one more' && isNumber(value) ? Number(value) + 1 : value;
}
