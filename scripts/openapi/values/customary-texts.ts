import type { Exact } from '../../http/exact-json.ts';

/** Some codes of standards, in each of the spellings that they have: many servers take no other texts. */
const codes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  currency: [
    ['EUR', 'USD', 'GBP', 'CHF'],
    ['eur', 'usd', 'gbp', 'chf'],
  ],
  country: [
    ['CH', 'DE', 'FR', 'US'],
    ['CHE', 'DEU', 'FRA', 'USA'],
    ['ch', 'de', 'fr', 'us'],
  ],
  language: [
    ['en', 'de', 'fr', 'es'],
    ['en-US', 'de-CH', 'fr-FR', 'es-ES'],
    ['en_US', 'de_CH', 'fr_FR', 'es_ES'],
  ],
  'time zone': [['Europe/Zurich', 'America/New_York', 'Asia/Tokyo']],
};

/** What makes one text differ from others, and what it is to be like. */
interface Distinction {
  number: number;
  /** Gives another text each time. */
  token(): string;
  example: string | undefined;
}

const makers: Readonly<Record<string, (distinction: Distinction) => string>> = {
  word: ({ token }) => `v${token().replaceAll(/\W/g, '')}`,
  phone: ({ number, example = '+12025550000' }) => withDigits(example, number),
  digits: ({ number, example = '00000' }) => withDigits(example, number),
  decimal: ({ number, example = '0.50' }) => example.replace(/^\d+/, String(1 + (number % 900))),
  color: ({ number }) => `#${(number % 2 ** 24).toString(16).padStart(6, '0')}`,
  // What is made later is later, for as long as a day goes on.
  clock: ({ number }) => [8 + (Math.trunc(number / 60) % 12), number % 60].map(twoDigits).join(':'),
};

/** By what they are called; without an example, not all. */
const names: readonly [name: RegExp, form: string, needsExample?: true][] = [
  [/currency(?:[-_]?code)?$/i, 'currency'],
  [/country[-_]?code$/i, 'country'],
  [/country$/i, 'country', true],
  [/(?:language|locale)(?:[-_]?code)?$/i, 'language', true],
  [/time[-_]?zone$/i, 'time zone', true],
  [/(?:user|login|nick)[-_]?name$|^(?:handle|login)$|(?:^|[-_])slug$|[a-z]Slug$/i, 'word'],
  [/(?:phone|mobile|fax)(?:[-_]?(?:number|no))?$/i, 'phone'],
];

const shapes: readonly [form: string, shape: RegExp][] = [
  ['word', /^[\w.-]+$/],
  ['phone', /^\+?(?:[ ()./-]*\d){7,}$/],
  ['digits', /^[A-Z\d -]+\d{4}$/],
  ['decimal', /^\d+\.\d{1,4}$/],
  ['color', /^#[\da-f]{6}$/i],
  ['clock', /^(?:[01]\d|2[0-3]):[0-5]\d$/],
];

/**
 * The customary form of a text that is called so, or has such examples, where it has one that no format of JSON Schema
 * names: the code of a currency, a phone number, a time of day.
 */
export function customaryForm(name: string, examples: readonly Exact[]): string | undefined {
  const isOf = (form: string) => examples.every((example) => isLike(form, example));
  const [, called] =
    names.find(([own, , needsExample]) => own.test(name) && !(needsExample && examples.length === 0)) ?? [];
  if (called !== undefined) return isOf(called) ? called : undefined;
  const [form] =
    (examples.length === 0 ? undefined : shapes.find(([one]) => one !== 'word' && one !== 'phone' && isOf(one))) ?? [];
  return form;
}

/** A text of a customary form, another one for each number as long as there are; undefined for what is none. */
export function customaryText(
  form: string,
  [first]: readonly Exact[],
  distinction: Pick<Distinction, 'number' | 'token'>,
): string | undefined {
  const example = typeof first === 'string' ? first : undefined;
  const texts = codesLike(form, example);
  if (texts !== undefined) return texts[distinction.number % texts.length];
  return Object.hasOwn(makers, form) ? makers[form]?.({ ...distinction, example }) : undefined;
}

/** Whether a text is of a customary form, like the first of the examples; true for what is none. */
export function hasCustomaryForm(form: string, [example]: readonly Exact[], text: string): boolean {
  const isCode = codesLike(form, typeof example === 'string' ? example : undefined)?.includes(text);
  return isCode ?? isLike(form, text);
}

function isLike(form: string, text: Exact): boolean {
  if (typeof text !== 'string') return false;
  if (Object.hasOwn(codes, form)) return codesLike(form, text) !== undefined;
  const [, shape] = shapes.find(([one]) => one === form) ?? [];
  return shape?.test(text) !== false;
}

/** The codes that are spelt as an example. */
function codesLike(form: string, example: string | undefined): readonly string[] | undefined {
  const lists = Object.hasOwn(codes, form) ? codes[form] : undefined;
  return example === undefined ? lists?.[0] : lists?.find(([first]) => spellingOf(first) === spellingOf(example));
}

function spellingOf(text = ''): string {
  return text.includes('/') ? '/' : text.replaceAll(/[A-Z]/g, 'A').replaceAll(/[a-z]/g, 'a');
}

/** The text with the last digits of a number in place of its own last four. */
function withDigits(text: string, number: number): string {
  const digits = String(number % 10_000).padStart(4, '0');
  let left = text.replaceAll(/\D/g, '').length;
  return text.replaceAll(/\d/g, (own) => {
    left -= 1;
    return digits.at(-1 - left) ?? own;
  });
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
