/** A piece of HTML. Only `html` makes one, so that whatever else stands in a page was escaped. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static readonly of = (text: string): Html => new Html(text);

  toString(): string {
    return this.#text;
  }
}

export type Content = string | number | Html | null | undefined | false | readonly Content[];

/** HTML with values in it: texts become text, pieces and lists of pieces stay as they are, nothing leaves nothing. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  return Html.of(parts.map((part, index) => part + (index < values.length ? textOf(values[index]) : '')).join(''));
}

function textOf(value: Content): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(textOf).join('');
  return escaped(visibleText(String(value)));
}

/** Fit for the text of an element and for an attribute between double quotes, which all have. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
}

/**
 * The text with everything in it that nobody would see, or that would turn its order,
 * written as an escape; lines stay lines.
 */
function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, (sign) =>
      sign === '\t' ? '\t' : `\\u{${sign.codePointAt(0)?.toString(16).toUpperCase()}}`,
    );
}
