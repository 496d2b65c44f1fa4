import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { type Alternative, alternativesFor, intendedAlternative } from '../../openapi/alternatives.ts';
import type { Description } from '../../openapi/description.ts';
import { discriminatorOf } from '../../openapi/discriminator.ts';
import type { SchemaViolation } from '../../openapi/schema-validator.ts';
import { type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import { oneForEachPart } from '../../openapi/schema-violations.ts';
import { suffixOf } from './body-requirements.ts';

/** A violation, and the part of a body that it is at, as in the ids of requirements: `.shape(Circle).radius`. */
export interface PlacedViolation {
  place: string;
  violation: SchemaViolation;
  /** The part of the value itself. */
  value: Exact;
}

/** Finds the part of a schema that each violation of a value is from. */
export function placeViolations(
  description: Description,
  view: SchemaView,
  value: Exact,
  violations: SchemaViolation[],
  place = '',
): PlacedViolation[] {
  const isUndecided = violations.some(({ path, keyword }) => path.length === 0 && isOfChoice(keyword));
  if (view.alternatives.length === 0 || !isUndecided) return placeOwn(description, view, value, violations, place);
  const all = alternativesFor(description, view, value);
  const meant = intendedAlternative(description, view, value, all);
  const own = withoutThoseOf(all, violations).filter(
    ({ keyword, property }) =>
      keyword !== 'unevaluatedProperties' || meant?.view.properties.has(property ?? '') !== true,
  );
  return [
    ...placeOwn(description, view, value, own, place),
    ...placeMeant(description, view, value, violations, meant, place),
  ];
}

function placeMeant(
  description: Description,
  view: SchemaView,
  value: Exact,
  violations: SchemaViolation[],
  meant: Alternative | undefined,
  place: string,
): PlacedViolation[] {
  if (meant === undefined) {
    const name = discriminatorOf(view) ?? '';
    return [
      {
        place: `${place}.${name}`,
        violation: {
          path: [name],
          keyword: 'discriminator',
          message: 'must name one of the alternatives',
          property: undefined,
        },
        value: isExactObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : value,
      },
    ];
  }
  // Where several match, none of them differs.
  if (meant.violations.length === 0)
    return violations
      .filter(({ path, keyword }) => path.length === 0 && keyword === 'oneOf')
      .slice(0, 1)
      .map((violation) => ({ place, violation, value }));
  return placeViolations(description, meant.view, value, meant.violations, place + suffixOf(meant.view, meant.index));
}

/** The violations that do not come from an alternative. */
function withoutThoseOf(all: readonly Alternative[], violations: readonly SchemaViolation[]): SchemaViolation[] {
  const written = (violation: SchemaViolation) => JSON.stringify(violation);
  const left = all.flatMap((alternative) => alternative.violations.map(written));
  return violations.filter((violation) => {
    if (violation.path.length === 0 && isOfChoice(violation.keyword)) return false;
    const index = left.indexOf(written(violation));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

function placeOwn(
  description: Description,
  view: SchemaView,
  value: Exact,
  violations: SchemaViolation[],
  place: string,
): PlacedViolation[] {
  const here = violations.filter(({ path }) => path.length === 0);
  const below = [
    ...Map.groupBy(
      violations.filter(({ path }) => path.length > 0),
      ({ path }) => path[0] ?? '',
    ),
  ];
  const children = below.flatMap(([segment, own]): PlacedViolation[] => {
    const child = childOf(description, view, value, segment);
    const at = place + (Array.isArray(value) ? '[]' : `.${segment}`);
    const part = partOf(value, segment);
    const inner = own.map((violation) => ({ ...violation, path: violation.path.slice(1) }));
    if (child === undefined)
      return oneForEachPart(inner).map((violation) => ({
        place: at,
        violation: prefixed(violation, segment),
        value: part,
      }));
    // What only the server sets is not to be sent at all, whatever it is like.
    if (child.keywords.get('readOnly')?.value === true) return [];
    return placeViolations(description, child, part, inner, at).map((placed) => ({
      ...placed,
      violation: prefixed(placed.violation, segment),
    }));
  });
  return [
    ...oneForEachPart(withoutSummaries(here, children.length > 0)).map((violation) => ({ place, violation, value })),
    ...children,
  ];
}

/** Without what only sums up others. "This or null" is one schema: of what is neither, it is told how it violates this. */
function withoutSummaries(here: SchemaViolation[], hasOthers: boolean): SchemaViolation[] {
  const isChoice = here.some(({ keyword }) => isOfChoice(keyword));
  const rest = here.filter(
    ({ keyword, message }) =>
      !isOfChoice(keyword) && keyword !== 'if' && !(isChoice && keyword === 'type' && message === 'must be null'),
  );
  return rest.length > 0 || hasOthers ? rest : here;
}

function isOfChoice(keyword: string): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

function childOf({ contract }: Description, view: SchemaView, value: Exact, segment: string): SchemaView | undefined {
  const pointer = Array.isArray(value) ? view.items : view.properties.get(segment);
  return pointer === undefined ? undefined : viewSchema(contract, pointer);
}

function partOf(value: Exact, segment: string): Exact {
  if (Array.isArray(value)) return value[Number(segment)] ?? null;
  return isExactObject(value) ? (value[segment] ?? null) : null;
}

function prefixed(violation: SchemaViolation, segment: string): SchemaViolation {
  return { ...violation, path: [segment, ...violation.path] };
}
