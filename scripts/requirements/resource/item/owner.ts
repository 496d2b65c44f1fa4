import { type Exact, isExactObject, within } from '../../../http/exact-json.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Operation, Parameter } from '../../../openapi/operation-table.ts';
import { textsFor } from '../../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { itemHolder, itemIn, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import { isMark, makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema, parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { isIdentifierOf, resourceOfPath } from '../../request/referenced-resource.ts';
import { otherValue } from '../other-value.ts';
import { shownValue } from '../shown-value.ts';
import type { ItemObservation } from './item-observation.ts';

/** What an item says that it belongs to: `orderId` of what is made, changed or read at `/orders/{id}/lines`. */
export const itemOwner = defineKind({
  id: '{operationId}.owner.{property}',
  section: () => 'Stored data',
  list: (context, operation) =>
    context.resources.flatMap((resource) =>
      ownersOf(context, resource, operation).map(({ property, pointer, parameter }) => ({
        subject: { operationId: operation?.id ?? '', property },
        pointer,
        statement: `${property} must be the ${parameter.name} of the path.`,
      })),
    ),
  contractAdvice: ({ property }) => `say with x-unverifiable what ${property} is`,
  server: {
    reach: {
      by: 'items',
      check: (context, seen, judge) => {
        const operation = answering(seen);
        if (operation === undefined) return;
        const { contract } = context.description;
        const { resource, answer } = seen;
        for (const { property, parameter } of ownersOf(context, resource, operation)) {
          const [asked] = textsFor(answer.request, operation, parameter);
          const shown = within(itemIn(contract, resource, answer.body ?? null), [property]);
          if (asked !== undefined)
            judge({ operationId: operation.id, property }, answer, judged(property, asked, shown));
        }
      },
    },
    faults: (context, { subject: { operationId, property } }) => {
      const { contract } = context.description;
      const operation = context.operation(operationId);
      const isTo = context.isTo(operation);
      const resource = context.resources.find((one) => ownersOf(context, one, operation ?? null).length > 0);
      const schema = operation && successSchema(contract, operation);
      if (resource === undefined || schema === undefined) return [];
      const holder = itemHolder(contract, resource);
      const segments = holder === undefined ? [] : [holder];
      const { pointer } = itemPlaceIn(contract, schema, resource) ?? { pointer: schema };
      const rename = altering((response, request) => {
        const body = isTo(request) && response.status < 300 ? jsonIn(response.body) : undefined;
        const item = within(body, segments);
        const own = isExactObject(item) ? ownValue(item, property) : undefined;
        if (body === undefined || !isExactObject(item) || own === undefined) return response;
        const other = otherValue(contract, pointer, property, own);
        return withJson(response, withPart(body, segments, { ...item, [property]: other }));
      });
      return [faultDraft('is that of another', rename)];
    },
    advice: ({ property }) => `Let ${property} name what the path names.`,
  },
  client: null,
});

/** The operation that has answered with an item. */
function answering(seen: ItemObservation): Operation | undefined {
  if (seen.of === 'creation' || seen.of === 'change') return seen.parts.operation;
  return seen.of === 'reading' || seen.of === 'lookup' ? seen.read : undefined;
}

interface Owner {
  property: string;
  /** Of the schema of that property. */
  pointer: string;
  /** What names the owner in the path. */
  parameter: Parameter;
}

/** The properties of what an operation answers with that name what its path leads through, and that no client sends. */
function ownersOf(
  context: Pick<MessageContext, 'description' | 'resources'>,
  resource: Resource,
  operation: Operation | null,
): Owner[] {
  const { contract } = context.description;
  const { create, replace, merge, read, idProperty } = resource;
  if (operation === null || ![create, replace, merge, read].includes(operation) || isMark(resource)) return [];
  const schema = successSchema(contract, operation);
  const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  if (place === undefined) return [];
  const sent = [create, replace, merge].flatMap((one) => (one && jsonBodySchema(contract, one)) ?? []);
  const isSent = (name: string) => sent.some((at) => viewItem(contract, at).properties.has(name));
  const shown = [...viewItem(contract, place.pointer).properties].filter(
    ([name]) => name !== idProperty && !isSent(name),
  );
  return operation.parameters.flatMap((parameter) => {
    const above = parameter.in === 'path' ? resourceOfPath(context, operation, parameter.name) : undefined;
    // What a path names in a way of its own, as `me`, is not known.
    if (above === undefined || above === resource || makerOf(above) === undefined) return [];
    const [first] = shown.filter(
      ([name, pointer]) => isIdentifierOf(name, above) && haveSameType(context, parameter, pointer),
    );
    return first === undefined ? [] : [{ property: first[0], pointer: first[1], parameter }];
  });
}

function haveSameType(
  { description: { contract } }: Pick<MessageContext, 'description'>,
  parameter: Parameter,
  pointer: string,
): boolean {
  const [types, others] = [parameterSchema(parameter), pointer].map((at) =>
    typesOf(contract, viewSchema(contract, at))
      .filter((type) => type !== 'null')
      .join(),
  );
  return types === others && (types === 'integer' || types === 'string');
}

function judged(property: string, asked: string, shown: Exact | undefined): 'kept' | Violation | OutOfReach {
  if (shown === undefined || shown === null) return { outOfReach: `No answer has shown ${property}.` };
  // A UUID may be written in either case.
  if (textOf(shown).toLowerCase() === asked.toLowerCase()) return 'kept';
  return { documented: `${property}: ${asked}`, received: `${property}: ${shownValue(shown)}` };
}
