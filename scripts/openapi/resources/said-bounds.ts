import { type Contract, descriptionAt } from '../contract.ts';
import { sentencesOf } from '../sentences.ts';
import { wordsOf } from './name-words.ts';

const more = '(?:more|greater|larger|higher|bigger)';
const bound = new RegExp(
  `\\b(?:at most|up to|(?:no|not) ${more} than|${more} than|exceed(?:s|ing)?) (?![\\d$€£])`,
  'i',
);

/**
 * True where descriptions bound a number by what is there: "at most the authorized amount", "An amount greater than
 * what is left". `pointers`: of what may say so, besides the number itself.
 */
export function isBoundByOther(contract: Contract, name: string, own: string, pointers: readonly string[]): boolean {
  if (bound.test(descriptionAt(contract, own))) return true;
  const words = wordsOf(name).join(' ');
  const names = (sentence: string) => ` ${wordsOf(sentence).join(' ')} `.includes(` ${words} `);
  return pointers
    .flatMap((pointer) => sentencesOf(descriptionAt(contract, pointer)))
    .some((sentence) => bound.test(sentence) && names(sentence));
}
