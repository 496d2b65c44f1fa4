import { isFields } from './support/cursor.ts';
import type { Context, Rule } from './support/redocly.ts';
import { whyInvalid } from './support/schema.ts';

/** The default of a schema is a value that this schema allows: callers get it without having sent it. */
export const noInvalidSchemaDefaults: Rule = () => ({
  Schema: checkDefault,
  // A default beside a `$ref` belongs to the reference; OpenAPI 3.0 ignores it.
  ref(reference, context) {
    if (context.type.name === 'Schema' && context.specVersion !== 'oas3_0') checkDefault(reference, context);
  },
});

function checkDefault(schema: unknown, context: Context): void {
  if (!isFields(schema) || !Object.hasOwn(schema, 'default')) return;
  const { location, report } = context;
  const why = whyInvalid(schema['default'], schema, context);
  if (why)
    report({
      message: `The default does not keep its schema: ${why}. Correct one of them.`,
      location: location.child('default'),
    });
}
