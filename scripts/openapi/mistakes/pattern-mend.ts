import { parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';

/** What other dialects of regular expressions write in another way, and JavaScript means the same by. */
const translations: readonly (readonly [other: RegExp, own: string])[] = [
  [/\\A/g, '^'],
  [/\\[zZ]/g, '$$'],
  [/\(\?P</g, '(?<'],
  [/\(\?#[^)]*\)/g, ''],
  [/\\h/g, String.raw`[\t\p{Zs}]`],
  [/\[:alpha:\]/g, 'a-zA-Z'],
  [/\[:digit:\]/g, '0-9'],
  [/\[:alnum:\]/g, 'a-zA-Z0-9'],
  [/\[:upper:\]/g, 'A-Z'],
  [/\[:lower:\]/g, 'a-z'],
  [/\[:xdigit:\]/g, '0-9A-Fa-f'],
  [/\[:space:\]/g, String.raw`\s`],
  [/\\x\{([0-9A-Fa-f]+)\}/g, String.raw`\u{$1}`],
  [/\\([_ @#%&=~'"`:;<>,!])/g, '$1'],
];

/** The pattern as JavaScript has it, with the flag `u` of validators; undefined where it has none. */
export function mendedPattern(pattern: string): string | undefined {
  // Delimiters are no part of a pattern: with them, it matches nothing.
  const bare = /^\/(\^.*\$)\/$/s.exec(pattern)?.[1] ?? pattern;
  const translated = translations.reduce((text, [other, own]) => text.replaceAll(other, own), bare);
  return [bare, translated, escaped(translated)].find((one): one is string => one !== undefined && isPattern(one));
}

/** True for a regular expression of JavaScript, as validators compile it. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/**
 * A pattern without the flag `u`, as one with it: there, a backslash stands before nothing that does not need one, and
 * brackets stand for themselves only behind one.
 */
function escaped(pattern: string): string | undefined {
  // Without the flag, these are the letters themselves.
  if (/\\[pP]\{/.test(pattern)) return undefined;
  try {
    let [text, end] = ['', 0];
    const source = new RegExp(pattern).source;
    visitRegExpAST(parseRegExpLiteral(`/${source}/`), {
      onCharacterEnter: ({ raw, start, end: next, value, parent }) => {
        const isInClass = parent.type === 'CharacterClass' || parent.type === 'CharacterClassRange';
        text += source.slice(end, start - 1) + spelled(raw, String.fromCodePoint(value), isInClass);
        end = next - 1;
      },
    });
    return text + source.slice(end);
  } catch {
    return undefined;
  }
}

function spelled(raw: string, character: string, isInClass: boolean): string {
  if (raw !== character && raw !== `\\${character}`) return raw;
  return (isInClass ? /[\\\]^-]/ : /[\^$\\.*+?()[\]{}|/]/).test(character) ? `\\${character}` : character;
}
