import type { Exact } from '../../http/exact-json.ts';
import { enumOf, numberAt, type SchemaView, textAt } from '../schemas/schema-view.ts';
import { schemaExamples } from './examples.ts';

const email = /^.*e[-_]?mail(?:[-_]?address)?$/i;
const address = /^(?:.*[a-z0-9](?:[-_]ur[il]|Ur[il]|UR[IL])|ur[il]|UR[IL])$/;
// An address that is made has so many characters.
const [fewest, most] = [20, 30];

/**
 * The format that texts are made of: that of the schema. What is called an email address, or the URL of something, and
 * may be any text is one all the same: many servers take no other.
 */
export function formatOf(view: SchemaView): string | undefined {
  const [, name] = /\/properties\/([^/]+)$/.exec(view.pointer) ?? [];
  return textAt(view, 'format') ?? (name === undefined ? undefined : formatNamed(name, view));
}

/** The format of texts that are called so, where their schema says nothing else. */
export function formatNamed(name: string, view: SchemaView): string | undefined {
  const isOpen = view.types.includes('string') && enumOf(view) === undefined && textAt(view, 'pattern') === undefined;
  const hasRoom = (numberAt(view, 'minLength') ?? 0) <= fewest && (numberAt(view, 'maxLength') ?? most) >= most;
  if (!isOpen || !hasRoom || textAt(view, 'format') !== undefined) return undefined;
  if (email.test(name)) return 'email';
  return address.test(name) && schemaExamples(view).every(isWebAddress) ? 'uri' : undefined;
}

/** False for what is called an address within something, as the path of a picture. */
function isWebAddress(example: Exact): boolean {
  return typeof example === 'string' && /^https?:/.test(example);
}

/** True where any text is one of the format. */
export function isFreeFormat(format: string | undefined): boolean {
  return format === undefined || format === 'password';
}
