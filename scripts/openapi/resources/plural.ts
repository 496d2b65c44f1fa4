/** How words end whose plural has more than an `s` at the end: in the singular, and in the plural. */
const endings: readonly (readonly [one: RegExp, many: RegExp, singular: string, plural: string])[] = [
  [/person$/i, /people$/i, 'person', 'people'],
  [/child$/i, /children$/i, 'child', 'children'],
  [/(^|wo)man$/i, /(^|wo)men$/i, '$1man', '$1men'],
  [/index$/i, /indices$/i, 'index', 'indices'],
  [/matrix$/i, /matrices$/i, 'matrix', 'matrices'],
  [/vertex$/i, /vertices$/i, 'vertex', 'vertices'],
  [/(analy|diagno|the|synop)sis$/i, /(analy|diagno|the|synop)ses$/i, '$1sis', '$1ses'],
  [/criterion$/i, /criteria$/i, 'criterion', 'criteria'],
  [/(shel|wol|loa|hal|thie|cal|scar)f$/i, /(shel|wol|loa|hal|thie|cal|scar)ves$/i, '$1f', '$1ves'],
  [/(^|[^a-z]|pen)(kni|wi)fe$/i, /(^|[^a-z]|pen)(kni|wi)ves$/i, '$1$2fe', '$1$2ves'],
  [/(mov|cook|zomb|brown|rook)ie$/i, /(mov|cook|zomb|brown|rook)ies$/i, '$1ie', '$1ies'],
  [/([^aeiou])y$/i, /([^aeiou])ies$/i, '$1y', '$1ies'],
  [/(ca|ni)che$/i, /(ca|ni)ches$/i, '$1che', '$1ches'],
  [/(ss|x|ch|sh)$/i, /(ss|x|ch|sh)es$/i, '$1', '$1es'],
  [/(alia|canva|len|bia|ga)s$/i, /(alia|canva|len|bia|ga)ses$/i, '$1s', '$1ses'],
  [/(stat|vir|camp|bon|cens|foc|radi)us$/i, /(stat|vir|camp|bon|cens|foc|radi)uses$/i, '$1us', '$1uses'],
];

/** A word that ends in `s` and is no plural: `series`, `address`, `status`, `axis`. */
const isSingular = /(?:series|species|news|alias|canvas|lens|bias|gas)$|ss$|(?<!men)us$|is$/i;

/** True for the plural of a name, both as joined words: `books` of `book`, `shelves` of `shelf`. */
export function isPluralOf(many: string, one: string): boolean {
  // Many are asked, and nearly all of them begin otherwise.
  if (many[0] !== one[0]) return false;
  if (many === `${one}s` || many === one.replace(/[sz]$/, '$&es')) return true;
  return endings.some(([singular, , , plural]) => singular.test(one) && one.replace(singular, plural) === many);
}

/** A word in the plural: `shelves` of `shelf`. */
export function pluralOf(one: string): string {
  const [singular, , , plural] = endings.find(([ending]) => ending.test(one)) ?? [];
  return singular === undefined || plural === undefined ? `${one}s` : one.replace(singular, plural);
}

/** A word, or a name, in the singular: `shelf` of `shelves`; the same where it is no plural. */
export function singularOf(many: string): string {
  if (isSingular.test(many)) return many;
  const [, plural, singular] = endings.find(([, ending]) => ending.test(many)) ?? [];
  if (plural !== undefined && singular !== undefined) return many.replace(plural, singular);
  return many.replace(/s$/, '');
}
