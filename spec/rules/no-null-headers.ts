import { Cursor } from './support/cursor.ts';
import type { Rule } from './support/redocly.ts';

/** A header is a text: it may be left out, and cannot be null. */
export const noNullHeaders: Rule = () => ({
  Header(header, context) {
    const schema = Cursor.at(header, context).child('schema');
    const type = schema?.child('type');
    const isNull = [type?.value].flat().includes('null') || schema?.child('nullable')?.value === true;
    if (schema === undefined || !isNull) return;
    context.report({
      message: 'A header cannot be null: leave null out of its schema.',
      location: (type ?? schema).location,
    });
  },
});
