import type { Exact } from '../../http/exact-json.ts';
import { type SchemaView, textAt } from '../schemas/schema-view.ts';

const day = '(?:today|now|the (?:current|present) (?:day|date|time)|the present)';
const forms = [
  `\\b(?:not|never|cannot|can't|no) (?:be |lie |is |are )?(?:an? )?(?:(?:date|time|day) )?(?:in the )?future\\b`,
  `\\b(?:not|never|cannot|can't|no) (?:be |lie |is |are )?(?:later than|after) ${day}\\b`,
  '\\b(?:must|has to) (?:be|lie) (?:an? (?:date|time|day) )?in the past\\b',
  '\\bpast or (?:the )?present\\b',
  `\\b${day} or (?:earlier|before|in the past)\\b`,
  `\\b${day} at the latest\\b`,
  `\\bin the past or ${day}\\b`,
];
const notLater = new RegExp(forms.join('|'), 'i');
const birth = /\/properties\/(?:birth[-_]?(?:day|date)|(?:date|day)[-_]?of[-_]?birth|dob|born(?:[-_]?(?:on|at))?)$/i;

/** True for dates and times that are not in the future: by their description, or as the day of a birth. */
export function isPast(view: SchemaView): boolean {
  return birth.test(view.pointer) || notLater.test(textAt(view, 'description') ?? '');
}

const counts = new Map(['no', 'one', 'two', 'three', 'four'].map((word, index) => [word, index]));
const kinds = [
  'decimals?',
  'decimal (?:places?|digits?)',
  'fraction(?:al)? digits?',
  'digits? after the \\w*\\s?(?:point|comma)',
];
const decimals = new RegExp(`\\b(\\d|${[...counts.keys()].join('|')}) (?:${kinds.join('|')})\\b`, 'i');

/** How many decimals a number may have by its description, as "At most two decimal places". */
export function decimalsOf(view: SchemaView): number | undefined {
  const [, count] = decimals.exec(textAt(view, 'description') ?? '') ?? [];
  return count === undefined ? undefined : (counts.get(count.toLowerCase()) ?? Number(count));
}

const count = /\b(?:number|count) of\b|\bhow (?:many|often)\b/i;

/** True for what is counted by its description, as "The maximum number of visits": a whole number, one or more. */
export function isCount(view: SchemaView): boolean {
  return count.test(textAt(view, 'description') ?? '');
}

const amount = '(-?\\d+(?:\\.\\d+)?)(?![\\d.]*\\s*(?:%|digits?|characters?|decimals?|\\w+ places?))';
const between = new RegExp(`\\b(?:between|from) ${amount} (?:and|to) ${amount}`, 'i');
const atLeast = new RegExp(`\\b(?:at least|not (?:less|lower) than|min(?:imum)?(?: of| is|:)?) ${amount}`, 'i');
const atMost = new RegExp(
  `\\b(?:at most|not (?:more|higher|greater) than|up to|max(?:imum)?(?: of| is|:)?) ${amount}`,
  'i',
);

/** The bounds that a description gives to a number, as "It has to be at least 4". */
export function describedBounds(description: string): [least: number | undefined, most: number | undefined] {
  const [, low, high] = between.exec(description) ?? [];
  const [, least = low] = atLeast.exec(description) ?? [];
  const [, most = high] = atMost.exec(description) ?? [];
  const numberIn = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return [numberIn(least), numberIn(most)];
}

/** True for what has no more decimals than these. */
export function hasDecimals(value: Exact, most: number): boolean {
  return typeof value !== 'number' || Number(value.toFixed(most)) === value;
}
