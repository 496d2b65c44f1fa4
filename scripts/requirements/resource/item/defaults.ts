import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn, withJson } from '../../../http/message-changes.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import { makerOf, type Resource } from '../../../openapi/resources.ts';
import { jsonBodySchema } from '../../../openapi/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { answering, faultDraft } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import { sentBody } from '../../request/request-parts.ts';
import { otherValue } from '../other-value.ts';
import { shownValue } from '../shown-value.ts';
import { covers } from './item-difference.ts';
import { keptProperties } from './item-properties.ts';

/** A property that a creation leaves out, which then has its default (OpenAPI, Schema Object, `default`). */
export const itemDefaults = defineKind({
  id: '{operationId}.defaults.{property}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap((resource) =>
      operation === null || makerOf(resource) !== operation
        ? []
        : defaultsOf(contract, resource).map(({ property, preset, pointer }) => ({
            subject: { operationId: operation.id, property },
            pointer: partAt(contract, pointer).pointer,
            statement: `${property} must be ${shownValue(preset)} where a creation leaves it out.`,
          })),
    ),
  contractAdvice: () => 'change the default',
  server: {
    reach: {
      by: 'items',
      check: ({ description: { contract } }, seen, judge) => {
        const isMade =
          seen.of === 'creation' || (seen.of === 'change' && seen.parts.operation === makerOf(seen.resource));
        if (!isMade) return;
        const [sent, received] = [sentBody(seen.parts), seen.answer.body];
        if (!isExactObject(sent) || received === undefined || !isExactObject(received)) return;
        for (const { property, preset } of defaultsOf(contract, seen.resource)) {
          if (Object.hasOwn(sent, property)) continue;
          const now = received[property];
          const violation = {
            documented: `${property}: ${shownValue(preset)}, its default`,
            received: `${property}: ${shownValue(now ?? null)}`,
          };
          judge(
            { operationId: seen.parts.operation.id, property },
            seen.answer,
            now === undefined
              ? { outOfReach: `What is created does not show ${property} where it was left out.` }
              : covers(now, preset)
                ? 'kept'
                : violation,
          );
        }
      },
    },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      const schema = operation === undefined ? undefined : context.requestSchemaOf(operation);
      const { contract } = context.description;
      const own = context.resources
        .filter((resource) => makerOf(resource) === operation)
        .flatMap((resource) => defaultsOf(contract, resource))
        .find((one) => one.property === property);
      if (operation === undefined || schema === undefined || own === undefined) return [];
      const isValid = (body: Exact) => context.violations('request', schema, body).length === 0;
      const other = otherValue(contract, schema, property, own.preset);
      const add = answering(context.isTo(operation), (request, send) => {
        const body = jsonIn(request.body);
        if (!isExactObject(body) || Object.hasOwn(body, property) || !isValid(body)) return send(request);
        const made = { ...body, [property]: other };
        return send(isValid(made) ? withJson(request, made) : request);
      });
      return covers(other, own.preset) ? [] : [faultDraft('another value where it is left out', add)];
    },
    advice: ({ property }) => `Give ${property} its default where a creation leaves it out.`,
  },
  client: null,
});

interface PropertyDefault {
  property: string;
  preset: Exact;
  /** Of the default itself. */
  pointer: string;
}

/** The defaults of properties that a creation may leave out, and answers with. */
function defaultsOf(contract: Contract, resource: Resource): PropertyDefault[] {
  const maker = makerOf(resource);
  const schema = maker && jsonBodySchema(contract, maker);
  if (maker === undefined || schema === undefined || successSchema(contract, maker) === undefined) return [];
  const { properties, required } = viewSchema(contract, schema);
  return keptProperties(contract, resource, maker).flatMap(({ name, pointer }) => {
    const preset = viewSchema(contract, pointer).keywords.get('default');
    const isOwn = properties.get(name) === pointer && !required.has(name);
    return preset === undefined || !isOwn ? [] : [{ property: name, preset: preset.value, pointer: preset.pointer }];
  });
}
