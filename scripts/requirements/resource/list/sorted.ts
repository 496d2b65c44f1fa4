import { type Exact, isExactObject, isSame } from '../../../http/exact-json.ts';
import type { Answer, HttpRequest } from '../../../http/exchange.ts';
import { partAt } from '../../../openapi/contract.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { timeOfCreation, wordsOf } from '../../../openapi/resources/name-words.ts';
import { comparedIn, type Sort, type SortOrder, type SortPair } from '../../../openapi/resources/sort-orders.ts';
import { rankOf } from '../../../openapi/values/value-rank.ts';
import type { FaultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { titleOf } from '../../parameter/parameter.ts';
import { shownValue } from '../shown-value.ts';
import { askedTexts, withAsked } from './asked-texts.ts';
import { listFault } from './list-changes.ts';
import { identityOf, type ListResource, parameterizedLists } from './list-resource.ts';
import type { ObservedList, Page } from './observed-list.ts';
import { pageSizes } from './page-sizes.ts';

// Of more orders, and of longer pages, these are looked at.
const mostOrders = 8;
const mostPairs = 4;
const mostItems = 200;

/** The parameter that says in which order items are listed. */
export const listSorted = defineKind({
  id: '{operationId}.sorted.{parameter}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { sort } }) =>
      sort === undefined
        ? []
        : [
            {
              subject: { operationId: list.operation.id, parameter: sort.parameter.name },
              pointer: partAt(context.description.contract, sort.parameter.pointer).pointer,
              statement: `The items of a page must be in the order that ${titleOf(sort.parameter)} asks for.`,
            },
          ],
    ),
  contractAdvice: ({ parameter }) => `change ${parameter}`,
  server: {
    reach: {
      by: 'lists',
      check: async ({ description: { contract } }, list, judge) => {
        const { sort, size } = list.parameters;
        if (sort === undefined) return;
        const subject = { operationId: list.resource.list.operation.id, parameter: sort.parameter.name };
        if (sort.orders.length === 0) {
          const { answer, shown } = await shownByWays(list, sort);
          return judge(subject, answer, shown);
        }
        const { most } = pageSizes(contract, list.parameters);
        const sequences = new Set([sequenceOf(list, list.all.first)]);
        let shownBy: Page | undefined;
        let followed: SortOrder | undefined;
        for (const order of sort.orders.slice(0, mostOrders)) {
          const page = await list.page(size === undefined ? order.query : [...order.query, [size, most]]);
          if (page === undefined) continue;
          sequences.add(sequenceOf(list, page));
          const shown = shownIn(page, order);
          if (shown === 'kept') shownBy = page;
          else if (shown !== undefined) judge(subject, page.answer, shown);
          if (shown === 'kept' && sequenceOf(list, page) !== sequenceOf(list, list.all.first)) followed = order;
        }
        for (const pair of sort.pairs.filter((one) => tiesIn(list.all.first, one).length > 0).slice(0, mostPairs)) {
          const page = await list.page(size === undefined ? pair.query : [...pair.query, [size, most]]);
          const wrong = page && wrongIn(page, pair);
          if (page !== undefined && wrong !== undefined) judge(subject, page.answer, wrong);
        }
        const lost = followed && (await lostOnTheWay(list, followed, most));
        if (lost !== undefined) judge(subject, list.all.first.answer, lost);
        // What is in one order whatever is asked for may be in it by chance.
        if (shownBy !== undefined && sequences.size > 1) judge(subject, shownBy.answer, 'kept');
        else
          judge(subject, list.all.first.answer, {
            outOfReach: `The items listed do not show which order ${sort.parameter.name} asks for.`,
          });
      },
    },
    faults: (context, { subject: { operationId, parameter } }) =>
      parameterizedLists(context, { id: operationId }).flatMap(({ resource, parameters: { sort } }) =>
        sort?.parameter.name === parameter ? sortFaults(context, resource, sort) : [],
      ),
    advice: ({ parameter }) => `List items in the order that ${parameter} asks for.`,
  },
  client: null,
});

// Fewer may be the same in what the server sorts them by.
const fewestItems = 5;

/** What a list shows in both directions, where nothing says which property they are of. */
async function shownByWays(
  list: ObservedList,
  { parameter: { name }, ways: [one = [], other = []] }: Sort,
): Promise<{ answer: Answer; shown: 'kept' | Violation | OutOfReach }> {
  const [first, second] = [await list.page(one), await list.page(other)];
  const outOfReach = `The items listed do not show which order ${name} asks for.`;
  if (first === undefined || second === undefined) return { answer: list.all.first.answer, shown: { outOfReach } };
  const { answer } = second;
  if (sequenceOf(list, first) !== sequenceOf(list, second)) return { answer, shown: 'kept' };
  if (first.items.length < fewestItems || !areMadeApart(first.items)) return { answer, shown: { outOfReach } };
  const [way, opposite] = [wayOf(one), wayOf(other)];
  return {
    answer,
    shown: { documented: `Another order with ${name} ${opposite} than with ${way}.`, received: 'the same order' },
  };
}

function wayOf([asked]: SortOrder['query']): string {
  return textOf(asked?.[1] ?? null);
}

/** False where the times of their creation are so near that they may be the same to the server. */
function areMadeApart(items: readonly Exact[]): boolean {
  const made = items.flatMap((item) =>
    isExactObject(item) ? Object.keys(item).filter((name) => timeOfCreation.test(wordsOf(name).join('_'))) : [],
  );
  const times = items.map((item) => rankOf('date-time', valueIn(item, made[0] ?? '')));
  const known = times.flatMap((time) => (time === undefined ? [] : [Number(time)]));
  return made.length === 0 || Math.max(...known) - Math.min(...known) > 1000;
}

