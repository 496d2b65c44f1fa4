import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, type HttpResponse, isSuccess } from '../../../http/exchange.ts';
import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { isActionOn, undoesRemoval } from '../../request/actions.ts';
import { irregularParticiple } from './participles.ts';

const id = '{operationId}.doneOnce';

/**
 * An action that is done with an item once, as its 409 says: `POST /orders/{id}/cancel`, "is already cancelled", or
 * `POST /orders/{id}/restore`, "is not deleted".
 */
export const actionDoneOnce = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null || itemsDoneOnce(context, operation) === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: `${operation.pointer}/responses/409`,
            statement: 'What was done with an item must be refused the second time.',
          },
        ],
  contractAdvice: () => 'change the responses',
  server: {
    reach: { by: 'probes', probe: probeTwice },
    faults: (context, { subject }) => [faultDraft('done again', doneAgain(context, subject.operationId))],
    advice: () => 'Look at the state of the item, and refuse what was done with it before.',
  },
  client: null,
});

/** The items of an action whose 409 says that it was done already. */
export function itemsDoneOnce(
  context: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation,
): Resource | undefined {
  const conflict = operation.responses['409'];
  const { contract } = context.description;
  const text = descriptionAt(contract, conflict?.pointer ?? '');
  if (conflict === undefined || operation.method !== 'POST' || !saysDone(operation, text)) return undefined;
  if (isOfParts(contract, operation)) return undefined;
  return context.resources.find((one) => one.parameter !== undefined && isActionOn(context, operation, one));
}

/** True where a body has a number: what is paid back may be paid back in parts. */
function isOfParts(contract: Contract, operation: Operation): boolean {
  const schema = jsonBodySchema(contract, operation);
  const properties = schema === undefined ? [] : [...viewSchema(contract, schema).properties.values()];
  return properties.some((one) =>
    typesOf(contract, viewSchema(contract, one)).some((type) => /^(number|integer)$/.test(type)),
  );
}

/** "Already cancelled", or "cancelled already", of `cancel`: its first letters show that it is the same word. */
function saysDone(operation: Operation, text: string): boolean {
  // What somebody else has done is another matter.
  if (/\b(another|other|else|different)\b/i.test(text)) return false;
  const [verb = ''] = /[a-z]{3,}$/i.exec(operation.path) ?? [];
  const stem = stemOf(verb);
  const isDone = new RegExp(`\\balready (?:been )?${stem}|\\b${stem}\\w* already\\b`, 'i');
  return (stem !== undefined && isDone.test(text)) || saysUndone(operation, verb, text);
}

/** "Is not locked" of `unlock`, or "is not deleted" of `restore`. */
function saysUndone(operation: Operation, verb: string, text: string): boolean {
  const [, opposite = ''] = /^un([a-z]{3,})$/i.exec(verb) ?? [];
  const stem = undoesRemoval(operation) ? 'deleted|removed|archived|in the (?:trash|bin)' : stemOf(opposite);
  return stem !== undefined && new RegExp(`\\bnot (?:been |currently )?(?:${stem})\\w*\\b(?! by\\b)`, 'i').test(text);
}

function stemOf(verb: string): string | undefined {
  return irregularParticiple(verb) ?? (verb.length > 3 ? verb.slice(0, 5) : undefined);
}

async function* probeTwice({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const resource = itemsDoneOnce(context, operation);
  const item = resource && (await context.source.items.newFor(operation, resource));
  if (resource === undefined || item === undefined) return;
  const act = async () => call(await context.source.at(operation, resource, item));
  const first = await act();
  const answer = await act();
  yield { subject: { operationId: operation.id }, answer, judgement: judge(first, answer) };
}

function judge(first: Answer, second: Answer): 'kept' | Violation | OutOfReach {
  const { status } = second.response;
  if (!isSuccess(first.response) || first.response.status === 202)
    return { outOfReach: 'No response has said that it was done.' };
  if (status === 409) return 'kept';
  if (!isSuccess(second.response)) return { outOfReach: 'The second time it was refused with another status.' };
  return { documented: '409 for what was done already.', received: `${status}, ${excerpt(second)}` };
}

/** Answers what was done already as at first. */
function doneAgain(context: MessageContext, operationId: string): Wrap {
  const isAbout = context.isTo(context.operation(operationId));
  return (send) => {
    const done = new Map<string, HttpResponse>();
    return async (request) => {
      const response = await send(request);
      if (isAbout(request) && response.status < 300) done.set(request.target, response);
      return (response.status === 409 ? done.get(request.target) : undefined) ?? response;
    };
  };
}
