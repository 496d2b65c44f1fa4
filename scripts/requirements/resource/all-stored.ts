import { within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { partAt, resolvePart } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { settled } from '../settled.ts';
import { listedBy } from './list/list-resource.ts';
import { type ListPlace, listIn, severalIn } from './several-items.ts';

const id = '{operationId}.allStored.{other}';

/** Things that one request creates, each of which is there then: `POST /orders/bulk`. */
export const allStored = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    createdTogether(context, operation).map(({ operation: create, read }) => ({
      subject: { operationId: create.id, other: read.id },
      pointer: partAt(context.description.contract, create.pointer).pointer,
      statement: `Each item that ${create.id} answers with must be returned by ${read.id}.`,
    })),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: { by: 'probes', probe: probeAll },
    faults: (context, { subject: { operationId, other } }) => [
      faultDraft('none', notFound(context, operationId, other, 0)),
      faultDraft('the first alone', notFound(context, operationId, other, 1)),
    ],
    advice: ({ other }) => `Store each item of the answer, so that ${other} returns it.`,
  },
  client: null,
});

interface CreatedTogether {
  operation: Operation;
  resource: Resource;
  read: Operation;
  answered: ListPlace;
}

/** The things that an operation takes a list of, and answers with a list of, as what reads one has it. */
function createdTogether(
  { description: { contract }, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): CreatedTogether[] {
  if (operation === null || operation.method !== 'POST' || listedBy(resources, operation).length > 0) return [];
  const [sent, answer] = [jsonBodySchema(contract, operation), successSchema(contract, operation)];
  const [taken, answered] = [sent, answer].map((pointer) =>
    pointer === undefined ? undefined : listIn(contract, pointer),
  );
  if (taken === undefined || answered === undefined) return [];
  const item = resolvePart(contract, viewSchema(contract, answered.pointer).items ?? '').pointer;
  return resources.flatMap((resource) => {
    const { read, idProperty } = resource;
    const shown = read === undefined ? undefined : successSchema(contract, read);
    const isShown = shown !== undefined && resolvePart(contract, shown).pointer === item;
    return read === undefined || idProperty === undefined || !isShown ? [] : [{ operation, resource, read, answered }];
  });
}

async function* probeAll(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const { resource, read, answered } of createdTogether(context, operation)) {
    const parts = await severalIn(context, operation);
    if (parts === undefined) continue;
    const answer = await call(parts);
    const subject = { operationId: operation.id, other: read.id };
    const items = within(answer.body, answered.segments);
    const ids = (Array.isArray(items) ? items : []).flatMap((item) => within(item, [resource.idProperty ?? '']) ?? []);
    if (!isSuccess(answer.response) || [202, 207].includes(answer.response.status) || ids.length < 2) {
      yield { subject, answer, judgement: { outOfReach: 'No response has said that several items were created.' } };
      continue;
    }
    for (const own of ids) {
      const reading = await context.source.at(read, resource, own, parts.path);
      const isThere = ({ response }: Answer) => ![404, 410].includes(response.status);
      const seen = await settled(run, () => call(reading), isThere);
      const documented = `What ${operation.id} answered that it has created: ${textOf(own)}`;
      const received = `${seen.response.status}, ${excerpt(seen)}`;
      if (isSuccess(seen.response) || !isThere(seen))
        yield { subject, answer: seen, judgement: isThere(seen) ? 'kept' : { documented, received } };
    }
  }
}

/** Finds nothing of what was created together, but for the first few. */
function notFound(context: MessageContext, operationId: string, readId: string, stored: number): Wrap {
  const [create, read] = [context.operation(operationId), context.operation(readId)];
  const [own] = createdTogether(context, create ?? null);
  const [isCreation, isRead] = [context.isTo(create), context.isTo(read)];
  return (send) => {
    const lost = new Set<string>();
    return async (request) => {
      const response = await send(request);
      if (isCreation(request) && response.status < 300) {
        const items = within(jsonIn(response.body), own?.answered.segments ?? []);
        for (const item of Array.isArray(items) ? items.slice(stored) : [])
          lost.add(textOf(within(item, [own?.resource.idProperty ?? '']) ?? null));
      }
      const [, asked = ''] = /([^/?]+)(?:\?.*)?$/.exec(request.target) ?? [];
      return isRead(request) && lost.has(asked) ? context.madeUp(request, 404, response) : response;
    };
  };
}
