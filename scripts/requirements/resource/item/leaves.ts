import { type Exact, isExactObject, within } from '../../../http/exact-json.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import { pointerTo } from '../../../openapi/json.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { attributesPlace } from '../../../openapi/resources/item-attributes.ts';
import { itemHolder } from '../../../openapi/resources/item-place.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { answering, type FaultDraft, faultDraft } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { changeableProperties, leftAlone } from './left-alone.ts';
import { isNamedBy, leftByPatch, type PatchedName, patchedProperties } from './left-by-patch.ts';
import { leftByPut, shownByPut } from './left-by-put.ts';

/** A property of an item that a change in part leaves out (RFC 5789 section 2), which stays as it was. */
export const itemLeaves = defineKind({
  id: '{operationId}.leaves.{property}',
  section: () => 'Stored data',
  list: (context, operation) =>
    [...context.resources, ...context.singletons].flatMap((resource) => {
      if (operation === null || ![resource.merge, resource.replace].includes(operation)) return [];
      const { contract } = context.description;
      const ofPatch = () => [...changeableProperties(contract, resource), ...patchedProperties(context, operation)];
      return (resource.merge === operation ? ofPatch() : leftByPut(contract, resource)).map(({ name, pointer }) => ({
        subject: { operationId: operation.id, property: name },
        pointer: partAt(contract, pointer).pointer,
        statement: `${name} must stay as it was where a change leaves it out.`,
      }));
    }),
  contractAdvice: ({ property }) => `say with x-unverifiable why ${property} changes by itself`,
  server: {
    reach: {
      by: 'items',
      check: (context, seen, judge) => {
        if (seen.of === 'change')
          for (const [property, shown] of shownByPut(context.description.contract, seen))
            judge({ operationId: seen.parts.operation.id, property }, seen.answer, shown);
        if (seen.of !== 'partial change') return;
        const patched = patchedProperties(context, seen.parts.operation);
        const left =
          patched.length > 0 ? leftByPatch(context, seen, patched) : leftAlone(context.description.contract, seen);
        for (const [property, shown] of left)
          judge({ operationId: seen.parts.operation.id, property }, seen.answer, shown);
      },
    },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      const schema = operation === undefined ? undefined : context.requestSchemaOf(operation);
      if (operation === undefined || schema === undefined) return [];
      const patched = patchedProperties(context, operation).find(({ name }) => name === property);
      return patched === undefined
        ? writtenOver(context, operation, schema, property, holderOf(context, operation, schema))
        : setAlong(context, operation, patched);
    },
    advice: ({ property }) => `Change what the body has, and leave ${property} as it was where it has none.`,
  },
  client: null,
});

/** Where a body has what is set of an item. */
function holderOf({ description: { contract }, resources }: MessageContext, operation: Operation, schema: string) {
  const replaced = resources.find(({ replace }) => replace === operation);
  const holder = replaced && itemHolder(contract, replaced);
  const isHeld = holder !== undefined && viewSchema(contract, schema).properties.has(holder);
  return isHeld ? [holder] : (attributesPlace(contract, schema)?.segments ?? []);
}

/** A value of its own takes the place of what a change leaves out. */
function writtenOver(
  context: MessageContext,
  operation: Operation,
  schema: string,
  property: string,
  place: readonly string[],
): FaultDraft[] {
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

/** A patch that does not name a property sets it as well. */
function setAlong(context: MessageContext, operation: Operation, { name, pointer }: PatchedName): FaultDraft[] {
  const step = { op: 'add', path: pointerTo(name), value: context.values.valueAt(pointer, 'all') };
  const set = answering(context.isTo(operation), (request, send) => {
    const body = jsonIn(request.body);
    const isLeft = Array.isArray(body) && !isNamedBy(body, name);
    return send(isLeft ? withJson(request, [...body, step]) : request);
  });
  return [faultDraft('set along with others', set)];
}
