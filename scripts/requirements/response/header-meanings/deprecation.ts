import { daySeconds, isOnDay } from './days.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';

/** `Deprecation` (RFC 9745): since when an operation is deprecated, as `@` and a Unix timestamp. */
export const deprecationMeaning: MeaningOf = (_, operation) => {
  const since = operation?.deprecation?.since;
  if (operation === null || since == null) return undefined;
  const secondsIn = (text = '') => Number(text.slice(1));
  return {
    pointer: `${operation.pointer}/x-deprecated-since`,
    statement: `say that the operation is deprecated since ${since} (RFC 9745)`,
    whyWrong: (value) => {
      const moment = /^@\d+$/.test(value) ? secondsIn(value) * 1000 : Number.NaN;
      return isOnDay(moment, since) ? undefined : value;
    },
    truth: () => `@${Date.parse(since) / 1000}`,
    untruths: () => [
      untruth('a day later', (text) => `@${secondsIn(text) + daySeconds}`),
      untruth('a day earlier', (text) => `@${secondsIn(text) - daySeconds}`),
      untruth('in milliseconds', (text) => `${text}000`),
    ],
  };
};
