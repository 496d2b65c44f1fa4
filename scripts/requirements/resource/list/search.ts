import { type Exact, type ExactObject, isExactObject, within } from '../../../http/exact-json.ts';
import { type Contract, descriptionAt, partAt, resolvePart } from '../../../openapi/contract.ts';
import { objectOf, stringOf } from '../../../openapi/json.ts';
import type { Operation, Parameter } from '../../../openapi/operation-table.ts';
import { valueIn, withAttributes } from '../../../openapi/resources/item-attributes.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import { nameWith, wordsOf } from '../../../openapi/resources/name-words.ts';
import type { ListOperation } from '../../../openapi/resources/resource.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { ignoresCase, inOtherCase } from '../caseless.ts';
import { askedTexts, withAsked } from './asked-texts.ts';
import { listFault } from './list-changes.ts';
import { identityOf, parameterizedLists } from './list-resource.ts';
import type { Listing, ObservedList } from './observed-list.ts';

/** A text that is searched for, as `q`. In which properties, and how, a contract need not say. */
export const listSearch = defineKind({
  id: '{operationId}.search.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { searches } }) =>
      searches.map((parameter) => ({
        subject: { operationId: list.operation.id, parameter: parameter.name },
        pointer: partAt(context.description.contract, parameter.pointer).pointer,
        statement: `With ${titleOf(parameter)}, only items that have the text anywhere in a property must be listed.`,
      })),
    ),
  contractAdvice: ({ parameter }) => `describe how ${parameter} is searched for`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { operation } = list.resource.list;
        for (const parameter of list.parameters.searches) {
          const subject = { operationId: operation.id, parameter: parameter.name };
          for (const { listing, shown } of await shownBySearches(context, list, parameter))
            judge(subject, listing.first.answer, shown);
        }
      },
    },
    faults: (context, { subject: { operationId, parameter: name } }) =>
      parameterizedLists(context, { id: operationId }).flatMap(({ resource, parameters: { searches } }) =>
        searches
          .filter((one) => one.name === name)
          .flatMap((parameter) => [
            listFault(
              context,
              resource,
              'ignored',
              (items) => items,
              (request) => withAsked(request, parameter, []),
            ),
            listFault(context, resource, 'from the beginning', (items, { request }) => {
              const [asked = ''] = askedTexts(request, parameter);
              return items.filter((item) => textsOf(item).some((text) => isAtStart(text, asked)));
            }),
          ]),
      ),
    advice: ({ parameter }) => `List what has the text of ${parameter} anywhere in a property, and nothing else.`,
  },
  client: null,
});

const isAtStart = (text: string, asked: string) => text.toLowerCase().startsWith(asked.toLowerCase());

/** The texts that an item has as values of its own properties, or of its attributes, as in JSON:API. */
export function textsOf(item: Exact): string[] {
  return [item, within(item, ['attributes'])].flatMap((holder) =>
    holder !== undefined && isExactObject(holder)
      ? Object.values(holder).filter((value) => typeof value === 'string')
      : [],
  );
}

// A description that says one of these promises no more than it.
const likeness = /fuzzy|similar|semantic|relevan|typo|rank/i;
const beginnings = /prefix|begin|start|exact|equal/i;

/** True where a search may also find what is like a text. */
export function findsAlike(context: PlanningContext, asked: { operation: Operation; parameter: Parameter }): boolean {
  return likeness.test(describedAs(context, asked));
}

function describedAs(
  { description: { contract } }: PlanningContext,
  { operation, parameter }: { operation: Operation; parameter: Parameter },
): string {
  const parts = [operation.pointer, parameter.pointer].map((at) => objectOf(resolvePart(contract, at).value));
  return parts.flatMap(({ summary, description }) => [stringOf(summary) ?? '', stringOf(description) ?? '']).join(' ');
}

const mayBeSimilar: OutOfReach = { outOfReach: 'A search may also find similar texts.' };

interface ShownBySearch {
  listing: Listing;
  shown: 'kept' | Violation | OutOfReach;
}

async function shownBySearches(
  context: PlanningContext,
  list: ObservedList,
  parameter: Parameter,
): Promise<ShownBySearch[]> {
  const { all, resource } = list;
  const text = describedAs(context, { operation: resource.list.operation, parameter });
  if (all.items.length < 2)
    return [{ listing: all, shown: { outOfReach: 'The list had too few items to search in.' } }];
  const similar = { listing: all, shown: mayBeSimilar };
  return [
    likeness.test(text) ? similar : await shownByNothing(context, list, parameter),
    ...(beginnings.test(text) ? [] : await shownByParts(context, list, parameter)),
    ...(ignoresCase(text) ? await shownByCase(context, list, parameter) : []),
    ...(likeness.test(text) ? [] : await shownByNamed(context, list, parameter)),
  ];
}

