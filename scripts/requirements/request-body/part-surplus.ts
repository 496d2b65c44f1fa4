import { type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { isJsonPatch } from '../../http/media-types.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import type { Extent } from '../../openapi/values/values.ts';
import { defineKind } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';
import { aspectsIn, judgeAspect } from './aspect-parts.ts';
import { objectsIn } from './bodies.ts';
import type { BodyPart } from './body-part.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { accepting, faultyPart, violating } from './faulty-part.ts';
import { type PartSubject, planCases, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { sendingPart } from './sent-body-faults.ts';
import { requirementKeyword } from './violated-requirement.ts';

const plan: TrialPlan<PartSubject> = {
  isOfTexts: false,
  isPermission: false,
  trials: ({ context, operation, body, parts }) =>
    parts
      .filter(({ aspects }) => aspects.some(({ keyword }) => keyword === 'surplus'))
      // What a step of a patch does not have must be ignored (RFC 6902 section 4).
      .filter(({ path }) => !isJsonPatch(body.mediaType) || path === '')
      .flatMap((part) =>
        // What `unevaluatedProperties` closes may leave its properties to its alternatives.
        objectsIn({ parts: part.isObject ? [part] : part.alternatives }).flatMap((object) => {
          const { values } = context;
          const surplus = [
            { undescribed: 'value' },
            ...(object === body.whole ? setByServer(context, operation, object) : []),
          ];
          return surplus.map((own) => ({
            subject: { operationId: operation.id, path: part.path },
            make: (extent: Extent) => object.bodyWith(values, object.object(values, extent, own), extent),
          }));
        }),
      ),
};

// Of an answer with many such properties, the first are enough: its identifier is among them.
const mostOfAnswer = 3;

/** Properties that the answer has and the body has not: a server that stores a body as it is takes them over. */
function setByServer({ description, values }: PlanningContext, operation: Operation, body: BodyPart): ExactObject[] {
  const shown = successSchema(description.contract, operation);
  if (shown === undefined) return [];
  return [...viewSchema(description.contract, shown).properties]
    .filter(([name]) => !body.properties.has(name))
    .slice(0, mostOfAnswer)
    .map(([name, schema]) => ({ [name]: values.valueAt(schema, 'all') }));
}

/** An object in a body that takes no property which is not described. */
export const bodyPartSurplus = defineKind({
  id: '{operationId}.requestBody{path}.surplus',
  section,
  list: listParts(plan, aspectsIn('surplus')),
  contractAdvice: () => 'describe the property, or allow additional ones',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      if (faulty === undefined) return [];
      return [
        accepting(
          faulty,
          violating(faulty, ({ keyword }) => requirementKeyword(keyword) === 'surplus'),
        ),
      ];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: (request, subject) => judgeAspect(request, subject, 'surplus'),
    },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      if (faulty === undefined) return [];
      return [
        sendingPart(faulty, 'adds a property of its own', (value) =>
          isExactObject(value) ? { ...value, undescribed: 1 } : [value],
        ),
      ];
    },
    advice: clientAdvice,
  },
});
