import type { Exact } from '../../http/exact-json.ts';
import { wordsOf } from '../resources/name-words.ts';
import { enumOf, numberAt, type SchemaView, textAt } from '../schemas/schema-view.ts';
import { customaryForm, customaryText } from './customary-texts.ts';
import { describedFormat } from './described-format.ts';
import { schemaExamples } from './examples.ts';
import { hasFormat } from './formats.ts';

const email = /^.*e[-_]?mail(?:[-_]?address)?$/i;
const password = /pass(?:[-_]?(?:word|phrase)|wd)$/i;
/** What stands before the @ of an address, by its description: "The sender username (without `@` or domain)". */
const localPart = /\bwithout (?:an? |the )?[`'"(]*@/i;
const address = /^(?:.*[a-z0-9](?:[-_]ur[il]|Ur[il]|UR[IL])|ur[il]|UR[IL])$/;
// An address that is made has so many characters.
const [fewest, most] = [20, 30];

/**
 * The format that texts are made of: that of the schema. What is called an email address, or has one as its example,
 * and may be any text is one all the same: many servers take no other.
 */
export function formatOf(view: SchemaView): string | undefined {
  const [, name] = /\/properties\/([^/]+)$/.exec(view.pointer) ?? [];
  return textAt(view, 'format') ?? (name === undefined ? undefined : formatNamed(name, view));
}

/**
 * The format, or customary form, of texts that are called or described so, or have such examples, where their schema
 * says none.
 */
export function formatNamed(
  name: string,
  view: SchemaView,
  description = textAt(view, 'description') ?? '',
): string | undefined {
  const isOpen = view.types.includes('string') && enumOf(view) === undefined && textAt(view, 'pattern') === undefined;
  if (!isOpen || textAt(view, 'format') !== undefined) return undefined;
  const examples = schemaExamples(view);
  const hasRoom = (numberAt(view, 'minLength') ?? 0) <= fewest && (numberAt(view, 'maxLength') ?? most) >= most;
  const isPart = localPart.test(description);
  if (hasRoom && email.test(name) && !isPart) return 'email';
  if (password.test(name)) return 'password';
  if (hasRoom && address.test(name) && examples.every(isWebAddress)) return 'uri';
  if (examples.length > 0 && hasRoom && examples.every(isWebAddress)) return 'uri';
  const isOfFormat = (format: string) => examples.length > 0 && examples.every((example) => isOf(example, format));
  const customary =
    ['date', 'date-time', 'uuid'].find(isOfFormat) ?? customaryFormIn(view, isPart ? 'username' : name, examples);
  if (customary !== undefined || examples.length > 0) return customary;
  const described = describedFormat(description);
  const isRoom = described === 'date' ? (numberAt(view, 'maxLength') ?? most) >= '2030-01-01'.length : hasRoom;
  return isRoom ? (described ?? (isHostname(name) ? 'hostname' : undefined)) : undefined;
}

/** True for what is called `domain`, `custom_domain`, `domainName` or `hostname`. */
function isHostname(name: string): boolean {
  const [last = '', before] = wordsOf(name).reverse();
  return /^(?:domain|hostname|fqdn)$/.test(last) || (last === 'name' && /^(?:domain|host)$/.test(before ?? ''));
}

function customaryFormIn(view: SchemaView, name: string, examples: readonly Exact[]): string | undefined {
  const form = customaryForm(name, examples);
  const { length } = customaryText(form ?? '', examples, { number: 0, token: () => 'x'.repeat(9) }) ?? '';
  const isRoom = (numberAt(view, 'minLength') ?? 0) <= length && (numberAt(view, 'maxLength') ?? length) >= length;
  return isRoom ? form : undefined;
}

/** False for what is called an address within something, as the path of a picture. */
function isWebAddress(example: Exact): boolean {
  return typeof example === 'string' && /^https?:/.test(example);
}

function isOf(example: Exact, format: string): boolean {
  return typeof example === 'string' && hasFormat(example, format);
}

/** True where any text is one of the format. */
export function isFreeFormat(format: string | undefined): boolean {
  return format === undefined || format === 'password';
}
