import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import { saysSomethingOf } from '../schema/aspects.ts';

/**
 * The steps to a part of a body, as it is named in the ids of requirements: `.items[].name` is `.items`, `[]`, `.name`.
 */
export function stepsOf(path: string): string[] {
  return path.match(/\[\]|\.(?:\\.|[^.[\\])*/g) ?? [];
}

/** The step to a property. What would end its name is escaped: that to `@odata.count` is `.@odata\.count`. */
export function stepTo(name: string): string {
  return `.${name.replace(/[.[\\]/g, '\\$&')}`;
}

/** The property that a step leads to. */
export function propertyAt(step: string): string {
  return step.slice(1).replace(/\\(.)/g, '$1');
}

const known = new Map<string, readonly (string | null)[]>();

/** What a value is gone down by: the names of properties, and null for the items of a list. */
function keysTo(path: string): readonly (string | null)[] {
  const earlier = known.get(path);
  if (earlier !== undefined) return earlier;
  const keys = stepsOf(path).map((step) => (step === '[]' ? null : propertyAt(step)));
  known.set(path, keys);
  return keys;
}

/** What a body has for a part: what a requirement of the part says something of, or nothing, as it may. */
export type Reach = 'reached' | 'absent' | undefined;

/**
 * Whether a body has something that a requirement of a part applies to. `absent`: an optional property on the way is
 * not there, is null, or is of a type that the keyword says nothing of. Undefined: a list on the way has no items.
 */
export function reachOf(body: Exact, path: string, keyword: string): Reach {
  const keys = keysTo(path);
  // That a property must be there is said of the object that it is a property of.
  const count = keyword === 'required' ? keys.length - 1 : keys.length;
  const reach = (part: Exact | undefined, index: number): Reach => {
    const key = keys[index];
    if (part === undefined) return 'absent';
    if (key === undefined || index >= count) return appliesTo(keyword, part) ? 'reached' : 'absent';
    if (key !== null) return isExactObject(part) ? reach(ownValue(part, key), index + 1) : 'absent';
    if (!Array.isArray(part)) return 'absent';
    let found: Reach;
    for (const item of part) {
      const own = reach(item, index + 1);
      if (own === 'reached') return own;
      found ??= own;
    }
    return found;
  };
  return reach(body, 0);
}

function appliesTo(keyword: string, value: Exact): boolean {
  return keyword === 'required' || keyword === 'surplus' ? isExactObject(value) : saysSomethingOf(keyword, value);
}
