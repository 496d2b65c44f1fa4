import { type Exact, isExactObject, isSame, within, writeExact } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { attributesPlace } from '../../../openapi/resources/item-attributes.ts';
import { itemHolder, itemIn } from '../../../openapi/resources/item-place.ts';
import { joinedWords } from '../../../openapi/resources/joined-words.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { enumOf, typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { Judgement, OutOfReach } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { type RequestParts, sentBody } from '../../request/request-parts.ts';
import { otherValue } from '../other-value.ts';
import { shownValue } from '../shown-value.ts';
import { type KeptProperty, keptBetween } from './item-properties.ts';
import { statesOf } from './left-alone.ts';
import { type ActedOn, actedOn, isOnTheWay } from './stored.ts';

/**
 * A text or a switch that an action is sent, and that the item which it answers with has under the same name, as the
 * time to which `POST /appointments/{id}/reschedule` moves it. Numbers may be added to what is there.
 */
export const actionAnswers = defineKind({
  id: '{operationId}.answers.{property}',
  section: () => 'Stored data',
  list: (context, operation) =>
    actionProperties(context, operation).map(({ operation: { id }, property: { name, pointer } }) => ({
      subject: { operationId: id, property: name },
      pointer: partAt(context.description.contract, pointer).pointer,
      statement: `The ${name} that ${id} is sent must be the ${name} of what it answers.`,
    })),
  contractAdvice: () => 'change the schemas or the description of the operation',
  server: {
    reach: {
      by: 'answers',
      requests: (context, operation) =>
        actionProperties(context, operation).flatMap((own) => {
          // The item may have had one of few values before.
          const states = statesOf(context.description.contract, own.property.pointer)?.slice(0, 2);
          return (states ?? [undefined]).map((state) => ({
            subject: { operationId: operation.id, property: own.property.name },
            build: (planning) => requestWith(planning, own, state),
            judge: (answer) => judge(context, own, answer),
          }));
        }),
    },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      const [own] = actionProperties(context, operation ?? null).filter((one) => one.property.name === property);
      if (operation === undefined || own === undefined) return [];
      const { contract } = context.description;
      const isAction = context.isTo(operation);
      const holders = [itemHolder(contract, own.resource)].filter((one) => one !== undefined);
      const segments = [...holders, ...own.shownAt, property];
      return [
        faultDraft(
          'answered with another value',
          altering((response, request) => {
            const body = isAction(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
            const value = within(body, segments);
            if (body === undefined || value === undefined) return response;
            return withJson(response, withPart(body, segments, otherValue(contract, own.item, property, value)));
          }),
        ),
      ];
    },
    advice: ({ property }) => `Set the ${property} that is sent, and answer with it.`,
  },
  client: null,
});

interface ActionProperty extends ActedOn {
  property: KeptProperty;
  /** Where the body has it, and where the item has it: in the attributes of both, or in themselves. */
  sentAt: readonly string[];
  shownAt: readonly string[];
}

function actionProperties(
  context: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): ActionProperty[] {
  const { contract } = context.description;
  const sent = operation === null ? undefined : jsonBodySchema(contract, operation);
  const [acted] = sent === undefined ? [] : actedOn(context, operation);
  if (sent === undefined || acted === undefined) return [];
  const places = [sent, acted.item].map((at) => attributesPlace(contract, at));
  const [own, shown] = places.every((place) => place !== undefined) ? places : [];
  const [sentAt, shownAt] = [own?.segments ?? [], shown?.segments ?? []];
  const item = shown?.pointer ?? acted.item;
  return keptBetween(contract, acted.resource, own?.pointer ?? sent, item).flatMap((property) => {
    const view = viewSchema(contract, property.pointer);
    const types = typesOf(contract, view).filter((type) => type !== 'null');
    const isOfOne = types.length > 0 && types.every((type) => type === 'string' || type === 'boolean');
    const isSaid = types.includes('boolean') || enumOf(view) !== undefined || view.keywords.has('format');
    const isMeant = isOfOne && (isSaid || isOfAction(contract, { ...acted, item }, property.name));
    return isMeant ? [{ ...acted, item, property, sentAt, shownAt }] : [];
  });
}

/** False for a text that may be another one under the same name: why an order was made, and why it is cancelled. */
function isOfAction(contract: Contract, { resource, item }: ActedOn, name: string): boolean {
  const sent = [resource.create, resource.replace, resource.merge].flatMap(
    (one) => (one && jsonBodySchema(contract, one)) ?? [],
  );
  const names = [...viewSchema(contract, item).properties.keys()].map(joinedWords);
  return (
    !sent.some((schema) => {
      const { pointer } = attributesPlace(contract, schema) ?? { pointer: schema };
      return viewSchema(contract, pointer).properties.has(name);
    }) && names.filter((other) => other.includes(joinedWords(name))).length === 1
  );
}

/** A request to the action, with a state where one is given. */
async function requestWith(
  { source }: PlanningContext,
  { operation, property: { name }, sentAt }: ActionProperty,
  state: Exact | undefined,
): Promise<RequestParts> {
  const parts = await source.base(operation);
  const sent = sentBody(parts) ?? null;
  if (state === undefined || !isExactObject(sent)) return parts;
  return source.withBody(parts, parts.body?.mediaType ?? '', withPart(sent, [...sentAt, name], state));
}

function judge(
  { description: { contract } }: Pick<MessageContext, 'description'>,
  { resource, property: { name, isAlwaysShown }, sentAt, shownAt }: ActionProperty,
  { request, response, body }: Answer,
): Judgement | OutOfReach {
  const sent = within(jsonIn(request.body), [...sentAt, name]);
  if (response.status === 429) return undefined;
  if (!isSuccess(response) || response.status === 202 || body === undefined || sent === undefined)
    return { outOfReach: 'No action was done at once.' };
  const answered = within(itemIn(contract, resource, body), [...shownAt, name]);
  if (answered === undefined && !isAlwaysShown) return { outOfReach: `No answer has shown ${name}.` };
  if (isSame(answered ?? null, sent)) return 'kept';
  if (answered !== undefined && isOnTheWay(answered)) return { outOfReach: `No answer has shown ${name} at rest.` };
  return { documented: `${name}: ${writeExact(sent)}`, received: `${name}: ${shownValue(answered ?? null)}` };
}
