import { type Exact, isExactObject, within } from '../../../http/exact-json.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { Violation } from '../../judgement.ts';
import { shownValue } from '../shown-value.ts';
import type { KeptProperty } from './item-properties.ts';

/**
 * True for a map that a change merges, as RFC 7396 does: what is sent may have null, and what is shown may not. A null
 * then has no other use than to remove what it names.
 */
export function isMergedMap(contract: Contract, sent: string | undefined, shownAs: readonly string[]): boolean {
  const shown = shownAs.map((pointer) => typesOfValues(contract, pointer));
  return (
    sent !== undefined &&
    typesOfValues(contract, sent).includes('null') &&
    shown.length > 0 &&
    shown.every((types) => types.length > 0 && !types.includes('null'))
  );
}

/** The types of the values of a map; none for what is no map. */
function typesOfValues(contract: Contract, pointer: string): readonly string[] {
  const { properties, keywords } = viewSchema(contract, pointer);
  const values = keywords.get('additionalProperties');
  if (properties.size > 0 || values === undefined || !isExactObject(values.value)) return [];
  return typesOf(contract, viewSchema(contract, values.pointer));
}

/** What is sent of a property: where a change merges it, without the names that it removes. */
export function mergedEntries(
  contract: Contract,
  { merge }: Pick<Resource, 'merge'>,
  operation: Operation,
  { pointer, shownAs }: Pick<KeptProperty, 'pointer' | 'shownAs'>,
  sent: Exact,
): { set: Exact; removed: readonly string[] } {
  if (operation !== merge || !isExactObject(sent) || !isMergedMap(contract, pointer, shownAs))
    return { set: sent, removed: [] };
  const entries = Object.entries(sent);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    removed: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
  };
}

/** What came back of a property although a change removed it. */
export function notRemoved(name: string, removed: readonly string[], back: Exact | undefined): Violation | undefined {
  const left = removed.find((one) => within(back, [one]) !== undefined);
  return left === undefined
    ? undefined
    : { documented: `${name} without ${left}, which null removes.`, received: `${name}: ${shownValue(back ?? null)}` };
}
