// What names of times end in: `createdAt` and `created_on` say when something was created.
const timeWords = new Set(['at', 'on', 'date', 'time', 'day', 'year']);

/** The words of a name, in lower case: `createdAt`, `created_at` and `created[at]` have the same. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** What the time of a creation is called. */
export const timeOfCreation = /^(?:created|creation)[-_]?(?:at|on|date|time|timestamp)?$|^date[-_]?created$/i;

/** What the time of the last change is called. */
export const timeOfChange =
  /^(last[-_]?)?(updated|modified|changed)[-_]?(at|on|date|time|timestamp)?$|^date[-_]?(updated|modified)$/i;

/** True where no word says more than that it is about a time. */
export function isOfAnyTime(words: readonly string[]): boolean {
  return words.every((word) => timeWords.has(word));
}

/** Which of some names has the same words; else the only one that has them but for the end of names of times. */
export function nameWith(words: readonly string[], names: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const same = names.filter((name) => wordsOf(name).join(' ') === words.join(' '));
  const alike = names.filter((name) => stemOf(wordsOf(name)) === stemOf(words));
  const [only, ...others] = same.length > 0 ? same : alike;
  return others.length === 0 ? only : undefined;
}

function stemOf(words: readonly string[]): string {
  const last = words.at(-1);
  return (words.length > 1 && last !== undefined && timeWords.has(last) ? words.slice(0, -1) : words).join(' ');
}
