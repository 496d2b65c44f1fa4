import { type Exact, isExactObject, within, writeExact } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import type { Answer, HttpResponse } from '../../../http/exchange.ts';
import { jsonIn, withJson } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import { partAt } from '../../../openapi/contract.ts';
import { itemHolder } from '../../../openapi/resources/item-place.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { sentBody } from '../../request/request-parts.ts';
import { isRepeatable } from './repeatable.ts';

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
              statement:
                'Each created item must get an identifier that no other item has, also one that was sent like another.',
            },
          ],
    ),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'items',
      check: ({ description: { contract } }, seen, judge) => {
        if (seen.of === 'repetition')
          return judge({ operationId: seen.parts.operation.id }, seen.answer, repeatedAs(seen.answer));
        if (seen.of !== 'creation' || seen.resource.idProperty === undefined) return;
        const subject = { operationId: seen.parts.operation.id };
        const holder = itemHolder(contract, seen.resource);
        const body = sentBody(seen.parts);
        const sent = (holder === undefined ? undefined : within(body, [holder])) ?? body;
        // Who gives an identifier of one's own may mean what is there.
        if (isExactObject(sent) && Object.hasOwn(sent, seen.resource.idProperty))
          return judge(subject, seen.answer, { outOfReach: 'The client gives the identifier.' });
        if (seen.id === undefined)
          return judge(subject, seen.answer, { outOfReach: 'No answer of a creation has shown an identifier.' });
        // What is asked for twice may be what is under way (RFC 9110 section 15.3.3).
        if (seen.isTaken && seen.answer.response.status === 202)
          return judge(subject, seen.answer, { outOfReach: 'A 202 need not be for a new item.' });
        const violation = { documented: 'An identifier of its own.', received: `${writeExact(seen.id)} once more` };
        const kept = seen.others.length > 0 ? 'kept' : { outOfReach: 'Only one item was created.' };
        judge(subject, seen.answer, seen.isTaken ? violation : kept);
      },
    },
    faults: (context, { subject: { operationId } }) =>
      context.resources
        .filter(({ create }) => create?.id === operationId)
        .flatMap((resource) => [
          faultDraft('an identifier once more', repeatedId(context, resource, 5)),
          faultDraft('always the same identifier', repeatedId(context, resource, 1)),
          ...(isRepeatable(resource, requiredBody(context, resource))
            ? [faultDraft('the first item again for the same body', createdOnce(context, resource))]
            : []),
        ]),
    advice: () => 'Give each created item an identifier of its own.',
  },
  client: null,
});

/** What is sent once more under an identifier of the client is refused. */
function repeatedAs(answer: Answer): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  if (status === 201)
    return { documented: '409: another item has the identifier.', received: `201, ${excerpt(answer)}` };
  return status >= 400 && status < 500 ? 'kept' : { outOfReach: 'What is there already may be answered again.' };
}

/** Every so often, what is created gets the identifier of what was created first. */
function repeatedId(context: MessageContext, { create, idProperty = '' }: Resource, every: number): Wrap {
  return (send) => {
    const ids: Exact[] = [];
    return async (request) => {
      const response = await send(request);
      const body = context.isTo(create)(request) && response.status < 300 ? jsonIn(response.body) : undefined;
      if (!isExactObject(body)) return response;
      ids.push(ownValue(body, idProperty) ?? null);
      const [first = null] = ids;
      return ids.length > 1 && ids.length % every === 0
        ? withJson(response, { ...body, [idProperty]: first })
        : response;
    };
  };
}

function requiredBody(context: MessageContext, { create }: Resource): Exact | undefined {
  const schema = create === undefined ? undefined : context.requestSchemaOf(create);
  return schema === undefined ? undefined : context.values.valueAt(schema, 'required');
}

/** What is sent once more is not created, but answered as it was at first. */
function createdOnce(context: MessageContext, { create }: Resource): Wrap {
  return (send) => {
    const known = new Map<string, HttpResponse>();
    return async (request) => {
      if (create === undefined || !context.isTo(create)(request)) return send(request);
      const text = `${request.target} ${request.body?.toString() ?? ''}`;
      const first = known.get(text);
      if (first !== undefined)
        return { ...(await context.refused(send, request, create)), status: first.status, body: first.body };
      const response = await send(request);
      if (response.status < 300) known.set(text, response);
      return response;
    };
  };
}
