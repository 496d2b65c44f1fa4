import { within } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionAt } from '../../../openapi/contract.ts';
import type { Description } from '../../../openapi/description.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { besideItems, isPageNumber } from '../../../openapi/resources/beside-items.ts';
import { firstPageNumber } from '../../../openapi/resources/list-parameters.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { altering, faultDraft } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { withBeside } from './list-changes.ts';
import { type ParameterizedList, parameterizedLists } from './list-resource.ts';
import type { ObservedList, Page, Query } from './observed-list.ts';
import { pageSizes } from './page-sizes.ts';

/** Where a page says what it was asked for, as `limit` and `page` beside its items. */
export const listEcho = defineKind({
  id: '{operationId}.says.{name}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap((own) =>
      echoesOf(context.description, own).map(({ path, pointer, parameter }) => ({
        subject: { operationId: own.resource.list.operation.id, name: path.join('.') },
        pointer,
        statement: `${path.join('.')} must be what the page was asked for with ${titleOf(parameter)}.`,
      })),
    ),
  contractAdvice: ({ name }) => `change ${name}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { operation } = list.resource.list;
        const pages = await fullPages(context, list);
        for (const { path, parameter, isAlike } of echoesOf(context.description, list)) {
          const subject = { operationId: operation.id, name: path.join('.') };
          const seen = pages.flatMap(({ query, page }) => {
            const asked = query.find(([own]) => own === parameter)?.[1];
            const said = within(page.answer.body, path);
            return typeof asked === 'number' && typeof said === 'number' ? [{ asked, said, answer: page.answer }] : [];
          });
          const [first] = seen;
          // Of what may count from another number, one page alone shows nothing.
          if (pages.length === 0 || (!isAlike && seen.every(({ asked }) => asked === first?.asked))) {
            judge(subject, list.all.first.answer, { outOfReach: 'No page was full, or only one.' });
            continue;
          }
          const shift = first === undefined || isAlike ? 0 : Math.max(-1, Math.min(1, first.said - first.asked));
          for (const { asked, said, answer } of seen) {
            const expected = asked + shift;
            const violation = { documented: `${path.join('.')} ${expected}`, received: `${path.join('.')} ${said}` };
            judge(subject, answer, said === expected ? 'kept' : violation);
          }
        }
      },
    },
    faults: (context, { subject: { operationId, name } }) => {
      const isList = context.isTo(context.operation(operationId));
      const path = name.split('.');
      return [
        faultDraft(
          'always the same',
          altering((response, request) =>
            isList(request) && typeof within(jsonIn(response.body), path) === 'number'
              ? withBeside(response, path, 7)
              : response,
          ),
        ),
      ];
    },
    advice: ({ name }) => `Let ${name} be what the request says.`,
  },
  client: null,
});

interface Echo {
  path: string[];
  pointer: string;
  parameter: Parameter;
  /** A number of the page that is called otherwise may be counted from another first one. */
  isAlike: boolean;
}

/** Integers beside the items that have the name of a parameter which says what is on a page, or number the page. */
function echoesOf(
  description: Description,
  { resource, parameters }: Pick<ParameterizedList, 'resource' | 'parameters'>,
): Echo[] {
  const { contract } = description;
  const paging = [parameters.size, parameters.offset, parameters.page].filter((one) => one !== undefined);
  return besideItems(description, resource.list).flatMap(({ path, name, pointer }) => {
    const alike = paging.find((one) => wordsOf(one.name).join(' ') === wordsOf(name).join(' '));
    const parameter = alike ?? (isPageNumber(name) ? parameters.page : undefined);
    const text = descriptionAt(contract, pointer);
    const isOfNext = /next|follow/i.test(text);
    const isNumber = viewSchema(contract, pointer).types.includes('integer');
    return parameter === undefined || isOfNext || !isNumber
      ? []
      : [{ path, pointer, parameter, isAlike: alike !== undefined }];
  });
}

/** Pages of one item and of two, from the first on and after that: a server that has less may say so. */
async function fullPages(
  { description: { contract } }: PlanningContext,
  { parameters, page, all }: ObservedList,
): Promise<{ query: Query; page: Page }[]> {
  const { size, offset, page: number } = parameters;
  const { least } = pageSizes(contract, parameters);
  const first = firstPageNumber(contract, parameters);
  if (size === undefined || least > 1) return [];
  const found: { query: Query; page: Page }[] = [];
  for (const asked of [1, 2]) {
    const queries: Query[] = [
      [[size, asked]],
      ...(offset === undefined
        ? []
        : [
            [
              [size, asked],
              [offset, asked],
            ] as const,
          ]),
      ...(number === undefined
        ? []
        : [first, first + 1].map(
            (place) =>
              [
                [size, asked],
                [number, place],
              ] as const,
          )),
    ];
    for (const query of queries) {
      const seen = all.items.length < 2 * asked ? undefined : await page(query);
      if (seen?.items.length === asked) found.push({ query, page: seen });
    }
  }
  return found;
}
