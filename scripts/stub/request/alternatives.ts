import { partAt } from '../../contract/contract.ts';
import { listOf, objectOf } from '../../contract/json.ts';
import type { Description } from '../../verify/description.ts';
import { type Exact, isExactObject } from '../../verify/exact-json.ts';
import type { Departure } from '../../verify/schema-check.ts';
import { enumOf, type SchemaView, viewSchema } from '../../verify/schema-view.ts';
import { discriminatorOf } from './body-facts.ts';

/** One of the schemas of which one or some must match. */
export interface Alternative {
  view: SchemaView;
  index: number;
  departures: Departure[];
}

/** Each alternative, and how a value departs from it. */
export function alternativesFor({ contract, schemas }: Description, { alternatives }: SchemaView, value: Exact): Alternative[] {
  return alternatives.map((pointer, index) => ({ view: viewSchema(contract, pointer), index, departures: schemas.departures('request', partAt(contract, pointer).pointer, value) }));
}

/** The alternative that a value is meant for: the one that it names, else the one that it is nearest to. Undefined when it names none. */
export function meantOf(description: Description, view: SchemaView, value: Exact, all: readonly Alternative[]): Alternative | undefined {
  const property = discriminatorOf(view);
  if (property === undefined || !isExactObject(value)) return all.toSorted((a, b) => distance(a) - distance(b))[0];
  const name = Object.hasOwn(value, property) ? value[property] : undefined;
  return all.find((alternative) => namesOf(description, view, alternative.view, property).includes(name));
}

function distance({ departures }: Alternative): number {
  return departures.reduce((sum, { keyword, path }) => sum + (keyword === 'type' && path.length === 0 ? 100 : keyword === 'const' ? 10 : 1), 0);
}

/** What names an alternative: what its own schema asks for, else the mapping and its name (OpenAPI, Discriminator Object). */
function namesOf({ contract }: Description, view: SchemaView, alternative: SchemaView, property: string): (Exact | undefined)[] {
  const pointer = alternative.properties.get(property);
  const listed = pointer === undefined ? undefined : enumOf(viewSchema(contract, pointer));
  if (listed !== undefined) return listOf(listed);
  const { mapping } = objectOf(view.keywords.get('discriminator')?.value);
  const mapped = Object.entries(objectOf(mapping)).filter(([, target]) => String(target).split('/').at(-1) === alternative.name).map(([name]) => name);
  return [...mapped, alternative.name];
}
