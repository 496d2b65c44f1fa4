import { isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Some value is within the bounds of a schema. */
export const noEmptyBounds: Rule = () => ({
  Schema(schema, context) {
    if (!isFields(schema)) return;
    for (const [least, most] of bounds) {
      const [low, high] = [schema[least], schema[most]];
      if (typeof low !== 'number' || typeof high !== 'number' || low <= high) continue;
      context.report({
        message: `No value is allowed: ${least} ${low} is above ${most} ${high}.`,
        location: context.location.child([least]),
      });
    }
  },
});
