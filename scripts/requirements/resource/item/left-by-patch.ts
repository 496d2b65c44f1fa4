import { type Exact, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { ownValue } from '../../../http/own-value.ts';
import { pointerTo } from '../../../openapi/json.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { patchOf } from '../../../openapi/resources/json-patch.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { sentBody } from '../../request/request-parts.ts';
import type { Described } from '../found-once.ts';
import { shownValue } from '../shown-value.ts';
import type { ItemObservation } from './item-observation.ts';

/** A property that a JSON Patch may set, and the pointer of its schema. */
export interface PatchedName {
  name: string;
  pointer: string;
}

/** What the JSON Patch of an operation may set, where that is more than one property. */
export function patchedProperties(context: Described, operation: Operation): PatchedName[] {
  const properties = [...(patchOf(context, operation)?.properties ?? [])];
  return properties.length < 2 ? [] : properties.map(([name, { pointer }]) => ({ name, pointer }));
}

/** True where a step of a JSON Patch names a property, or something in it. */
export function isNamedBy(patch: Exact, property: string): boolean {
  const paths = (Array.isArray(patch) ? patch : []).flatMap((step) => [within(step, ['path']), within(step, ['from'])]);
  return paths.some((path) => path === '' || `${String(path ?? null)}/`.startsWith(`${pointerTo(property)}/`));
}

/** Each property that a JSON Patch does not name, and whether it is what it was before (RFC 6902 section 3). */
export function leftByPatch(
  { description: { contract } }: Described,
  { resource, parts, before, answer }: Extract<ItemObservation, { of: 'partial change' }>,
  properties: readonly PatchedName[],
): [property: string, shown: 'kept' | Violation | OutOfReach][] {
  const patch = sentBody(parts) ?? null;
  const after = itemIn(contract, resource, answer.body ?? null);
  if (!isExactObject(after)) return [];
  return properties
    .filter(({ name }) => !isNamedBy(patch, name))
    .map(({ name }): [string, 'kept' | Violation | OutOfReach] => {
      const [was = null, is = null] = [ownValue(before, name), ownValue(after, name)];
      if (was === null) return [name, { outOfReach: `No response shows ${name} before and after.` }];
      if (isSame(was, is)) return [name, 'kept'];
      const documented = `${name} as before, since the patch does not name it: ${shownValue(was)}`;
      return [name, { documented, received: `${name}: ${shownValue(is)}` }];
    });
}
