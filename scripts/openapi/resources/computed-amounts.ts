import { type Exact, isExactObject, isNumber } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import { type Contract, descriptionAt } from '../contract.ts';
import { literalPattern } from '../patterns/regular-expression.ts';
import { remembered } from '../remembered.ts';
import { type SchemaView, viewSchema } from '../schemas/schema-view.ts';
import { sentencesOf } from '../sentences.ts';
import { wordsOf } from './name-words.ts';
import { singularOf } from './plural.ts';

/** An amount of an object that is computed of its other amounts. */
export interface ComputedAmount {
  property: string;
  /** Of the schema of the property. */
  pointer: string;
  /** For people, as the description says it: "`quantity` times `unitPrice`". */
  text: string;
  formula: Formula;
}

type Formula =
  | { is: 'amount'; of: string }
  | { is: 'percentage'; percent: number | Formula; of: Formula }
  | { is: 'product'; of: readonly Formula[] }
  | { is: 'sum'; of: readonly { formula: Formula; isTaken: boolean }[] }
  | { is: 'sum of list'; of: string; each: Formula };

/** A computed amount, and how far another one may be from it: amounts of money are rounded in several ways. */
export interface Computed {
  value: number;
  leeway: number;
}

/** The amounts of an object that descriptions say are computed: "`quantity` times `unitPrice`". */
export const computedAmountsIn = remembered((contract: Contract, view: SchemaView): readonly ComputedAmount[] => {
  const own = sentencesOf(descriptionAt(contract, view.pointer));
  return [...view.properties].flatMap(([property, pointer]) => {
    const named = new RegExp(String.raw`^.*\x60${literalPattern(property)}\x60 (?:is|equals|=) `, 'i');
    const sentences = [
      ...sentencesOf(descriptionAt(contract, pointer)),
      ...own.flatMap((one) => (named.test(one) ? [one.replace(named, '')] : [])),
    ];
    const [found] = sentences.flatMap((one) => new Reader(contract, view, property).read(one) ?? []);
    return found === undefined ? [] : [{ property, pointer, ...found }];
  });
});

/** What an object should have; undefined where it does not show all that it is computed of. */
export function computedIn(formula: Formula, item: Exact): Computed | undefined {
  switch (formula.is) {
    case 'amount':
      return known(amountIn(isExactObject(item) ? ownValue(item, formula.of) : undefined));
    case 'product':
      return combined(
        formula.of.map((one) => computedIn(one, item)),
        (values) => values.reduce((product, value) => product * value, 1),
      );
    case 'sum':
      return combined(
        formula.of.map((one) => computedIn(one.formula, item)),
        (values) => values.reduce((sum, value, index) => sum + (formula.of[index]?.isTaken ? -value : value), 0),
      );
    case 'sum of list': {
      const list = isExactObject(item) ? ownValue(item, formula.of) : undefined;
      if (!Array.isArray(list)) return undefined;
      return combined(
        list.map((one) => computedIn(formula.each, one)),
        (values) => values.reduce((sum, value) => sum + value, 0),
      );
    }
    case 'percentage': {
      const percent = typeof formula.percent === 'number' ? known(formula.percent) : computedIn(formula.percent, item);
      const part = combined([percent, computedIn(formula.of, item)], ([rate = 0, whole = 0]) => (rate * whole) / 100);
      // What is counted in cents is rounded to one of them.
      return part && { ...part, leeway: Math.max(part.leeway, Number.isInteger(part.value) ? 0 : 1) };
    }
  }
}

/** The properties of an object that one is computed of. */
export function namesOf(formula: Formula): string[] {
  switch (formula.is) {
    case 'amount':
    case 'sum of list':
      return [formula.of];
    case 'product':
      return formula.of.flatMap(namesOf);
    case 'sum':
      return formula.of.flatMap((one) => namesOf(one.formula));
    case 'percentage':
      return [...(typeof formula.percent === 'number' ? [] : namesOf(formula.percent)), ...namesOf(formula.of)];
  }
}

/** What an amount is: a number, a decimal as a text, or that of an object with a currency. */
export function amountIn(value: Exact | undefined): number | undefined {
  if (isNumber(value)) return Number(value);
  if (typeof value === 'string') return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
  if (value === undefined || !isExactObject(value)) return undefined;
  const held = ownValue(value, 'amount') ?? ownValue(value, 'value');
  return held === undefined || isExactObject(held) ? undefined : amountIn(held);
}