/** What no item has finds nothing; a server that lists everything ignores what it is asked for. */
async function shownByNothing(
  context: PlanningContext,
  { all, everything, resource }: ObservedList,
  parameter: Parameter,
): Promise<ShownBySearch> {
  const text = unheardOf(context);
  const listing = isAllowed(context, parameter, text) ? await everything([[parameter, text]]) : undefined;
  if (listing === undefined)
    return { listing: all, shown: { outOfReach: 'The parameter does not allow a text of letters alone.' } };
  const found = new Set(listing.items.map((item) => identityOf(resource, item)));
  if (found.size === 0) return { listing, shown: 'kept' };
  const isEverything = all.items.every((item) => found.has(identityOf(resource, item)));
  const violation = {
    documented: `Only items with ${parameter.name} ${text}, of which there is none.`,
    received: `all ${found.size} items`,
  };
  return { listing, shown: isEverything ? violation : mayBeSimilar };
}

/** A text that nothing has, and nothing like it. */
export function unheardOf({ values }: PlanningContext): string {
  const letters = 'qxzjkvw';
  return [...String(values.numberOf(`search ${values.next()}`))]
    .map((digit) => letters[Number(digit) % letters.length])
    .join('');
}

/** True where a parameter takes a text. */
export function isAllowed(context: PlanningContext, parameter: Parameter, text: string): boolean {
  return context.isValid('request', parameterSchema(parameter), text);
}

/** Whoever finds a text by its beginning finds it by a whole word of it as well. */
function shownByParts(context: PlanningContext, list: ObservedList, parameter: Parameter): Promise<ShownBySearch[]> {
  return shownAlike(context, list, parameter, (text) => {
    const [beginning, end] = [text.slice(0, -1), text.slice(text.indexOf(' ') + 1)];
    return { first: beginning, second: end, documented: `${end}, as with ${beginning}.` };
  });
}

/** Where a description says that the case does not matter, a text is found in the other case as well. */
function shownByCase(context: PlanningContext, list: ObservedList, parameter: Parameter): Promise<ShownBySearch[]> {
  return shownAlike(context, list, parameter, (text) => {
    const second = inOtherCase(text);
    if (second === undefined) return undefined;
    return { first: text, second, documented: `${second}, as with ${text}: the case does not matter.` };
  });
}

/** Where a description names the properties that are searched in, a word of each finds the item. */
async function shownByNamed(
  context: PlanningContext,
  { all, everything, isAcknowledged, resource }: ObservedList,
  parameter: Parameter,
): Promise<ShownBySearch[]> {
  const shown: ShownBySearch[] = [];
  const names = searchedIn(context.description.contract, resource.list, parameter);
  const searched = all.items.filter(isAcknowledged).flatMap((item) => {
    const words = names.flatMap((name) => {
      const word = soughtWord(context, valueIn(item, name));
      return word === undefined ? [] : [{ name, word }];
    });
    return words.length === 0 ? [] : [{ item, words }];
  });
  for (const { item, words } of searched.slice(-mostItems))
    for (const { name, word } of words) {
      const listing = isAllowed(context, parameter, word) ? await everything([[parameter, word]]) : undefined;
      const isIn = listing?.items.some((one) => identityOf(resource, one) === identityOf(resource, item)) === true;
      if (listing === undefined || (!listing.isComplete && !isIn)) continue;
      const violation = {
        documented: `Each item with ${word} in its ${name}, as the description of ${parameter.name} says.`,
        received: `without ${identityOf(resource, item)}`,
      };
      shown.push({ listing, shown: isIn ? 'kept' : violation });
    }
  return shown;
}

/** The word by which a text is searched for: the first, or a code, as `AB-123`, as it is. */
function soughtWord(context: PlanningContext, text: Exact | undefined): string | undefined {
  return isOwnText(context, text) ? String(text).split(' ')[0] : /^[\w-]+$/.exec(String(text ?? ''))?.[0];
}

const entry = String.raw`(?:(?:the|their|its|an?|any|all) )*\x60?\w+\x60?(?: (?!(?:and|or)\b)[a-z]+)?`;
const before = 'in|of|by|against|across|over|whose|matches|searches(?: (?:through|in|within|across|by))?';
const namedProperties = new RegExp(
  String.raw`\b(?:${before}) (${entry}(?:(?:(?:,|,? and|,? or) | ?/ ?)${entry})*)`,
  'gi',
);
const hedge = /\b(?:not|except|unless|if|when|may|might|depending)\b/i;

