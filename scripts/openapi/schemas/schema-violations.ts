import type { SchemaViolation } from './schema-validator.ts';

/** One violation for each part of a value: a wrong type also violates other keywords. */
export function oneForEachPart(violations: SchemaViolation[]): SchemaViolation[] {
  const order = (violation: SchemaViolation) =>
    violation.keyword === 'type' ? 0 : /^(oneOf|anyOf|allOf|if)$/.test(violation.keyword) ? 2 : 1;
  const sorted = violations.toSorted((a, b) => order(a) - order(b));
  const kept = new Map<string, SchemaViolation>();
  for (const violation of sorted) {
    const path = violation.path.map((segment) => (/^\d+$/.test(segment) ? '[]' : segment)).join('/');
    const key = `${path} ${violation.property ?? ''}`;
    if (!kept.has(key)) kept.set(key, violation);
  }
  return [...kept.values()];
}

/** The part of a body that differs, for people: `tags[0].name`. */
export function describePath({ path }: SchemaViolation): string {
  return path.length === 0
    ? 'The body'
    : path.reduce(
        (text, segment) =>
          /^\d+$/.test(segment) ? `${text}[${segment}]` : text === '' ? segment : `${text}.${segment}`,
        '',
      );
}
