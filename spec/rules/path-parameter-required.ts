import { isFields } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

/** A path is not one without its parameters (OpenAPI, Parameter Object: `required` is true where `in` is path). */
export const pathParameterRequired: Rule = () => ({
  Parameter(parameter, { location, report }) {
    if (!isFields(parameter) || parameter['in'] !== 'path' || parameter['required'] === true) return;
    report({
      message: 'A parameter in the path is not optional: give it `required: true`.',
      location: Object.hasOwn(parameter, 'required') ? location.child('required') : location,
    });
  },
});
