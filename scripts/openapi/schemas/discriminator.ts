import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import { objectOf, stringOf } from '../json.ts';
import { enumOf, type SchemaView, viewSchema } from './schema-view.ts';

/** The name of the property that says which alternative a value is meant for (OpenAPI, Discriminator Object). */
export function discriminatorOf({ keywords, alternatives }: SchemaView): string | undefined {
  const name = stringOf(objectOf(keywords.get('discriminator')?.value)['propertyName']);
  return alternatives.length > 0 ? name : undefined;
}

/**
 * The values of the discriminator that name an alternative:
 * those that its own schema allows, else by the mapping and its name.
 */
export function namesOfAlternative(
  contract: Contract,
  view: SchemaView,
  alternative: SchemaView,
  property: string,
): Exact[] {
  const pointer = alternative.properties.get(property);
  const listed = pointer === undefined ? undefined : enumOf(viewSchema(contract, pointer));
  if (listed !== undefined) return listed;
  const { mapping } = objectOf(view.keywords.get('discriminator')?.value);
  const mapped = Object.entries(objectOf(mapping)).filter(
    ([, target]) => String(target).split('/').at(-1) === alternative.name,
  );
  return [...mapped.map(([name]) => name), ...(alternative.name === undefined ? [] : [alternative.name])];
}

/**
 * The value of an alternative that leaves its discriminator open, or has none where it may be left out, with the first
 * name that it has: what a value without one is meant for, is undefined (OpenAPI, Discriminator Object).
 */
export function withName(contract: Contract, view: SchemaView, alternative: SchemaView, value: Exact): Exact {
  const property = discriminatorOf(view);
  if (property === undefined || !isExactObject(value)) return value;
  const at = alternative.properties.get(property);
  const isListed = at !== undefined && enumOf(viewSchema(contract, at)) !== undefined;
  const isNamed = Object.hasOwn(value, property);
  if (at === undefined || (isNamed && isListed) || (!isNamed && alternative.required.has(property))) return value;
  const [name] = namesOfAlternative(contract, view, alternative, property);
  return name === undefined ? value : { ...value, [property]: name };
}
