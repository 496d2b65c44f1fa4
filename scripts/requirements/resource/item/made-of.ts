import { type Exact, isSame, within } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { madeBy } from '../../request/actions.ts';
import { type RequestParts, sentBody } from '../../request/request-parts.ts';
import { settled } from '../../settled.ts';
import { covers } from './item-difference.ts';
import { keptProperties } from './item-properties.ts';

const id = '{operationId}.makes.{other}';

/** What is made of an item, as a copy: another one, which has what was sent, and leaves the first one where it is. */
export const itemMadeOf = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    madeBy(context, operation).map(({ operation: action, read }) => ({
      subject: { operationId: action.id, other: read.id },
      pointer: partAt(context.description.contract, action.pointer).pointer,
      statement: `What ${action.id} makes of an item must be returned by ${read.id}, as it was asked for, beside that.`,
    })),
  contractAdvice: () => 'change the responses of both operations',
  server: {
    reach: { by: 'probes', probe: probeMade },
    faults: (context, { subject: { operationId, other } }) => [
      faultDraft('answered alone', notMade(context, operationId, other)),
    ],
    advice: ({ other }) => `Store what is made, and what it was made of, so that ${other} returns both.`,
  },
  client: null,
});

async function* probeMade({ context, call, wait }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { source } = context;
  for (const { resource, read } of madeBy(context, operation)) {
    const item = await source.items.newFor(operation, resource);
    if (item === undefined) continue;
    const before = await call(await source.at(read, resource, item));
    const parts = await source.at(operation, resource, item);
    const answer = await call(parts);
    const made = isSuccess(answer.response) ? context.idIn(resource, answer) : undefined;
    const subject = { operationId: operation.id, other: read.id };
    const isOther = made !== undefined && !isSame(made, item) && answer.response.status === 201;
    if (!isOther || !isSuccess(before.response)) {
      yield { subject, answer, judgement: { outOfReach: 'No response has shown that another item was made.' } };
      continue;
    }
    const judge = (seen: readonly [copy: Answer, first: Answer]) =>
      judgeMade(context.description.contract, resource, parts, answer, seen);
    const look = async () =>
      [await call(await source.at(read, resource, made)), await call(await source.at(read, resource, item))] as const;
    const seen = await settled({ wait }, look, (one) => judge(one) === 'kept');
    yield { subject, answer: seen[0], judgement: judge(seen) };
  }
}

function judgeMade(
  contract: Contract,
  resource: Resource,
  parts: RequestParts,
  answer: Answer,
  [copy, first]: readonly [Answer, Answer],
): 'kept' | Violation | OutOfReach {
  const documented = `What ${parts.operation.id} answered: ${excerpt(answer)}`;
  if (!isSuccess(copy.response)) return { documented, received: `${copy.response.status}, ${excerpt(copy)}` };
  if (!isSuccess(first.response))
    return {
      documented: 'The item that it was made of, which is still there.',
      received: `${first.response.status}, ${excerpt(first)}`,
    };
  const sent: Exact = sentBody(parts) ?? null;
  const shown = itemIn(contract, resource, copy.body ?? null);
  const names = keptProperties(contract, resource, parts.operation).map(({ name }) => name);
  const lost = names.find((name) => {
    const own = within(sent, [name]);
    return own !== undefined && !covers(within(shown, [name]) ?? null, own);
  });
  return lost === undefined ? 'kept' : { documented: `${lost} as it was sent.`, received: excerpt(copy) };
}

/** Answers that an item was made, which is not there. */
function notMade(context: MessageContext, actionId: string, readId: string): Wrap {
  const [isAction, isRead] = [context.isTo(context.operation(actionId)), context.isTo(context.operation(readId))];
  return (send) => {
    const answered: string[] = [];
    return async (request) => {
      const response = await send(request);
      const text = response.body.toString();
      if (isAction(request) && response.status === 201) answered.push(text);
      const isMade = isRead(request) && response.status < 300 && answered.includes(text);
      return isMade ? { ...response, status: 404, body: Buffer.alloc(0) } : response;
    };
  };
}
