import { daySeconds, isOnDay } from './days.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';

/** `Sunset` (RFC 8594): when an operation will be removed, as an HTTP date. */
export const sunsetMeaning: MeaningOf = (_, operation) => {
  const sunset = operation?.deprecation?.sunset;
  if (operation === null || sunset == null) return undefined;
  const moved = (text: string | undefined, seconds: number) => new Date(Date.parse(text ?? '') + seconds * 1000);
  return {
    pointer: `${operation.pointer}/x-sunset`,
    statement: `say that the operation is removed on ${sunset} (RFC 8594)`,
    whyWrong: (value) => (isOnDay(/ GMT$/.test(value) ? Date.parse(value) : Number.NaN, sunset) ? undefined : value),
    truth: () => new Date(sunset).toUTCString(),
    untruths: () => [
      untruth('a day later', (text) => moved(text, daySeconds).toUTCString()),
      untruth('a day earlier', (text) => moved(text, -daySeconds).toUTCString()),
      untruth('written in another way', (text) => moved(text, 0).toISOString()),
    ],
  };
};
