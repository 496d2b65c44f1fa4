import { type Exact, type ExactObject, isExactObject, isSame, within } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../http/message-changes.ts';
import { ownValue } from '../../http/own-value.ts';
import { type Contract, descriptionAt, partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { altering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { sentBody } from '../request/request-parts.ts';
import { type ListPlace, listIn, severalIn } from './several-items.ts';
import { shownValue } from './shown-value.ts';

const id = '{operationId}.sameOrder';

/** What is answered to each of several entries, in their order, where a description says so. */
export const sameOrder = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null || orderedBy(context, operation) === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: partAt(context.description.contract, operation.pointer).pointer,
            statement: `What ${operation.id} answers must be in the order of the entries of the request.`,
          },
        ],
  contractAdvice: () => 'change the description',
  server: {
    reach: { by: 'probes', probe: probeOrder },
    faults: (context, { subject: { operationId } }) => {
      const operation = context.operation(operationId);
      const ordered = operation && orderedBy(context, operation);
      const isAbout = context.isTo(operation);
      if (ordered === undefined) return [];
      return [
        faultDraft(
          'reversed',
          altering((response, request) => {
            const body = isAbout(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
            const results = within(body, ordered.answered.segments);
            if (body === undefined || !Array.isArray(results)) return response;
            return withJson(response, withPart(body, ordered.answered.segments, results.toReversed()));
          }),
        ),
      ];
    },
    advice: () => 'Answer to the entries in the order in which they were sent.',
  },
  client: null,
});

interface Ordered {
  sent: ListPlace;
  answered: ListPlace;
  /** The property of a result that has what was made of its entry; undefined where it is that itself. */
  holder: string | undefined;
}

const requested = '(?:request|entries|items|input|body|list)';
const said = [
  'in (?:the |exactly the )?same order',
  'in (?:the )?(?:request|given|input|sent) order',
  `in the order (?:of|in) (?:the |its |their )?(?:\\w+ of the )?${requested}`,
].join('|');

function orderedBy({ description: { contract } }: Pick<MessageContext, 'description'>, operation: Operation) {
  const [taken, answer] = [jsonBodySchema(contract, operation), successSchema(contract, operation)];
  if (operation.method === 'GET' || taken === undefined || answer === undefined) return undefined;
  const success = Object.entries(operation.responses).find(([status]) => /^2/.test(status))?.[1].pointer;
  const [sent, answered] = [listIn(contract, taken), listIn(contract, answer)];
  if (sent === undefined || answered === undefined || success === undefined) return undefined;
  const texts = [operation.pointer, success, answered.pointer].map((at) => descriptionAt(contract, at));
  if (!texts.some((text) => new RegExp(`\\b(?:${said})\\b`, 'i').test(text))) return undefined;
  return holderIn(contract, { sent, answered });
}

/** Where results show what was sent. */
function holderIn(contract: Contract, { sent, answered }: Pick<Ordered, 'sent' | 'answered'>): Ordered | undefined {
  const itemOf = ({ pointer }: ListPlace) => viewSchema(contract, viewSchema(contract, pointer).items ?? '').properties;
  const [entry, result] = [itemOf(sent), itemOf(answered)];
  const isShown = (properties: ReadonlyMap<string, string>) => [...entry.keys()].some((name) => properties.has(name));
  const [holder, ...others] = [...result].filter(([, at]) => isShown(viewSchema(contract, at).properties));
  if (holder !== undefined && others.length === 0) return { sent, answered, holder: holder[0] };
  return isShown(result) ? { sent, answered, holder: undefined } : undefined;
}

async function* probeOrder({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const ordered = orderedBy(context, operation);
  const parts = ordered && (await severalIn(context, operation));
  if (ordered === undefined || parts === undefined) return;
  const answer = await call(parts);
  const entries = within(sentBody(parts), ordered.sent.segments);
  yield { subject: { operationId: operation.id }, answer, judgement: judge(ordered, entries, answer) };
}

function judge(
  { answered, holder }: Ordered,
  entries: Exact | undefined,
  answer: Answer,
): 'kept' | Violation | OutOfReach {
  const results = isSuccess(answer.response) ? within(answer.body, answered.segments) : undefined;
  const outOfReach = { outOfReach: 'No response has shown what was made of several entries.' };
  if (!Array.isArray(entries) || !Array.isArray(results) || entries.length !== results.length) return outOfReach;
  const shown = results.map((result) => (holder === undefined ? result : within(result, [holder])));
  let count = 0;
  for (const [index, one] of shown.entries()) {
    const alike = entries.flatMap((entry, at) => (isOf(one, entry) ? [at] : []));
    if (alike.length !== 1) continue;
    const [at = index] = alike;
    if (at !== index)
      return {
        documented: `In the place ${index + 1}, what was made of ${shownValue(entries[index] ?? null)}`,
        received: `what was made of the entry ${at + 1}: ${shownValue(one ?? null)}`,
      };
    count += 1;
  }
  return count > 1 ? 'kept' : outOfReach;
}

/** True where all that a result has of an entry is as it was sent. */
function isOf(shown: Exact | undefined, entry: Exact): boolean {
  if (shown === undefined || !isExactObject(shown) || !isExactObject(entry)) return false;
  const own: ExactObject = shown;
  const names = Object.keys(entry).filter((name) => Object.hasOwn(own, name));
  return names.length > 0 && names.every((name) => isSame(ownValue(own, name) ?? null, ownValue(entry, name) ?? null));
}