function sequenceOf({ resource }: ObservedList, { items }: Page): string {
  return items.map((item) => identityOf(resource, item)).join(' ');
}

/** What is in another order over three pages or more, in which one page is right. */
async function lostOnTheWay(list: ObservedList, order: SortOrder, most: number): Promise<Violation | undefined> {
  const size = Math.min(most, Math.ceil(list.all.items.length / 3));
  const listing = list.parameters.size === undefined ? undefined : await list.everything(order.query, size);
  const shown = listing && shownIn({ ...listing.first, items: listing.items }, order);
  return shown === undefined || shown === 'kept'
    ? undefined
    : { ...shown, documented: `${shown.documented.replace(/\.$/, '')}, from page to page of ${size}.` };
}

/** Whether the items are in the order that was asked for; undefined where no two of them tell. */
function shownIn({ items }: Page, { property, ranking, isAscending }: SortOrder): 'kept' | Violation | undefined {
  const values = items.slice(0, mostItems).flatMap((item) => valueIn(item, property) ?? []);
  const pairs = values.flatMap((one, index) =>
    values.slice(index + 1).map((other) => ({ one, other, compared: comparedIn(ranking, one, other) })),
  );
  const [rising, falling] = [-1, 1].map((way) => pairs.find(({ compared }) => compared === way));
  const received = [rising, falling].flatMap((pair, index) =>
    pair === undefined || isAscending === (index === 0)
      ? []
      : [`${property} ${shownValue(pair.one)} before ${shownValue(pair.other)}`],
  );
  // Where the direction is not said, either is right, but not both.
  const isWrong = isAscending === undefined ? received.length > 1 : received.length > 0;
  if (!isWrong) return rising === undefined && falling === undefined ? undefined : 'kept';
  const direction = isAscending === undefined ? 'one' : isAscending ? 'ascending' : 'descending';
  return { documented: `Items in ${direction} order of ${property}.`, received: received.join(', and ') };
}

interface Tie {
  /** The value that both items have. */
  same: Exact;
  one: Exact;
  other: Exact;
  compared: -1 | 1;
}

/** Of items that have the same value of the first property, the values of the second one, in the order of the page. */
function tiesIn({ items }: Page, { first, second: { property, ranking } }: SortPair): Tie[] {
  const shown = items.slice(0, mostItems).flatMap((item) => {
    const [same = null, value = null] = [valueIn(item, first), valueIn(item, property)];
    return same === null || value === null ? [] : [{ same, value }];
  });
  return shown.flatMap(({ same, value: one }, index) =>
    shown.slice(index + 1).flatMap(({ same: others, value: other }): Tie[] => {
      const compared = isSame(same, others) ? comparedIn(ranking, one, other) : undefined;
      return compared === undefined ? [] : [{ same, one, other, compared }];
    }),
  );
}

/** Items that have the same value of the first property, and are not in the second order. */
function wrongIn(page: Page, pair: SortPair): Violation | undefined {
  const { property, isAscending } = pair.second;
  const wrong = tiesIn(page, pair).find(({ compared }) => (compared === -1) !== isAscending);
  if (wrong === undefined) return undefined;
  const [direction, both] = [isAscending === true ? 'ascending' : 'descending', [wrong.one, wrong.other]];
  return {
    documented: `Items with the same ${pair.first} in ${direction} order of ${property}.`,
    received: `of ${pair.first} ${shownValue(wrong.same)}, ${property} ${both.map(shownValue).join(' before ')}`,
  };
}

function sortFaults(context: MessageContext, resource: ListResource, { orders, pairs, ways }: Sort): FaultDraft[] {
  const isFor = (request: HttpRequest, { query }: Pick<SortOrder, 'query'>) =>
    query.every(([parameter, value]) => askedTexts(request, parameter).join() === [value].flat().map(textOf).join());
  const fault = (what: string, isMeant: (order: SortOrder) => boolean, alter: (items: Exact[]) => Exact[]) =>
    listFault(context, resource, what, (items, { request }) =>
      orders.some((order) => isMeant(order) && isFor(request, order)) ? alter(items) : items,
    );
  const isDirected = ({ isAscending }: SortOrder) => isAscending !== undefined;
  return [
    listFault(
      context,
      resource,
      'ignored',
      (items) => items,
      (request) => {
        const query = [...orders.map((one) => one.query), ...ways].find((one) => isFor(request, { query: one }));
        return query?.reduce((bare, [parameter]) => withAsked(bare, parameter, []), request) ?? request;
      },
    ),
    ...(pairs.length === 0
      ? []
      : [
          listFault(
            context,
            resource,
            'by the first of two alone',
            (items) => items,
            (request) =>
              firstAlone(
                request,
                pairs.find((one) => isFor(request, one)),
              ),
          ),
        ]),
    ...(orders.some(isDirected) ? [fault('reversed', isDirected, (items) => items.toReversed())] : []),
    ...(orders.length === 0
      ? []
      : [
          fault(
            'with the last one first',
            () => true,
            (items) => [...items.slice(-1), ...items.slice(0, -1)],
          ),
        ]),
  ];
}

/** The request with the first value of a pair that it asks for. */
function firstAlone(request: HttpRequest, pair: SortPair | undefined): HttpRequest {
  const [[parameter, value] = []] = pair?.query ?? [];
  return parameter === undefined ? request : withAsked(request, parameter, [textOf([value].flat()[0] ?? null)]);
}
