import { inQuotes } from '../http/curl.ts';
import { encode } from '../http/percent-encoding.ts';

/** How a key and something that contains it in Base64 are written. */
interface Notation {
  key(variable: string): string;
  base64(content: string): string;
  /** Stands for a part of a key. */
  fragment: string;
}

/** The text without the secrets; as `inText` has it unless said. */
export type Hide = (text: string, notation?: Notation) => string;

const inText: Notation = {
  key: (variable) => `$${variable}`,
  base64: (content) => `base64(${content})`,
  fragment: '…',
};

/** Letters and digits alone: no way of quoting changes them. */
export const inMarks: Notation = {
  key: (variable) => `hiddenVariable${variable}End`,
  base64: (content) => `hiddenContent${Buffer.from(content).toString('hex')}End`,
  fragment: '…',
};

/**
 * A curl line with variables for its marks.
 * All that it has of a request is between single quotes: a variable has to leave them.
 */
export function fromMarks(line: string): string {
  return line.replaceAll(
    /hiddenVariable([A-Z_]+)End|hiddenContent([0-9a-f]+)End/g,
    (_, variable?: string, content = '') => {
      if (variable !== undefined) return `'"$${variable}"'`;
      return `'"$(printf %s '${fromMarks(inQuotes(Buffer.from(content, 'hex').toString()))}' | base64 | tr -d '\\n')"'`;
    },
  );
}

/** How a text may be written in a request or in a curl line; the bytes of a body are taken for characters. */
export function spellingsOf(secret: string): string[] {
  const spellings = [
    secret,
    encode(secret),
    // Clients leave !'()* as they are, which ECMAScript does, too.
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    inQuotes(secret),
  ];
  return [...spellings, ...spellings.map((spelling) => Buffer.from(spelling).toString('latin1'))];
}

/** Characters of a secret that is found within other text. */
const shortest = 4;

/** A secret that is shorter than a word is one where it stands by itself: elsewhere it is a part of any text. */
function patternOf(spelling: string): string {
  const escaped = spelling.replaceAll(/[^\w\s]/g, String.raw`\$&`);
  return spelling.length < shortest ? `(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])` : escaped;
}

/** `secrets`: the variable of each spelling. */
export function hiding(secrets: Map<string, string>): Hide {
  // The longest first: one key may begin with the other.
  const spellings = [...secrets.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(spellings.map(patternOf).join('|'), 'g');
  const plain = (text: string, { key }: Notation) =>
    text.replaceAll(pattern, (spelling) => key(secrets.get(spelling) ?? ''));
  // That of a header has its name, of which the value may have a part.
  const variable = new RegExp(`((?:\\$|hiddenVariable)(?:${[...new Set(secrets.values())].join('|')}))`);
  const hasSecret = (text: string) => text.search(pattern) !== -1;
  // Most words are Base64 of some bytes, in which a letter by itself means nothing.
  const isLong = (spelling: string) => spelling.length >= shortest;
  const hasLong = (text: string) => (text.match(pattern) ?? []).some(isLong);
  const hide = (text: string, notation: Notation) => {
    const decoded = text.replaceAll(/[A-Za-z0-9+/_-]{4,}={0,2}/g, (token) => {
      const bytes = Buffer.from(token, 'base64');
      const content = bytes.toString();
      const isPlain = /^[\x20-\x7e]*$/.test(content);
      if (!(isPlain ? hasSecret(content) : hasLong(content))) return token;
      // What a shell would write in Base64 is another text where the token has none of its padding,
      // or is that of a URL.
      const isCopied = isPlain && (notation === inText || bytes.toString('base64') === token);
      return isCopied
        ? notation.base64(plain(content, notation))
        : inText.base64(
            (content.match(pattern) ?? []).map((spelling) => inText.key(secrets.get(spelling) ?? '')).join(' '),
          );
    });
    return plain(decoded, notation)
      .split(variable)
      .map((part, index) => (index % 2 === 1 ? part : withoutFragments(part, spellings, notation)))
      .join('');
  };
  // Headers of one exchange are those of others.
  const hidden = new Map([inText, inMarks].map((notation) => [notation, new Map<string, string>()]));
  return (text, notation = inText) => {
    const known = hidden.get(notation)?.get(text) ?? hide(text, notation);
    hidden.get(notation)?.set(text, known);
    return known;
  };
}

/** Less than this of a key does not give the rest away. */
const fragmentOf = (secret: string) => Math.max(5, Math.min(12, Math.floor(secret.length / 2)));

/** Cases with a key that was altered have most of it: what is left of it is cut out. */
function withoutFragments(text: string, secrets: string[], notation: Notation): string {
  const known = secrets.filter((secret) => secret.length > 5).map((secret) => secret.toLowerCase());
  const fragment = Math.min(...known.map(fragmentOf));
  if (known.length === 0 || text.length < fragment) return text;
  const lower = text.toLowerCase();
  let [shown, at] = ['', 0];
  while (at < text.length) {
    let length = 0;
    while (at + length < text.length && known.some((secret) => secret.includes(lower.slice(at, at + length + 1))))
      length += 1;
    shown += length >= fragment ? notation.fragment : text.slice(at, at + Math.max(length, 1));
    at += Math.max(length, 1);
  }
  return shown;
}
