import { type Exact, isExactObject, within } from '../../../http/exact-json.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { attributesPlace } from '../../../openapi/resources/item-attributes.ts';
import { answering, type FaultDraft, faultDraft } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { changeableProperties, leftAlone } from './left-alone.ts';

/** A property of an item that a change in part leaves out (RFC 5789 section 2), which stays as it was. */
export const itemLeaves = defineKind({
  id: '{operationId}.leaves.{property}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources, singletons }, operation) =>
    [...resources, ...singletons].flatMap((resource) =>
      operation === null || resource.merge !== operation
        ? []
        : changeableProperties(contract, resource).map(({ name, pointer }) => ({
            subject: { operationId: operation.id, property: name },
            pointer: partAt(contract, pointer).pointer,
            statement: `${name} must stay as it was where a change leaves it out.`,
          })),
    ),
  contractAdvice: ({ property }) => `say with x-unverifiable why ${property} changes by itself`,
  server: {
    reach: {
      by: 'items',
      check: ({ description: { contract } }, seen, judge) => {
        if (seen.of !== 'partial change') return;
        for (const [property, shown] of leftAlone(contract, seen))
          judge({ operationId: seen.parts.operation.id, property }, seen.answer, shown);
      },
    },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      const schema = operation === undefined ? undefined : context.requestSchemaOf(operation);
      return operation === undefined || schema === undefined ? [] : writtenOver(context, operation, schema, property);
    },
    advice: ({ property }) => `Change what the body has, and leave ${property} as it was where it has none.`,
  },
  client: null,
});

/** A value of its own takes the place of what a change leaves out. */
function writtenOver(context: MessageContext, operation: Operation, schema: string, property: string): FaultDraft[] {
  const place = attributesPlace(context.description.contract, schema)?.segments ?? [];
  const value = within(context.sampleBody(operation), [...place, property]);
  if (value === undefined) return [];
  const isValid = (body: Exact) => context.violations('request', schema, body).length === 0;
  const write = answering(context.isTo(operation), (request, send) => {
    const body = jsonIn(request.body) ?? null;
    const sent = within(body, place) ?? null;
    if (!isExactObject(sent) || Object.hasOwn(sent, property) || !isValid(body)) return send(request);
    const written = withPart(body, [...place, property], value);
    return send(isValid(written) ? withJson(request, written) : request);
  });
  return [faultDraft('written over where it is left out', write)];
}