/** A value with the amounts that follow from others in it, where its schema allows them. */
export function withComputedAmounts(
  contract: Contract,
  schema: string,
  value: Exact,
  isAllowed: (pointer: string, value: Exact) => boolean,
): Exact {
  const view = viewSchema(contract, schema);
  const within = (pointer: string, own: Exact) => withComputedAmounts(contract, pointer, own, isAllowed);
  const { items } = view;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => within(items, item));
  if (!isExactObject(value)) return value;
  const whole: Record<string, Exact> = Object.fromEntries(
    Object.entries(value).map(([name, own]) => {
      const pointer = view.properties.get(name);
      return [name, pointer === undefined ? own : within(pointer, own)];
    }),
  );
  for (const { property, pointer, formula } of computedAmountsIn(contract, view)) {
    const old = ownValue(whole, property);
    const computed = computedIn(formula, whole);
    const own =
      old === undefined || computed === undefined
        ? undefined
        : spellings(old, computed.value).find((one) => isAllowed(pointer, one));
    if (own !== undefined) whole[property] = own;
  }
  return whole;
}

/** An amount in the notation of another one: as exactly as it may be, and rounded. */
export function spellings(old: Exact, amount: number): Exact[] {
  const cents = Math.round(amount * 100) / 100;
  if (!isExactObject(old))
    return typeof old === 'string' ? [amount.toFixed(2), String(amount)] : [cents, Math.round(amount)];
  const name = Object.hasOwn(old, 'amount') ? 'amount' : 'value';
  return spellings(ownValue(old, name) ?? null, amount).map((one) => ({ ...old, [name]: one }));
}

const known = (value: number | undefined): Computed | undefined =>
  value === undefined ? undefined : { value, leeway: 0 };

function combined(
  parts: readonly (Computed | undefined)[],
  join: (values: readonly number[]) => number,
): Computed | undefined {
  const all = parts.filter((part) => part !== undefined);
  if (all.length < parts.length) return undefined;
  const value = join(all.map((part) => part.value));
  const isExact = Number.isInteger(value) && all.every((part) => Number.isInteger(part.value));
  const rounding = isExact ? 0 : 0.0101 * Math.max(1, all.length);
  return { value, leeway: all.reduce((sum, { leeway }) => sum + leeway, Math.max(rounding, Math.abs(value) * 1e-9)) };
}

const conditions = ['unless', 'except', 'if', 'when', 'where', 'may', 'might', 'can', 'either', 'or', 'but', 'not'];
const estimates = ['about', 'approximately', 'estimated', 'most', 'least', 'default', 'defaults', 'before', 'without'];
const hedge = new RegExp(String.raw`\b(?:${[...conditions, ...estimates, 'excluding', 'including'].join('|')})\b`, 'i');

