import { ownValue } from '../../../http/own-value.ts';

/** What is not called as its verb once it is done. */
const irregular: Readonly<Record<string, string>> = {
  pay: 'paid',
  send: 'sent',
  hold: 'held',
  lend: 'lent',
  bind: 'bound',
  freeze: 'frozen',
  withdraw: 'withdrawn',
};

/** The participle of a verb that does not end in `ed`: "paid" of `pay`. */
export function irregularParticiple(verb: string): string | undefined {
  return ownValue(irregular, verb.toLowerCase());
}

/** The words for what a verb was done with: "closed" of `close`, "cancelled" and "canceled" of `cancel`. */
export function participlesOf(verb: string): readonly string[] {
  const word = verb.toLowerCase();
  const own = irregularParticiple(word);
  if (own !== undefined) return [own];
  if (/[^aeiou]y$/.test(word)) return [word.replace(/y$/, 'ied')];
  return word.endsWith('e') ? [`${word}d`] : [`${word}ed`, `${word}${word.at(-1)}ed`];
}