/** The texts of items in which a parameter searches, as its description says: "Searches in `name` and `sku`." */
function searchedIn(contract: Contract, { operation, item }: ListOperation, parameter: Parameter): string[] {
  const { properties } = withAttributes(contract, viewItem(contract, item));
  const names = [...properties].flatMap(([name, at]) =>
    typesOf(contract, viewSchema(contract, at)).includes('string') ? [name] : [],
  );
  const text = descriptionAt(contract, parameter.pointer);
  const ofLists = [...text.matchAll(ofList)];
  if (ofLists.length > 1) {
    const [own = []] = ofLists.filter(([, label = '']) => isCalled(label, operation.path));
    return [...String(own[2] ?? '').matchAll(/\w+/g)].flatMap(([one]) => (names.includes(one) ? [one] : []));
  }
  const sentences = sentencesOf(text).filter((one) => !hedge.test(one));
  const said = sentences.flatMap((sentence) => [...sentence.matchAll(namedProperties)].map(([, list = '']) => list));
  const entries = said.flatMap((list) =>
    list.split(/,? and |,? or |, | ?\/ ?/).map((one) => one.replaceAll(article, '')),
  );
  const named = entries.map(wordsOf).map((words) => nameWith(words, names) ?? nameWith(words.slice(0, 1), names));
  return [...new Set(named.flatMap((name) => name ?? []))];
}

// One of several lists of a description, each with its properties: "- **Orders:** `customerName`, `id`".
const ofList = /^\s*[-*+] +[*_]*(\w[\w ]*?)[*_]*:[*_]* *((?:`\w+`(?:,? and |,? or |, *)?)+) *$/gim;

/** True where a label has each word of the last name of a path, as "Menu items" that of `/menu`. */
function isCalled(label: string, path: string): boolean {
  const said = wordsOf(label);
  return wordsOf(path.split('/').at(-1) ?? '').every((word) => said.includes(word));
}

const article = /\b(?:the|their|its|an?|any|all) /gi;

/** Two texts to search for, of which the second must find what the first finds. */
interface SearchedAlike {
  first: string;
  second: string;
  documented: string;
}

async function shownAlike(
  context: PlanningContext,
  { all, everything, resource }: ObservedList,
  parameter: Parameter,
  searchesOf: (text: string) => SearchedAlike | undefined,
): Promise<ShownBySearch[]> {
  const shown: ShownBySearch[] = [];
  for (const { item, text } of wordedTexts(context, all.items)) {
    const searches = searchesOf(text);
    if (searches === undefined) continue;
    const { first, second, documented } = searches;
    if (![first, second].every((one) => isAllowed(context, parameter, one))) continue;
    const isIn = (listing: Listing) =>
      listing.items.some((one) => identityOf(resource, one) === identityOf(resource, item));
    const found = await everything([[parameter, first]]);
    if (found === undefined || !isIn(found)) continue;
    const listing = await everything([[parameter, second]]);
    if (listing === undefined || (!listing.isComplete && !isIn(listing))) continue;
    const violation = {
      documented: `Each item with ${parameter.name} ${documented}`,
      received: `without ${identityOf(resource, item)}`,
    };
    shown.push({ listing, shown: isIn(listing) ? 'kept' : violation });
  }
  return shown;
}

// So many texts of so many items are searched for.
const mostItems = 2;
const mostTexts = 3;

/** True for a text that was made to be searched for. */
function isOwnText({ values }: PlanningContext, text: Exact | undefined): boolean {
  return typeof text === 'string' && text.includes(values.mark) && /^word\d+ \S+$/.test(text);
}

/** Texts that were made to be searched for, of items that have them. */
function wordedTexts(context: PlanningContext, items: readonly Exact[]): { item: Exact; text: string }[] {
  const isOwn = (text: string) => isOwnText(context, text);
  return items
    .filter((item) => textsOf(item).some(isOwn))
    .slice(-mostItems)
    .flatMap((item) =>
      textsOf(item)
        .filter(isOwn)
        .slice(0, mostTexts)
        .map((text) => ({ item, text })),
    );
}

/** A body whose texts begin with another word each: what finds one of them finds none of the others. */
export function withWords(body: ExactObject, isAllowed: (body: ExactObject) => boolean): ExactObject {
  const entries = Object.entries(body).map(([name, value], index): [string, Exact] => {
    const worded = typeof value === 'string' ? value.replace(/^value(?= )/, `word${index}`) : value;
    return [name, isAllowed({ ...body, [name]: worded }) ? worded : value];
  });
  return Object.fromEntries(entries);
}

/** What a list has for a text that some of its items have, and others have not. */
export async function foundTexts(
  context: PlanningContext,
  list: ObservedList,
): Promise<{ parameter: Parameter; text: string; listing: Listing }[]> {
  const found: { parameter: Parameter; text: string; listing: Listing }[] = [];
  for (const parameter of list.parameters.searches) {
    for (const { text } of wordedTexts(context, list.all.items)) {
      if (!isAllowed(context, parameter, text)) continue;
      const listing = await list.everything([[parameter, text]]);
      const { length = 0 } = listing?.items ?? [];
      if (listing?.isComplete === true && length > 0 && length < list.all.items.length)
        found.push({ parameter, text, listing });
    }
  }
  return found;
}
