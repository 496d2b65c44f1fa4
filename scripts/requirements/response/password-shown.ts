import { type Exact, isExactObject, isSame, within } from '../../http/exact-json.ts';
import { isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { remembered } from '../../openapi/remembered.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { altering, faultDraft } from '../fault.ts';
import type { Judgement } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { passwordPlace } from '../request/logins.ts';
import { hiddenFrom } from '../resource/item/hides.ts';
import type { SeenResponse } from './seen-response.ts';

/** A password that is sent, and no response of the operation describes: none has it. */
export const passwordShown = defineKind({
  id: '{operationId}.responses.password',
  section: () => 'Any response',
  list: ({ description: { contract } }, operation) => {
    const place = operation === null ? undefined : hiddenPassword(contract, operation);
    if (operation === null || place === undefined) return [];
    return [
      {
        subject: { operationId: operation.id },
        pointer: operation.requestBody?.pointer ?? operation.pointer,
        statement: `No response may have the ${place.at(-1)} that was sent.`,
      },
    ];
  },
  contractAdvice: () => 'describe it in the response',
  server: {
    reach: { by: 'responses', judge },
    faults: (context, { subject: { operationId } }) => {
      const operation = context.operation(operationId);
      const place = operation && hiddenPassword(context.description.contract, operation);
      const isTo = context.isTo(operation);
      const shown = altering((response, request) => {
        const [sent, received] = [jsonIn(request.body), jsonIn(response.body)];
        const own = place && within(sent, place);
        const isShown = isTo(request) && isSuccess(response) && typeof own === 'string' && received !== undefined;
        const [name = ''] = place?.slice(-1) ?? [];
        return isShown && isExactObject(received) ? withJson(response, { ...received, [name]: own }) : response;
      });
      return [faultDraft('answers with it', shown)];
    },
    advice: () => 'Leave the password out of every response.',
  },
  client: null,
});

/** Where a body has a password that no success describes. What is `writeOnly` has a requirement of its own. */
const hiddenPassword = remembered((contract: Contract, operation: Operation): string[] | undefined => {
  const sent = jsonBodySchema(contract, operation);
  const place = sent === undefined ? undefined : passwordPlace(contract, operation);
  const answered = successSchema(contract, operation);
  if (place === undefined || answered === undefined || hiddenFrom(contract, operation).length > 0) return undefined;
  return describes(contract, answered, place.at(-1) ?? '') ? undefined : place;
});

/** Deeper in a response, nothing is looked for. */
const deepest = 4;

function describes(contract: Contract, pointer: string, name: string, depth = 0): boolean {
  const { properties, required, items, alternatives } = viewSchema(contract, pointer);
  if (properties.has(name) || required.has(name)) return true;
  if (depth > deepest) return true;
  const parts = [...properties.values(), ...(items === undefined ? [] : [items]), ...alternatives];
  return parts.some((part) => describes(contract, part, name, depth + 1));
}

function judge({ set: { operation }, description: { contract }, request, response, json }: SeenResponse): Judgement {
  const place = operation === null ? undefined : hiddenPassword(contract, operation);
  const sent = place && within(jsonIn(request.body), place);
  if (typeof sent !== 'string' || sent.length < 4 || !isSuccess(response) || json.value === undefined) return undefined;
  const name = place?.at(-1) ?? '';
  return has(json.value, name, sent) ? { documented: `No ${name}.`, received: `${name}, as it was sent` } : 'kept';
}

function has(value: Exact, name: string, sent: string, depth = 0): boolean {
  if (depth > deepest || value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some((one) => has(one, name, sent, depth + 1));
  if (!isExactObject(value)) return false;
  return Object.entries(value).some(
    ([key, one]) => (key === name && isSame(one, sent)) || has(one, name, sent, depth + 1),
  );
}
