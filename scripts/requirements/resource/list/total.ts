import { within } from '../../../http/exact-json.ts';
import { type Answer, type HttpRequest, headerOf } from '../../../http/exchange.ts';
import { jsonIn, withHeader } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { totalsOf } from '../../../openapi/resources/beside-items.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { askedTexts } from './asked-texts.ts';
import { filteredListings } from './filtered-listings.ts';
import { withBeside } from './list-changes.ts';
import { listedBy, parameterizedLists } from './list-resource.ts';
import type { ObservedList } from './observed-list.ts';
import { foundTexts } from './search.ts';

/** Where a list says how many items there are in all. */
export const listTotal = defineKind({
  id: '{operationId}.total.{name}',
  section: () => 'Lists',
  list: ({ description, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list }) => {
      const { properties, headers } = totalsOf(description, list);
      return [...properties.map((path) => path.join('.')), ...headers].map((name) => ({
        subject: { operationId: list.operation.id, name },
        pointer: partAt(description.contract, list.operation.pointer).pointer,
        statement: `${name} must be the number of all items.`,
      }));
    }),
  contractAdvice: ({ name }) => `change ${name}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { operation } = list.resource.list;
        const { properties, headers } = totalsOf(context.description, list.resource.list);
        const names = [...properties.map((path) => path.join('.')), ...headers];
        if (names.length === 0) return;
        for (const { answer, count, text } of await countedPages(context, list)) {
          for (const name of names) {
            const total = within(answer.body, name.split('.')) ?? headerOf(answer.response, name);
            const subject = { operationId: operation.id, name };
            if (total === undefined) {
              judge(subject, answer, { outOfReach: `No page has had ${name}.` });
              continue;
            }
            const violation = {
              documented: `${name} ${count}, the number of ${text}.`,
              received: `${name} ${textOf(total)}`,
            };
            const kept = count > 0 ? 'kept' : { outOfReach: 'The list was always empty.' };
            judge(subject, answer, String(total) === String(count) ? kept : violation);
          }
        }
      },
    },
    faults: (context, { subject: { operationId, name } }) => [
      faultDraft(
        'one too many',
        anotherTotal(context, operationId, name, () => true),
      ),
      ...(filtersOf(context, operationId).length === 0
        ? []
        : [
            faultDraft(
              'one too many with a filter',
              anotherTotal(context, operationId, name, (request) =>
                filtersOf(context, operationId).some((filter) => askedTexts(request, filter).length > 0),
              ),
            ),
          ]),
    ],
    advice: ({ name }) => `Let ${name} count all items, not those of a page.`,
  },
  client: null,
});

/** Pages whose number of items in all is known, without a filter and with each. */
async function countedPages(
  context: PlanningContext,
  list: ObservedList,
): Promise<{ answer: Answer; count: number; text: string }[]> {
  const { all, page, parameters } = list;
  const { length: known } = all.items;
  // The first page of several shows it best.
  const short = parameters.size === undefined || known < 2 ? undefined : await page([[parameters.size, 1]]);
  const pages = short === undefined ? [all.first] : [all.first, short];
  return [
    ...(all.isComplete ? pages : []).map(({ answer }) => ({ answer, count: known, text: 'all items' })),
    ...(await filteredListings(context, list)).flatMap(({ listing: { first, items, isComplete }, text }) =>
      isComplete ? [{ answer: first.answer, count: items.length, text: `all items with ${text}` }] : [],
    ),
    ...(await foundTexts(context, list)).map(({ listing, parameter, text }) => ({
      answer: listing.first.answer,
      count: listing.items.length,
      text: `all items with ${parameter.name} ${text}`,
    })),
  ];
}

function filtersOf(context: MessageContext, operationId: string): Parameter[] {
  return parameterizedLists(context, { id: operationId }).flatMap(({ parameters: { filters, searches } }) => [
    ...filters.map(({ parameter }) => parameter),
    ...searches,
  ]);
}

function anotherTotal(
  context: MessageContext,
  operationId: string,
  name: string,
  isMeant: (request: HttpRequest) => boolean,
): Wrap {
  const isTo = context.isTo(context.operation(operationId));
  return (send) => async (request) => {
    const response = await send(request);
    if (!isTo(request) || !isMeant(request)) return response;
    const body = jsonIn(response.body);
    const total = within(body, name.split('.'));
    if (total !== undefined) return withBeside(response, name.split('.'), Number(total) + 1);
    return response.status < 300 ? withHeader(response, name, '999999') : response;
  };
}
