import { writeExact, writeIdentity } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { makerOf } from '../../../openapi/resources/resource.ts';
import { isListedBeside } from '../../../openapi/resources/things-elsewhere.ts';
import { documentsSuccess } from '../../../openapi/success-responses.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { repaired } from '../../request-body/repaired-body.ts';
import { shownValue } from '../shown-value.ts';
import { seenItems } from './filtered-listings.ts';
import { isSearch, listedBy } from './list-resource.ts';
import type { ObservedList } from './observed-list.ts';

/** What the creation refused, which is not listed: it was not stored. */
export const listRefused = defineKind({
  id: '{operationId}.refused.{other}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    listedBy(resources, operation).flatMap((resource) => {
      const maker = makerOf(resource);
      // Where no success is documented, what is answered to a creation does not tell that it was refused.
      if (maker === undefined || !documentsSuccess(maker) || resource.idProperty === undefined) return [];
      if (isListedBeside(resource) || isSearch(resource)) return [];
      return [
        {
          subject: { operationId: resource.list.operation.id, other: maker.id },
          pointer: partAt(contract, resource.list.operation.pointer).pointer,
          statement: `What ${maker.id} refused must not be listed.`,
        },
      ];
    }),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'lists',
      check: async (context, list, judge) => {
        const maker = makerOf(list.resource);
        if (maker === undefined || list.resource.idProperty === undefined || isListedBeside(list.resource)) return;
        if (isSearch(list.resource)) return;
        const subject = { operationId: list.resource.list.operation.id, other: maker.id };
        judge(subject, list.all.first.answer, await shownBy(context, list, maker));
      },
    },
    faults: (context, { subject: { other } }) => [faultDraft('stored all the same', storedAllTheSame(context, other))],
    advice: ({ other }) => `Store nothing of what ${other} refuses.`,
  },
  client: null,
});

/**
 * What has the mark of this run, and was never acknowledged, was stored by a request that was refused. That there is
 * none says something where all is seen that was created, by its mark, and something was refused.
 */
async function shownBy(
  context: PlanningContext,
  list: ObservedList,
  maker: Operation,
): Promise<'kept' | Violation | OutOfReach> {
  const { present, hasRefused } = list.stored;
  const seen = await seenItems(context, list);
  const marked = [...seen.values()].filter((item) => writeExact(item).includes(context.values.mark));
  const stray = marked.find((item) => !list.isAcknowledged(item));
  if (stray !== undefined) return { documented: `Nothing that ${maker.id} has refused.`, received: shownValue(stray) };
  const isAllSeen = marked.length > 0 && present.every(({ id }) => seen.has(writeIdentity(id)));
  return hasRefused && isAllSeen
    ? 'kept'
    : { outOfReach: `No list has shown all that ${maker.id} stored, after something was refused.` };
}

/** What a creation refuses is stored with valid values for what is wrong. */
function storedAllTheSame(context: MessageContext, makerId: string): Wrap {
  const maker = context.operation(makerId);
  const schema = maker === undefined ? undefined : context.requestSchemaOf(maker);
  return (send, harness) => async (request) => {
    const response = await send(request);
    const isRefused = response.status >= 400 && response.status !== 401 && response.status !== 429;
    const body = isRefused && context.isTo(maker)(request) ? jsonIn(request.body) : undefined;
    if (maker === undefined || schema === undefined || body === undefined) return response;
    if (context.violations('request', schema, body).length === 0) return response;
    const valid = Buffer.from(writeExact(repaired(context, maker, schema, body)));
    await send({ ...context.withKey(request, maker, harness.key), body: valid });
    return response;
  };
}
