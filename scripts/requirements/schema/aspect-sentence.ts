import type { Aspect } from './aspects.ts';

/**
 * What an aspect of its schema requires of a value, as a sentence about `name`: `limit (query) must be at most 100.`
 */
export function aspectSentence(name: string, { keyword, value }: Pick<Aspect, 'keyword' | 'value'>): string {
  return `${name} ${predicateOf(keyword, value)}.`;
}

function predicateOf(keyword: string, value: unknown): string {
  switch (keyword) {
    case 'type':
      return `must be of type ${orOf(listed(value).map(String))}`;
    case 'null':
      return value === true ? 'may be null' : 'must not be null';
    case 'enum':
      return `must be ${orOf(listed(value).map((one) => JSON.stringify(one)))}`;
    case 'minimum':
      return `must be at least ${value}`;
    case 'maximum':
      return `must be at most ${value}`;
    case 'exclusiveMinimum':
      return `must be greater than ${value}`;
    case 'exclusiveMaximum':
      return `must be less than ${value}`;
    case 'multipleOf':
      return `must be a multiple of ${value}`;
    case 'minLength':
    case 'maxLength':
      return `must have ${boundOf(keyword)} ${counted(value, 'character')}`;
    case 'minItems':
    case 'maxItems':
      return `must have ${boundOf(keyword)} ${counted(value, 'item')}`;
    case 'minProperties':
    case 'maxProperties':
      return `must have ${boundOf(keyword)} ${value === 1 ? '1 property' : `${value} properties`}`;
    default:
      return otherPredicate(keyword, value);
  }
}

function otherPredicate(keyword: string, value: unknown): string {
  switch (keyword) {
    case 'pattern':
      return `must match ${value}`;
    case 'format':
      return `must have the format ${value}`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'range':
      return 'may be any integer that its schema allows';
    case 'text':
      return 'may be any text that its schema allows';
    case 'surplus':
      return 'must have no undescribed property';
    default:
      return `must be as its ${keyword} says`;
  }
}

const boundOf = (keyword: string) => (keyword.startsWith('min') ? 'at least' : 'at most');
const counted = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function orOf(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}
