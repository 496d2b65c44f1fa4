import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Description } from '../../openapi/description.ts';
import { alternativesFor, intendedAlternative } from '../../openapi/schemas/alternatives.ts';
import type { BodyPart } from './body-part.ts';
import type { ReachedValue } from './read-body.ts';

/** The values that a body has for the parts of its schema; what only the server sets is no part. */
export function valuesOf(description: Description, part: BodyPart, value: Exact): ReachedValue[] {
  const meant = meantBy(description, part, value);
  const below = (child: BodyPart, own: Exact) => valuesOf(description, child, own);
  const { items } = part;
  return [
    { part, value, meant },
    ...(meant === undefined ? [] : below(meant, value)),
    ...(isExactObject(value)
      ? [...part.properties]
          .filter(([name, { isReadOnly }]) => !isReadOnly && Object.hasOwn(value, name))
          .flatMap(([name, property]) => below(property, value[name] ?? null))
      : []),
    ...(Array.isArray(value) && items !== undefined ? value.flatMap((item) => below(items, item)) : []),
  ];
}

function meantBy(description: Description, { view, alternatives }: BodyPart, value: Exact): BodyPart | undefined {
  if (alternatives.length === 0) return undefined;
  const meant = intendedAlternative(description, view, value, alternativesFor(description, view, value));
  return meant === undefined ? undefined : alternatives[meant.index];
}

/** True where a value does not say for which alternative it is meant: what it is then, is undefined. */
export function lacksName(description: Description, whole: BodyPart, value: Exact): boolean {
  return valuesOf(description, whole, value).some(
    ({ part: { discriminator }, value: own }) =>
      discriminator !== undefined && isExactObject(own) && !Object.hasOwn(own, discriminator),
  );
}
