import { enumOf, numberAt, type SchemaView, textAt } from '../schemas/schema-view.ts';

const address = /\/properties\/[^/]*e[-_]?mail(?:[-_]?address)?$/i;
// An address that is made has so many characters.
const [fewest, most] = [20, 30];

/**
 * The format that texts are made of: that of the schema. What is called an email address and may be any text is one all
 * the same: many servers take no other.
 */
export function formatOf(view: SchemaView): string | undefined {
  const format = textAt(view, 'format');
  if (format !== undefined || !address.test(view.pointer)) return format;
  const isOpen = view.types.includes('string') && enumOf(view) === undefined && textAt(view, 'pattern') === undefined;
  const hasRoom = (numberAt(view, 'minLength') ?? 0) <= fewest && (numberAt(view, 'maxLength') ?? most) >= most;
  return isOpen && hasRoom ? 'email' : undefined;
}

/** True where any text is one of the format. */
export function isFreeFormat(format: string | undefined): boolean {
  return format === undefined || format === 'password';
}
