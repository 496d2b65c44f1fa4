import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import { type Contract, resolvePart } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { usualIdentifiers } from '../../openapi/resources/item-identifier.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, isWriteOnly, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { altering, faultDraft } from '../fault.ts';
import type { Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { isPassword } from '../request/logins.ts';
import { sentBody } from '../request/request-parts.ts';
import { covers } from '../resource/item/item-difference.ts';
import { otherValue } from '../resource/other-value.ts';
import { shownValue } from '../resource/shown-value.ts';

const id = '{operationId}.givesBack.{property}';

// Of few numbers, two may be the same by chance.
const mostTries = 6;

/**
 * What POST takes and answers with one schema, as an order that nothing reads afterwards: the answer has what was sent.
 * It may take a list, of which one is sent.
 */
export const givenBack = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : propertiesOf(context, operation).map(([property, pointer]) => ({
          subject: { operationId: operation.id, property },
          pointer,
          statement: `The answer must have ${property} as it was sent.`,
        })),
  contractAdvice: ({ property }) => `mark ${property} as writeOnly or readOnly`,
  server: {
    reach: { by: 'probes', probe: probeAnswers },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const { contract } = context.description;
      const schema = successSchema(contract, operation);
      const isTo = context.isTo(operation);
      const other = altering((response, request) => {
        const body = isTo(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
        const own = body !== undefined && isExactObject(body) ? body[subject.property] : undefined;
        if (schema === undefined || own === undefined || body === undefined || !isExactObject(body)) return response;
        return withJson(response, { ...body, [subject.property]: otherValue(contract, schema, subject.property, own) });
      });
      return [faultDraft('answered with another value', other)];
    },
    advice: () => 'Answer with what was sent.',
  },
  client: null,
});

/**
 * What must be sent, and is answered: what may be left out, the server may set itself. Nothing of what is stored and
 * read, of which there are requirements of its own.
 */
function propertiesOf(
  { description: { contract }, resources, singletons }: PlanningContext,
  operation: Operation,
): [name: string, pointer: string][] {
  return isStored([...resources, ...singletons], operation) ? [] : sentAndAnswered(contract, operation);
}

/** True where things are made or changed that are read elsewhere. */
export function isStored(resources: readonly Resource[], operation: Operation): boolean {
  return resources.some(({ create, replace, merge }) => [create, replace, merge].includes(operation));
}

/** What POST must be sent, or one thing of the list that it takes, and answers with by the same schema. */
export function sentAndAnswered(contract: Contract, operation: Operation): [name: string, pointer: string][] {
  const [sent, answered] = [jsonBodySchema(contract, operation), successSchema(contract, operation)];
  if (operation.method !== 'POST' || sent === undefined || answered === undefined) return [];
  const item = viewSchema(contract, sent).items ?? sent;
  const isSame = resolvePart(contract, item).pointer === resolvePart(contract, answered).pointer;
  if (!isSame) return [];
  const { required } = viewSchema(contract, item);
  return [...viewSchema(contract, answered).properties].filter(([name, pointer]) => {
    if (!required.has(name) || usualIdentifiers.includes(name)) return false;
    const view = viewSchema(contract, pointer);
    const isOfBoth = !isReadOnly(view) && !isWriteOnly(view);
    // A time may be written otherwise.
    return isOfBoth && view.keywords.get('format')?.value !== 'date-time' && !isPassword(contract, name, pointer);
  });
}

async function* probeAnswers({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const properties = propertiesOf(context, operation).map(([name]) => name);
  const seen = new Map<string, { answer: Answer; judgement: 'kept' | Violation }>();
  for (let tries = 0; tries < mostTries && properties.length > 0; tries += 1) {
    const parts = await context.source.base(operation);
    const answer = await call(parts);
    const sent = [sentBody(parts) ?? null].flat()[0] ?? null;
    const { body = null } = answer;
    if (!isSuccess(answer.response) || !isExactObject(sent) || !isExactObject(body)) continue;
    for (const name of properties) {
      const own = sent[name];
      if (own === undefined || own === null || typeof seen.get(name)?.judgement === 'object') continue;
      seen.set(name, { answer, judgement: judge(name, own, body[name]) });
    }
  }
  for (const [property, shown] of seen) yield { subject: { operationId: operation.id, property }, ...shown };
}

function judge(name: string, own: Exact, back: Exact | undefined): 'kept' | Violation {
  if (back !== undefined && covers(back, own)) return 'kept';
  return {
    documented: `${name} as it was sent: ${shownValue(own)}`,
    received: back === undefined ? `no ${name}` : `${name}: ${shownValue(back)}`,
  };
}
