import type { Exact } from '../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { ownProperties, valueIn } from '../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../openapi/resources/item-place.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';
import { makerOf, nounPattern, nounsPattern, type Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, isReadOnly, typesOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { type Described, foundOnce } from './found-once.ts';
import { ownerOf, referenceTo } from './item/holding-rules.ts';

/** A number of an item that counts what is beneath it, or refers to it, or that adds up one property of these. */
export interface TallyRule {
  owner: Resource;
  read: Operation;
  property: string;
  pointer: string;
  /** What is counted, and its creation beneath the owner. */
  resource: Resource;
  create: Operation;
  /** The property of a new thing that names the owner, where its path does not. */
  reference: string | undefined;
  /** Property of the things that is added up; undefined where they are counted. */
  summed: string | undefined;
  /** False for the number of all that were ever made. */
  isOfPresent: boolean;
  /** True where a new thing may be one of those that are left out. */
  isOfSome: boolean;
  /** True where it counts every thing that is listed: "How many books the shelf has". */
  isOfListed: boolean;
  /** Of what is in some states alone, the property that tells the state, and those states. */
  state: { property: string; values: readonly string[] } | undefined;
}

/** What descriptions say that an item counts: "Number of books on the shelf", of what reads a shelf. */
export const tallyRulesOf = foundOnce(findRules);

function findRules(context: Described, read: Operation): TallyRule[] {
  const { contract } = context.description;
  const owner = context.resources.find((one) => one.read === read);
  const schema = successSchema(contract, read);
  const place = owner && schema !== undefined ? itemPlaceIn(contract, schema, owner) : undefined;
  if (owner === undefined || makerOf(owner) === undefined || place === undefined) return [];
  const sent = [owner.create, owner.replace, owner.merge].flatMap(
    (one) => (one && jsonBodySchema(contract, one)) ?? [],
  );
  const isSent = (name: string) =>
    sent.some((at) => {
      const own = viewSchema(contract, at).properties.get(name);
      return own !== undefined && !isReadOnly(viewSchema(contract, own));
    });
  const numbers = [...ownProperties(contract, place.pointer)].filter(
    ([name, at]) => isNumeric(contract, at) && !isSent(name),
  );
  return context.resources.flatMap((resource) => {
    const { create } = resource;
    const above = ownerOf(context, resource);
    const reference = above === undefined && create ? referenceTo(context, create, owner) : undefined;
    if (create === undefined || (reference === undefined && above !== owner)) return [];
    return numbers.flatMap(([property, pointer]) => {
      const said = saidOf(contract, owner, { resource, create }, property, pointer);
      return said === undefined ? [] : [{ owner, read, property, pointer, resource, create, reference, ...said }];
    });
  });
}

/** True for what is in one of the states that are counted. */
export function isCountedIn({ state }: TallyRule, item: Exact): boolean {
  const shown = state && valueIn(item, state.property);
  return state === undefined || (typeof shown === 'string' && state.values.includes(shown));
}

function isNumeric(contract: Contract, pointer: string): boolean {
  const types = typesOf(contract, viewSchema(contract, pointer)).filter((type) => type !== 'null');
  return types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
}

/** Words that leave some of the things out. */
export const leavesSomeOut = new RegExp(
  `\\b(?:${[
    'that|which|whose?|with(?:out)?|not|except|only|exclud\\w+|currently|since|today|per',
    'open|last|past|unread|new(?:est)?|active|recent(?:ly)?|latest|first|top|upcoming|approved|published',
  ].join('|')})\\b`,
  'i',
);
/** Words that leave out those that are no longer there, or not valid. */
const negated = /\b(?:not|without|except|exclud\w+)\b/i;
const ever = /\b(?:ever|so far|(?:were|was|has been|have been) (?!not)\w+|in its lifetime)\b/i;

function saidOf(
  contract: Contract,
  owner: Resource,
  { resource, create }: Pick<TallyRule, 'resource' | 'create'>,
  property: string,
  pointer: string,
): Pick<TallyRule, 'summed' | 'isOfPresent' | 'isOfSome' | 'isOfListed' | 'state'> | undefined {
  const text = descriptionAt(contract, pointer);
  const nouns = nounsPattern(resource);
  const things = `(?:all |the |its |their )*${nouns}\\b`;
  const counting = { summed: undefined, isOfPresent: true, isOfSome: false, isOfListed: false };
  const state = statesCounted(contract, resource, things, text);
  if (state !== undefined) return { ...counting, state };
  const counted = new RegExp(`^(?:the )?(?:total )?(?:number|count) of ${things}|^how many ${things}`, 'i').exec(text);
  const added =
    new RegExp(`^(?:the )?(?:sum|total) of (?:(?:the |all )*[\`'"]?(?<of>[a-z_]+)[\`'"]? of )?${things}`, 'i').exec(
      text,
    ) ?? new RegExp(`^(?:the )?(?:total|combined) [\`'"]?(?<of>[a-z_]+)[\`'"]? of ${things}`, 'i').exec(text);
  const [said] = counted ?? added ?? [];
  if (said === undefined) {
    const isNamed = text === '' && new RegExp(`^${nouns} count$|^(?:num|number of) ${nouns}$`).test(spaced(property));
    return isNamed ? { ...counting, isOfPresent: false, isOfSome: true, state: undefined } : undefined;
  }
  const rest = text.slice(said.length);
  const left = statesOf(contract, resource).find((one) => new RegExp(`\\b${one}\\b`, 'i').test(rest));
  const isOfValid =
    negated.test(rest) && (left === undefined ? /\w{3}ed\b/.test(rest) : !/^(draft|pending|new|open)/i.test(left));
  const summed = counted === null ? summedIn(contract, resource, create, added?.groups?.['of']) : undefined;
  if (counted === null && summed === undefined) return undefined;
  const isOfAll = /\ball\b/i.test(said) || !(leavesSomeOut.test(rest) || summed !== undefined);
  return {
    summed,
    state: undefined,
    isOfPresent: isOfValid || !ever.test(rest),
    isOfSome: !(isOfValid || (isOfAll && !leavesSomeOut.test(rest))),
    isOfListed:
      counted !== null && new RegExp(`^ (?:that )?(?:the|an?|this) ${nounPattern(owner)} has[^\\w]*$`, 'i').test(rest),
  };
}

function spaced(name: string): string {
  return wordsOf(name).join(' ');
}

/** The states of the things that are counted: "Number of lent books", "How many of its books are lent or lost". */
function statesCounted(
  contract: Contract,
  { read, create }: Resource,
  things: string,
  text: string,
): TallyRule['state'] {
  const schema = [read, create].flatMap((one) => (one && successSchema(contract, one)) ?? [])[0];
  const properties = schema === undefined ? [] : [...viewSchema(contract, schema).properties];
  for (const [property, at] of properties.filter(([name]) => /^(state|status|phase|stage)$/i.test(name))) {
    const values = (enumOf(viewSchema(contract, at)) ?? []).filter((one) => typeof one === 'string');
    const wordsFor = (value: string) => wordsOf(value).join('[ _-]');
    const one = `[\`'"]?(?:${values.map(wordsFor).join('|')})[\`'"]?`;
    const list = `(?<list>${one}(?:(?:, (?:or |and )?| or | and )${one})*)`;
    const is = `(?:whose ${property} is|(?:with|in) (?:the |an? )?${property}|(?:that|which) are)(?: either)?`;
    const forms = [
      `(?:number|count) of (?:the |its )?${list} ${things}`,
      `(?:number|count) of ${things} ${is} ${list}`,
      `how many (?:of )?${things} (?:${is}|are)(?: either)? ${list}`,
    ];
    const said = forms
      .map((form) => new RegExp(`^(?:the )?(?:total )?${form}[^\\w]*$`, 'i').exec(text)?.groups?.['list'])
      .find((found) => found !== undefined);
    const named = said?.replaceAll(/[`'"]/g, '').split(/,? (?:or|and) |, /i);
    if (named !== undefined)
      return {
        property,
        values: values.filter((value) => named.some((one) => new RegExp(`^${wordsFor(value)}$`, 'i').test(one))),
      };
  }
  return undefined;
}

/** The values of what the things show of few. */
function statesOf(contract: Contract, { read, create }: Resource): string[] {
  const schema = [read, create].flatMap((one) => (one && successSchema(contract, one)) ?? [])[0];
  const properties = schema === undefined ? [] : [...viewSchema(contract, schema).properties.values()];
  return properties
    .flatMap((at) => enumOf(viewSchema(contract, at)) ?? [])
    .filter((one) => typeof one === 'string')
    .map((one) => wordsOf(one).join('[ _-]'));
}

/** The one number that a creation sets and shows, of those that the description names. */
function summedIn(
  contract: Contract,
  resource: Resource,
  create: Operation,
  named: string | undefined,
): string | undefined {
  const [sent, shown] = [jsonBodySchema(contract, create), successSchema(contract, create)];
  const place = shown === undefined ? undefined : itemPlaceIn(contract, shown, resource);
  if (sent === undefined || place === undefined) return undefined;
  const settable = viewSchema(contract, sent).properties;
  const numbers = [...ownProperties(contract, place.pointer)].filter(
    ([name, at]) => settable.has(name) && isNumeric(contract, at) && !/id$/i.test(name),
  );
  const word = named?.toLowerCase().replace(/s$/, '');
  const own = word === undefined ? numbers : numbers.filter(([name]) => name === named || wordsOf(name).includes(word));
  const [[name] = []] = own;
  return own.length === 1 ? name : undefined;
}
