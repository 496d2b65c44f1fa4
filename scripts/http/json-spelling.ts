/** Every letter of a text as `\u0041`, with blanks around the punctuation of JSON. */
export function escaped(text: string): string {
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (literal) =>
      literal.replaceAll(/\\(?:u.{4}|.)|[a-z]/g, (one) =>
        one.length > 1 ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    )
    .replaceAll(/^\{|\}$/g, (brace) => ` ${brace}\n `);
}

/** Blanks, tabs and line ends wherever JSON allows them (RFC 8259 section 2). */
export function spaced(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]/g, (token) =>
    token.startsWith('"') ? token : ` ${token}\r\n\t`,
  );
}
