import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { remembered } from '../../openapi/remembered.ts';
import { type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { propertyAt, stepsOf } from './body-path.ts';

const deepest = 5;

/** The names of the properties of each object that a client may send. */
export const sentObjects = remembered((contract: Contract, view: SchemaView): readonly ReadonlySet<string>[] => {
  const objects: Set<string>[] = [];
  const add = (at: SchemaView, depth: number) => {
    if (depth > deepest) return;
    const sent = [...at.properties]
      .map(([name, pointer]) => ({ name, property: viewSchema(contract, pointer) }))
      .filter(({ property }) => property.keywords.get('readOnly')?.value !== true);
    objects.push(new Set(sent.map(({ name }) => name)));
    for (const { property } of sent) add(property, depth + 1);
    const others = at.items === undefined ? at.alternatives : [at.items, ...at.alternatives];
    for (const pointer of others) add(viewSchema(contract, pointer), depth + 1);
  };
  add(view, 0);
  return objects;
});

/** The objects of a body at the end of the steps, each with its schema. */
export function objectsAt(
  contract: Contract,
  view: SchemaView,
  value: Exact,
  [step, ...rest]: readonly string[],
): { view: SchemaView; item: ExactObject }[] {
  if (step === undefined) return isExactObject(value) ? [{ view, item: value }] : [];
  const pointer = step === '[]' ? view.items : view.properties.get(propertyAt(step));
  if (pointer === undefined) return [];
  const own = isExactObject(value) && step !== '[]' ? ownValue(value, propertyAt(step)) : undefined;
  const parts = step === '[]' ? (Array.isArray(value) ? value : []) : own === undefined ? [] : [own];
  return parts.flatMap((part) => objectsAt(contract, viewSchema(contract, pointer), part, rest));
}

/** The name of the property at the end of a path. */
export function nameIn(path: string): string {
  return propertyAt(stepsOf(path).at(-1) ?? '');
}
