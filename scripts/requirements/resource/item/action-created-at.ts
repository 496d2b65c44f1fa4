import { isSuccess } from '../../../http/exchange.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { timeOfCreation } from '../../../openapi/resources/name-words.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { isActionOn, madeBy, undoesRemoval } from '../../request/actions.ts';
import { renewed, stays } from './created-at.ts';
import { type ServerProperty, setByServer } from './set-by-server.ts';

const id = '{operationId}.keepsTime.{property}';

// Milliseconds: times may be shown in whole seconds.
const longEnough = 1100;

/** When an item was created: no action on it changes that. */
export const actionCreatedAt = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    actedOn(context, operation).flatMap(({ operation: action, times }) =>
      times.map(({ name, pointer }) => ({
        subject: { operationId: action.id, property: name },
        pointer: partAt(context.description.contract, pointer).pointer,
        statement: `${name} must stay as it was after ${action.id}.`,
      })),
    ),
  contractAdvice: ({ property }) => `say with x-unverifiable what ${property} is`,
  server: {
    reach: { by: 'probes', probe: probeTime },
    faults: (context, { subject: { operationId, property } }) =>
      actedOn(context, context.operation(operationId) ?? null).map(({ read }) =>
        faultDraft('is that of the last reading', renewed(context, read, property)),
      ),
    advice: ({ property }) => `Set ${property} once, where the item is created.`,
  },
  client: null,
});

interface ActedOn {
  operation: Operation;
  resource: Resource;
  read: Operation;
  times: ServerProperty[];
}

/** The items that an operation does something with, with the times of their creation. */
function actedOn(
  context: Pick<ProbeRun['context'], 'description' | 'resources'>,
  operation: Operation | null,
): ActedOn[] {
  if (operation === null || undoesRemoval(operation) || madeBy(context, operation).length > 0) return [];
  return context.resources.flatMap((resource) => {
    const { read } = resource;
    if (read === undefined || !isActionOn(context, operation, resource)) return [];
    const times = setByServer(context.description.contract, resource, read, timeOfCreation);
    return times.length === 0 ? [] : [{ operation, resource, read, times }];
  });
}

async function* probeTime(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const { resource, read, times } of actedOn(context, operation)) {
    const item = await context.source.items.newFor(operation, resource);
    if (item === undefined) continue;
    const reading = await context.source.at(read, resource, item);
    const before = await call(reading);
    await run.wait(longEnough);
    const acted = await call(await context.source.at(operation, resource, item));
    const answer = await call(reading);
    const isSeen = [before, acted, answer].every(({ response }) => isSuccess(response));
    for (const { name } of times) {
      const judgement: 'kept' | Violation | OutOfReach = isSeen
        ? stays(context.description.contract, { resource, answer }, { before: before.body ?? null }, name)
        : { outOfReach: 'No item has been seen before and after an action.' };
      yield { subject: { operationId: operation.id, property: name }, answer, judgement };
    }
  }
}
