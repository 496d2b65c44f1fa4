/**
 * The text on one line, with everything in it that a terminal or an editor would act on or not show written as an
 * escape.
 */
export function visible(text: string): string {
  const short: Record<string, string> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` };
  return text
    .toWellFormed()
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
      (sign) => short[sign] ?? `\\u{${sign.codePointAt(0)?.toString(16).toUpperCase()}}`,
    );
}

/** The text on its lines; with an escape for what a terminal would act on, but for colours. */
export function harmless(text: string, isColoured: boolean): string {
  return text
    .split(isColoured ? /(\n|\u001B\[[\d;]*m)/ : /(\n)/)
    .map((part, index) =>
      index % 2 === 0
        ? part.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (sign) => (sign === '\t' ? sign : visible(sign)))
        : part,
    )
    .join('');
}

/** The text; of one with more than `most` characters its two ends, with the length of the whole between them. */
export function shortened(text: string, most = 300): string {
  if (text.length <= most) return text;
  const pairs = text.match(/[\ud800-\udbff][\udc00-\udfff]/g) ?? [];
  const count = text.length - pairs.length;
  if (count <= most) return text;
  const gap = ` … (${count} characters) … `;
  const kept = Math.max(2, most - gap.length);
  const head = Math.ceil(kept / 2);
  // No character has more than two code units: of a long text, its ends alone are taken apart.
  const [first, last] = [text.slice(0, 2 * kept), text.slice(-2 * kept)].map((part) => [...part]);
  return `${first?.slice(0, head).join('')}${gap}${last?.slice(head - kept).join('')}`;
}

/** A number of things: `1 requirement`, `2 requirements`. */
export function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
