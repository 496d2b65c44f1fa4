import { isExactObject, within } from '../../../http/exact-json.ts';
import { headerOf } from '../../../http/exchange.ts';
import { jsonIn, withHeader, withJson } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import { totalsOf } from '../../../openapi/list-parameters.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { listedBy } from './list-resource.ts';

/** Where a list says how many items there are in all. */
export const listTotal = defineKind({
  id: '{operationId}.total.{name}',
  section: () => 'Lists',
  list: ({ description, resources }, operation) =>
    listedBy(resources, operation).flatMap(({ list }) => {
      const { properties, headers } = totalsOf(description, list);
      return [...properties, ...headers].map((name) => ({
        subject: { operationId: list.operation.id, name },
        pointer: partAt(description.contract, list.operation.pointer).pointer,
        statement: `${name} must be the number of all items.`,
      }));
    }),
  contractAdvice: ({ name }) => `change ${name}`,
  server: {
    reach: {
      by: 'lists',
      check: async ({ description }, { resource: { list }, parameters: { size }, all, page }, judge) => {
        const { length: known } = all.items;
        const { properties, headers } = totalsOf(description, list);
        const names = [...properties, ...headers];
        if (!all.isComplete || names.length === 0) return;
        // The first page of several shows it best.
        const short = size === undefined || known < 2 ? undefined : await page([[size, 1]]);
        for (const { answer } of short === undefined ? [all.first] : [all.first, short]) {
          for (const name of names) {
            const total = within(answer.body, [name]) ?? headerOf(answer.response, name);
            if (total === undefined) continue;
            judge(
              { operationId: list.operation.id, name },
              answer,
              String(total) === String(known)
                ? 'kept'
                : { documented: `${name} ${known}, the number of all items.`, received: `${name} ${textOf(total)}` },
            );
          }
        }
      },
    },
    faults: (context, { subject: { operationId, name } }) => [
      faultDraft('one too many', anotherTotal(context, operationId, name)),
    ],
    advice: ({ name }) => `Let ${name} count all items, not those of a page.`,
  },
  client: null,
});

function anotherTotal(context: MessageContext, operationId: string, name: string): Wrap {
  const isTo = context.isTo(context.operation(operationId));
  return (send) => async (request) => {
    const response = await send(request);
    if (!isTo(request)) return response;
    const body = jsonIn(response.body);
    if (isExactObject(body) && body[name] !== undefined)
      return withJson(response, { ...body, [name]: Number(body[name]) + 1 });
    return response.status < 300 ? withHeader(response, name, '999999') : response;
  };
}
