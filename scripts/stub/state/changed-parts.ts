import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { type Known, type PartChange, sentNames } from '../../requirements/resource/parts.ts';

/** What the change of a part is made of: the body that was sent, and the identifier that the path has. */
export interface SentPart {
  body: Exact | undefined;
  named: Exact | undefined;
}

/** A thing with a part of it set, added or taken away; undefined where the thing has no such part. */
export function withPartChanged(
  known: Known,
  values: ValueSource,
  { operation, segments, part, listed, set }: PartChange,
  item: ExactObject,
  { body, named }: SentPart,
): ExactObject | undefined {
  const name = segments.at(-1) ?? '';
  const names = sentNames(known, operation, part, name);
  const all = body !== undefined && isExactObject(body) ? body : {};
  const sent = Object.entries(all).filter(([one]) => names.includes(one));
  const changed = (old: Exact): Exact => {
    const whole = isExactObject(old) ? old : values.valueAt(part, 'required');
    return isExactObject(whole) ? { ...whole, ...Object.fromEntries(sent) } : (sent[0]?.[1] ?? whole);
  };
  const isRemoval = operation.method === 'DELETE';
  if (listed === undefined) {
    const { [name]: old = null, ...others } = item;
    return isRemoval ? others : { ...others, [name]: changed(old) };
  }
  const { idProperty } = listed;
  const { [name]: list = [] } = item;
  const items = Array.isArray(list) ? list : [];
  const isNamed = (one: Exact) =>
    isExactObject(one) && named !== undefined && textOf(ownValue(one, idProperty) ?? null) === textOf(named);
  if (items.some(isNamed))
    return {
      ...item,
      [name]: items.flatMap((one) => (!isNamed(one) ? [one] : isRemoval ? [] : [changed(one)])),
    };
  if (operation !== set) return undefined;
  const added = changed(null);
  const own = isExactObject(added) && named !== undefined ? { ...added, [idProperty]: named } : added;
  return { ...item, [name]: [...items, own] };
}
