import { isFields, isReference } from './support/cursor.ts';
import type { Context, Rule } from './support/redocly.ts';

/** Every property of every schema says what it means: itself, or through the schema that it refers to. */
export const propertyDescription: Rule = () => ({
  SchemaProperties(properties, context) {
    for (const [name, schema] of Object.entries(isFields(properties) ? properties : {})) {
      // `false` forbids the property: there is nothing to describe. Of what is no schema, `struct` says so.
      const isDescribable = schema === true || isFields(schema);
      if (!isDescribable || isDescribed(schema, context)) continue;
      context.report({
        message: `The property ${name} has no description: say what it means.`,
        location: context.location.child([name]).key(),
      });
    }
  },
});

function isDescribed(schema: unknown, { resolve, location, specVersion }: Context): boolean {
  if (!isReference(schema)) return hasDescription(schema);
  const { node, chain = [] } = resolve(schema, location.source.absoluteRef);
  if (node === undefined) return true; // `no-unresolved-refs` reports it
  // OpenAPI 3.0 ignores what stands beside a `$ref`; later versions add it to the schema.
  const siblings = specVersion === 'oas3_0' ? [] : [schema, ...chain.map((hop) => hop.node)];
  return [...siblings, node].some(hasDescription);
}

function hasDescription(schema: unknown): boolean {
  return isFields(schema) && typeof schema['description'] === 'string' && schema['description'].trim() !== '';
}
