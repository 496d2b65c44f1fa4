import { type Exact, isExactObject } from '../http/exact-json.ts';
import { partAt } from './contract.ts';
import type { Description } from './description.ts';
import { discriminatorOf } from './discriminator.ts';
import { listOf, objectOf } from './json.ts';
import type { SchemaViolation } from './schema-validator.ts';
import { enumOf, type SchemaView, viewSchema } from './schema-view.ts';

/** One of the schemas of which one or some must match. */
export interface Alternative {
  view: SchemaView;
  index: number;
  violations: SchemaViolation[];
}

/** Each alternative, and how a value violates it. */
export function alternativesFor(
  { contract, schemas }: Description,
  { alternatives }: SchemaView,
  value: Exact,
): Alternative[] {
  return alternatives.map((pointer, index) => ({
    view: viewSchema(contract, pointer),
    index,
    violations: schemas.violations('request', partAt(contract, pointer).pointer, value),
  }));
}

/** The alternative that a value is meant for: the one that it names, else the one that it is nearest to. Undefined when it names none. */
export function meantOf(
  description: Description,
  view: SchemaView,
  value: Exact,
  all: readonly Alternative[],
): Alternative | undefined {
  const property = discriminatorOf(view);
  if (property === undefined || !isExactObject(value)) return all.toSorted((a, b) => distance(a) - distance(b))[0];
  const name = Object.hasOwn(value, property) ? value[property] : undefined;
  return all.find((alternative) => namesOf(description, view, alternative.view, property).includes(name));
}

function distance({ violations }: Alternative): number {
  return violations.reduce(
    (sum, { keyword, path }) => sum + (keyword === 'type' && path.length === 0 ? 100 : keyword === 'const' ? 10 : 1),
    0,
  );
}

/** What names an alternative: what its own schema asks for, else the mapping and its name (OpenAPI, Discriminator Object). */
function namesOf(
  { contract }: Description,
  view: SchemaView,
  alternative: SchemaView,
  property: string,
): (Exact | undefined)[] {
  const pointer = alternative.properties.get(property);
  const listed = pointer === undefined ? undefined : enumOf(viewSchema(contract, pointer));
  if (listed !== undefined) return listOf(listed);
  const { mapping } = objectOf(view.keywords.get('discriminator')?.value);
  const mapped = Object.entries(objectOf(mapping))
    .filter(([, target]) => String(target).split('/').at(-1) === alternative.name)
    .map(([name]) => name);
  return [...mapped, alternative.name];
}
