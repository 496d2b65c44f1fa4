const without = '(?:whatever|regardless of|irrespective of|ignoring|without regard to)';
const theCase = '(?:its |their |the )?(?:letter )?case(?! (?:may|might|of|that|it|is|was)\\b)';
const caseless = new RegExp(`\\bcase[- ]?insensitiv|\\b${without} ${theCase}\\b`, 'i');

/** True where a description says that texts in another case are the same: "Names are unique, whatever their case." */
export function ignoresCase(description: string): boolean {
  return caseless.test(description) && !/\bnot case/i.test(description);
}

/** The same text with each letter in the other case; undefined where that changes nothing, or more than the case. */
export function inOtherCase(text: string): string | undefined {
  const other = text.replaceAll(/[a-z]/gi, (letter) => {
    const upper = letter.toUpperCase();
    return upper === letter ? letter.toLowerCase() : upper;
  });
  return other === text ? undefined : other;
}
