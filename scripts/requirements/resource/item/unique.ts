import { type Exact, isExactObject, writeExact } from '../../../http/exact-json.ts';
import { jsonIn, withJson } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Resource } from '../../../openapi/resources.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';

/** The identifier of what is created, which nothing else has. */
export const itemUnique = defineKind({
  id: '{operationId}.unique',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap(({ create, idProperty }) =>
      operation === null || create !== operation || idProperty === undefined
        ? []
        : [
            {
              subject: { operationId: operation.id },
              pointer: partAt(contract, operation.pointer).pointer,
              statement: 'Each created item must get an identifier that no other item has.',
            },
          ],
    ),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'items',
      check: (_, seen, judge) => {
        if (seen.of !== 'creation' || seen.id === undefined || seen.resource.idProperty === undefined) return;
        const violation = { documented: 'An identifier of its own.', received: `${writeExact(seen.id)} once more` };
        const kept = seen.others.length > 0 ? 'kept' : { outOfReach: 'Only one item was created.' };
        judge({ operationId: seen.parts.operation.id }, seen.answer, seen.isTaken ? violation : kept);
      },
    },
    faults: (context, { subject: { operationId } }) =>
      context.resources
        .filter(({ create }) => create?.id === operationId)
        .flatMap((resource) => [
          faultDraft('an identifier once more', repeatedId(context, resource, 5)),
          faultDraft('always the same identifier', repeatedId(context, resource, 1)),
        ]),
    advice: () => 'Give each created item an identifier of its own.',
  },
  client: null,
});

/** Every so often, what is created gets the identifier of what was created first. */
function repeatedId(context: MessageContext, { create, idProperty = '' }: Resource, every: number): Wrap {
  return (send) => {
    const ids: Exact[] = [];
    return async (request) => {
      const response = await send(request);
      const body = context.isTo(create)(request) && response.status < 300 ? jsonIn(response.body) : undefined;
      if (!isExactObject(body)) return response;
      ids.push(body[idProperty] ?? null);
      const [first = null] = ids;
      return ids.length > 1 && ids.length % every === 0
        ? withJson(response, { ...body, [idProperty]: first })
        : response;
    };
  };
}
