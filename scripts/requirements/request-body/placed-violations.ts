import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Description } from '../../openapi/description.ts';
import { type Alternative, alternativesFor, intendedAlternative } from '../../openapi/schemas/alternatives.ts';
import { discriminatorOf } from '../../openapi/schemas/discriminator.ts';
import type { SchemaViolation } from '../../openapi/schemas/schema-validator.ts';
import { oneForEachPart } from '../../openapi/schemas/schema-violations.ts';
import type { BodyPart } from './body-part.ts';

/** A violation, and the path of the part of a body that it is at. */
export interface PlacedViolation {
  path: string;
  violation: SchemaViolation;
  /** The part of the value itself. */
  value: Exact;
}

/** Finds the part of a body that each violation of a value is at. */
export function placeViolations(
  description: Description,
  part: BodyPart,
  value: Exact,
  violations: readonly SchemaViolation[],
): PlacedViolation[] {
  const isUndecided = violations.some(({ path, keyword }) => path.length === 0 && isOfChoice(keyword));
  if (part.view.alternatives.length === 0 || !isUndecided) return placeOwn(description, part, value, violations);
  const all = alternativesFor(description, part.view, value);
  const meant = intendedAlternative(description, part.view, value, all);
  const own = withoutThoseOf(all, violations).filter(
    ({ keyword, property }) =>
      keyword !== 'unevaluatedProperties' || meant?.view.properties.has(property ?? '') !== true,
  );
  return [...placeOwn(description, part, value, own), ...placeMeant(description, part, value, violations, meant)];
}

function placeMeant(
  description: Description,
  part: BodyPart,
  value: Exact,
  violations: readonly SchemaViolation[],
  meant: Alternative | undefined,
): PlacedViolation[] {
  const alternative = part.alternatives[meant?.index ?? -1];
  if (meant === undefined || alternative === undefined) return [namesNone(part, value)];
  // Where several match, none of them is violated.
  if (meant.violations.length === 0)
    return violations
      .filter(({ path, keyword }) => path.length === 0 && keyword === 'oneOf')
      .slice(0, 1)
      .map((violation) => ({ path: part.path, violation, value }));
  return placeViolations(description, alternative, value, meant.violations);
}

/** The violation of a value that names none of the alternatives. */
function namesNone(part: BodyPart, value: Exact): PlacedViolation {
  const name = discriminatorOf(part.view) ?? '';
  const message = 'must name one of the alternatives';
  return {
    path: part.pathOf(name),
    violation: { path: [name], keyword: 'discriminator', message, property: undefined },
    value: isExactObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : value,
  };
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
  part: BodyPart,
  value: Exact,
  violations: readonly SchemaViolation[],
): PlacedViolation[] {
  const here = violations.filter(({ path }) => path.length === 0);
  const below = Map.groupBy(
    violations.filter(({ path }) => path.length > 0),
    ({ path }) => path[0] ?? '',
  );
  const children = [...below].flatMap(([segment, own]) => placeBelow(description, part, value, segment, own));
  return [
    ...oneForEachPart(withoutSummaries(here, children.length > 0)).map((violation) => ({
      path: part.path,
      violation,
      value,
    })),
    ...children,
  ];
}

function placeBelow(
  description: Description,
  part: BodyPart,
  value: Exact,
  segment: string,
  violations: readonly SchemaViolation[],
): PlacedViolation[] {
  const child = Array.isArray(value) ? part.items : part.properties.get(segment);
  const own = valueIn(value, segment);
  const inner = violations.map((violation) => ({ ...violation, path: violation.path.slice(1) }));
  const path = part.pathOf(Array.isArray(value) ? null : segment);
  if (child === undefined)
    return oneForEachPart(inner).map((violation) => ({ path, violation: below(segment, violation), value: own }));
  // What only the server sets must not be sent at all, whatever it is like.
  if (child.isReadOnly) return [];
  return placeViolations(description, child, own, inner).map((placed) => ({
    ...placed,
    violation: below(segment, placed.violation),
  }));
}

/** Without what only sums up others. "This or null" is one schema: what is neither violates this. */
function withoutSummaries(here: readonly SchemaViolation[], hasOthers: boolean): SchemaViolation[] {
  const isChoice = here.some(({ keyword }) => isOfChoice(keyword));
  const rest = here.filter(
    ({ keyword, message }) =>
      !isOfChoice(keyword) && keyword !== 'if' && !(isChoice && keyword === 'type' && message === 'must be null'),
  );
  return rest.length > 0 || hasOthers ? rest : [...here];
}

function isOfChoice(keyword: string): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

function valueIn(value: Exact, segment: string): Exact {
  if (Array.isArray(value)) return value[Number(segment)] ?? null;
  return isExactObject(value) ? (ownValue(value, segment) ?? null) : null;
}

function below(segment: string, violation: SchemaViolation): SchemaViolation {
  return { ...violation, path: [segment, ...violation.path] };
}