const sign = /[×*+−–]| [x-] |\b(?:times|multiplied|plus|minus|less|sum|product|difference|percent)\b|%/i;
const lead = /(?:[:=(]|\b(?:is|equals|equal to|as|always))\s+|\(/gi;
const unitSaid = /,? (?:in|rounded|computed|calculated|read|as)\b[^,]*$/i;
const article = `(?:(?:the|its|their|all|each|every|this|of) )*`;
const ofThing = `(?: (?:of|for|on) (?:the|this|each|its) [a-z]+)?`;

/** Reads the sentences that say what one property of an object is. */
class Reader {
  readonly #contract: Contract;
  readonly #view: SchemaView;
  readonly #property: string;

  constructor(contract: Contract, view: SchemaView, property: string) {
    this.#contract = contract;
    this.#view = view;
    this.#property = property;
  }

  /** What a sentence says that the property is computed of; undefined where it says nothing of that alone. */
  read(sentence: string): Pick<ComputedAmount, 'text' | 'formula'> | undefined {
    if (!sign.test(sentence) || hedge.test(sentence)) return undefined;
    const starts = [0, ...[...sentence.matchAll(lead)].map(({ index, 0: text }) => index + text.length)];
    for (const start of starts) {
      const rest = sentence.slice(start).replace(/\)[^()]*$/, '');
      for (const text of [rest, rest.replace(unitSaid, '')]) {
        const formula = this.#sum(this.#view, text);
        if (formula !== undefined && formula.is !== 'amount') return { text, formula };
      }
    }
    return undefined;
  }

  /** "`subtotal` minus the discount, plus `tax`" */
  #sum(view: SchemaView, text: string): Formula | undefined {
    const parts = text.split(/,? (?:and )?(plus|minus|less|[+−–-]) /i);
    const of = parts.flatMap((part, index) => {
      if (index % 2 === 1) return [];
      const formula = this.#term(view, part);
      return formula === undefined
        ? []
        : [{ formula, isTaken: /[^+]/.test((parts[index - 1] ?? '+').replace(/plus/i, '+')) }];
    });
    if (of.length * 2 !== parts.length + 1) return undefined;
    const [first] = of;
    return of.length === 1 ? first?.formula : { is: 'sum', of };
  }

  #term(view: SchemaView, text: string): Formula | undefined {
    const said = new RegExp(`^${article}`, 'i').exec(text)?.[0] ?? '';
    const own = text.slice(said.length).trim();
    const { kind = '', rest = '' } =
      /^(?:total )?(?<kind>sum|product|difference) (?:of|between|over) (?<rest>.+)$/i.exec(own)?.groups ?? {};
    switch (kind.toLowerCase()) {
      case 'sum':
        return this.#ofList(view, rest) ?? this.#ofSeveral(view, rest, false);
      case 'difference':
        return this.#ofSeveral(view, rest, true);
      case 'product':
        return this.#product(view, rest.split(/,? and |, /i));
    }
    const { rate = '', whole = '' } = /^(?<rate>.+?) ?(?:%|per ?cent) of (?<whole>.+)$/i.exec(own)?.groups ?? {};
    if (rate !== '') {
      const of = this.#term(view, whole);
      const percent = /^\d+(?:\.\d+)?$/.test(rate) ? Number(rate) : this.#amount(view, rate);
      return of === undefined || percent === undefined ? undefined : { is: 'percentage', percent, of };
    }
    return this.#product(view, own.split(/ (?:×|x|\*|times|multiplied (?:by|with)) /i));
  }

  #product(view: SchemaView, texts: readonly string[]): Formula | undefined {
    const of = texts.flatMap((one) => this.#amount(view, one) ?? []);
    if (of.length !== texts.length) return undefined;
    return of.length === 1 ? of[0] : { is: 'product', of };
  }

  /** "A, B and C"; with `isTaken`, all but the first are taken from it. */
  #ofSeveral(view: SchemaView, text: string, isTaken: boolean): Formula | undefined {
    const texts = text.split(/,? and |, /i);
    const of = texts.flatMap((one, index) => {
      const formula = this.#amount(view, one);
      return formula === undefined ? [] : [{ formula, isTaken: isTaken && index > 0 }];
    });
    return texts.length > 1 && of.length === texts.length ? { is: 'sum', of } : undefined;
  }

  /** "`lines[].total`", "all line totals", "the totals of its lines", "`quantity` times `price` over all lines". */
  #ofList(view: SchemaView, text: string): Formula | undefined {
    for (const [name, pointer] of view.properties) {
      const { items } = viewSchema(this.#contract, pointer);
      if (items === undefined) continue;
      const each = viewSchema(this.#contract, items);
      const last = wordsOf(name).at(-1) ?? '';
      const list = `(?:${saidAs(name)}|${last})`;
      const singular = `(?:${saidAs(singularOf(name))}|${singularOf(last)})`;
      const forms = [
        new RegExp(String.raw`^${article}\x60?${name}(?:\[\*?\])?\.(?<each>\w+)\x60?$`, 'i'),
        new RegExp(`^${article}(?<each>.+?)s? (?:of|over|across|in|on) ${article}(?:${list}|${singular})$`, 'i'),
        new RegExp(String.raw`^${article}${singular}(?:'s|s')? (?<each>\w+(?: \w+)?)s$`, 'i'),
        new RegExp(String.raw`^${article}(?<each>${singular} \w+)s$`, 'i'),
      ];
      for (const form of forms) {
        const said = form.exec(text)?.groups?.['each'];
        const formula = said === undefined ? undefined : this.#sum(each, said);
        if (formula !== undefined) return { is: 'sum of list', of: name, each: formula };
      }
    }
    return undefined;
  }

  /** One amount of the object, by its name or in words. */
  #amount(view: SchemaView, text: string): Formula | undefined {
    const names = [...view.properties.keys()].filter(
      (name) =>
        (view !== this.#view || name !== this.#property) &&
        new RegExp(`^${article}${saidAs(name)}${ofThing}$`, 'i').test(text.trim()),
    );
    const [of] = names;
    return names.length === 1 && of !== undefined ? { is: 'amount', of } : undefined;
  }
}

/** A pattern for a property: its name, or its words. */
function saidAs(name: string): string {
  return String.raw`[\x60"']?(?:${literalPattern(name)}|${wordsOf(name).map(literalPattern).join('[ _-]')})[\x60"']?`;
}
