import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Description } from '../description.ts';
import { discriminatorOf, namesOfAlternative } from './discriminator.ts';
import type { SchemaViolation } from './schema-validator.ts';
import { type SchemaView, viewSchema } from './schema-view.ts';

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
    violations: schemas.violations('request', pointer, value),
  }));
}

/**
 * The alternative that a value is meant for: the one that it names, else the one that it is nearest to.
 * Undefined when it names none.
 */
export function intendedAlternative(
  description: Description,
  view: SchemaView,
  value: Exact,
  all: readonly Alternative[],
): Alternative | undefined {
  const property = discriminatorOf(view);
  if (property === undefined || !isExactObject(value)) return all.toSorted((a, b) => distance(a) - distance(b))[0];
  const name = Object.hasOwn(value, property) ? value[property] : undefined;
  return all.find(
    (alternative) =>
      name !== undefined && namesOfAlternative(description.contract, view, alternative.view, property).includes(name),
  );
}

function distance({ violations }: Alternative): number {
  return violations.reduce(
    (sum, { keyword, path }) => sum + (keyword === 'type' && path.length === 0 ? 100 : keyword === 'const' ? 10 : 1),
    0,
  );
}
