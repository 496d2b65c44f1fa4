import { createHash } from 'node:crypto';
import { type Exact, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemHolder, itemIn } from '../../../openapi/resources/item-place.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { markedProperties, type PlacedProperty } from '../../../openapi/schemas/marked-properties.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { sentBody } from '../../request/request-parts.ts';
import { shownValue } from '../shown-value.ts';

/** A property of a body that no response has: a password (OpenAPI, Schema Object, `writeOnly`). */
export const itemHides = defineKind({
  id: '{operationId}.hides.{property}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap((resource) =>
      operation === null
        ? []
        : hiddenBy(contract, resource, operation).map(({ path, pointer }) => ({
            subject: { operationId: operation.id, property: path.join('.') },
            pointer: partAt(contract, pointer).pointer,
            statement: `${path.join('.')} must not come back: it is writeOnly.`,
          })),
    ),
  contractAdvice: () => 'change writeOnly',
  server: {
    reach: {
      by: 'items',
      check: ({ description: { contract } }, seen, judge) => {
        if (seen.of !== 'creation' && seen.of !== 'change' && seen.of !== 'reading') return;
        const isRead = seen.of === 'reading';
        const operation = isRead ? seen.after : seen.parts.operation;
        const sent = isRead ? jsonIn(seen.known.exchange.request.body) : sentBody(seen.parts);
        if (!isSuccess(seen.answer.response) || !isExactObject(sent)) return;
        const received = seen.answer.body === undefined ? undefined : itemIn(contract, seen.resource, seen.answer.body);
        for (const { path } of hiddenBy(contract, seen.resource, operation)) {
          const own = within(sent, path);
          if (own === undefined || own === null) continue;
          const property = path.join('.');
          const at = inItem(itemHolder(contract, seen.resource), path);
          judge({ operationId: operation.id, property }, seen.answer, judgeHidden(property, own, received, at));
        }
      },
    },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      const isTo = context.isTo(operation);
      const hidden = operation === undefined ? [] : hiddenFrom(context.description.contract, operation);
      const path = hidden.find((one) => one.path.join('.') === property)?.path ?? [property];
      const shown = (as: (sent: Exact) => Exact) =>
        altering((response, request) => {
          const [sent, received] = [within(jsonIn(request.body), path), jsonIn(response.body)];
          const isShown = isTo(request) && isSuccess(response) && sent !== undefined && isExactObject(received);
          return isShown ? withJson(response, withPart(received, path, as(sent))) : response;
        });
      return [
        faultDraft(
          'answered as it was sent',
          shown((sent) => sent),
        ),
        faultDraft(
          'answered as a hash',
          shown((sent) => createHash('sha256').update(String(sent)).digest('hex')),
        ),
      ];
    },
    advice: ({ property }) => `Leave ${property} out of every response.`,
  },
  client: null,
});

// Asked for at every item, of deep schemas as well.
const known = new WeakMap<Operation, readonly PlacedProperty[]>();

/** The properties that a body may have, and no response. */
function hiddenBy(
  contract: Contract,
  { create, replace, merge }: Resource,
  operation: Operation,
): readonly PlacedProperty[] {
  return [create, replace, merge].includes(operation) ? hiddenFrom(contract, operation) : [];
}

/** What the body of an operation has that no response shows: what is `writeOnly`. */
export function hiddenFrom(contract: Contract, operation: Operation): readonly PlacedProperty[] {
  const schema = jsonBodySchema(contract, operation);
  const hidden = known.get(operation) ?? (schema === undefined ? [] : markedProperties(contract, schema, 'writeOnly'));
  known.set(operation, hidden);
  return hidden;
}

/** Where the item itself has what a body has in the property that holds items. */
function inItem(holder: string | undefined, [first = '', ...others]: readonly string[]): readonly string[] {
  return first === holder && others.length > 0 ? others : [first, ...others];
}

function judgeHidden(
  name: string,
  sent: Exact,
  received: Exact | undefined,
  path: readonly string[],
): 'kept' | Violation | OutOfReach {
  if (received === undefined || !isExactObject(received))
    return { outOfReach: `No answer has shown what has the ${name}.` };
  const own = within(received, path);
  if (own === undefined || own === null) return 'kept';
  if (isSame(own, sent)) return { documented: `No ${name}.`, received: `${name}: ${shownValue(own)}, as it was sent` };
  // A hash is as secret.
  if (isPlainText(own)) return { documented: `No ${name}.`, received: `${name}: ${shownValue(own)}` };
  return { outOfReach: `${name} comes back as something else than was sent.` };
}

/** True for a text that hides nothing of itself, as `••••1234` and `sk_live_…` do. */
function isPlainText(value: Exact): boolean {
  return typeof value === 'string' && value.length >= 8 && !/[*•●…]|\.{3}|x{3}/i.test(value);
}
