import { within } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { pageCountsOf } from '../../../openapi/resources/beside-items.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import { titleOf } from '../../parameter/parameter.ts';
import { askedTexts } from './asked-texts.ts';
import { withBeside } from './list-changes.ts';
import { parameterizedLists } from './list-resource.ts';
import { sizedPages } from './sized-pages.ts';

/** Where a list says how many pages there are. */
export const listPageCount = defineKind({
  id: '{operationId}.pageCount.{name}',
  section: () => 'Lists',
  list: (context, operation) =>
    parameterizedLists(context, operation).flatMap(({ resource: { list }, parameters: { size } }) =>
      size === undefined
        ? []
        : pageCountsOf(context.description, list).map((path) => ({
            subject: { operationId: list.operation.id, name: path.join('.') },
            pointer: partAt(context.description.contract, list.operation.pointer).pointer,
            statement: `${path.join('.')} must be the number of pages of ${titleOf(size)} items.`,
          })),
    ),
  contractAdvice: ({ name }) => `change ${name}`,
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const { operation } = list.resource.list;
        const paths = pageCountsOf(context.description, list.resource.list);
        const { size: parameter } = list.parameters;
        if (parameter === undefined || paths.length === 0 || !list.all.isComplete) return;
        for (const { page, size, available } of await sizedPages(context, list)) {
          // Another default size is the business of another requirement.
          if (askedTexts(page.answer.request, parameter).length === 0) continue;
          const expected = Math.ceil(available / size);
          for (const path of paths) {
            const count = within(page.answer.body, path);
            const name = path.join('.');
            const subject = { operationId: operation.id, name };
            if (count === undefined) judge(subject, page.answer, { outOfReach: `No page has had ${name}.` });
            // Of nothing, there is one page or none.
            if (count === undefined || available === 0) continue;
            const violation = {
              documented: `${name} ${expected}: ${available} items are on pages of ${size}.`,
              received: `${name} ${textOf(count)}`,
            };
            judge(subject, page.answer, textOf(count) === String(expected) ? 'kept' : violation);
          }
        }
      },
    },
    faults: (context, { subject: { operationId, name } }) => {
      const isTo = context.isTo(context.operation(operationId));
      const changed =
        (change: (count: number) => number): Wrap =>
        (send) =>
        async (request) => {
          const response = await send(request);
          const count = isTo(request) ? within(jsonIn(response.body), name.split('.')) : undefined;
          return count === undefined ? response : withBeside(response, name.split('.'), change(Number(count)));
        };
      return [
        faultDraft(
          'one too many',
          changed((count) => count + 1),
        ),
        faultDraft(
          'one too few where there are several',
          changed((count) => (count > 1 ? count - 1 : count)),
        ),
      ];
    },
    advice: ({ name }) => `Let ${name} count the last page as well, and no other beyond it.`,
  },
  client: null,
});
