import { isExactObject } from '../../http/exact-json.ts';
import { defineKind } from '../kind.ts';
import { aspectsIn, judgeAspect } from './aspect-parts.ts';
import { objectsIn } from './bodies.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { accepting, faultyPart, violating } from './faulty-part.ts';
import { type PartSubject, planCases, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { sendingPart } from './sent-body-faults.ts';
import { requirementKeyword } from './violated-requirement.ts';

const plan: TrialPlan<PartSubject> = {
  isOfForms: false,
  isPermission: false,
  trials: ({ context: { values }, operation, parts }) =>
    parts
      .filter(({ aspects }) => aspects.some(({ keyword }) => keyword === 'surplus'))
      .flatMap((part) =>
        // What `unevaluatedProperties` closes may leave its properties to its alternatives.
        objectsIn({ parts: part.isObject ? [part] : part.alternatives }).map((object) => ({
          subject: { operationId: operation.id, path: part.path },
          make: (extent) => object.bodyWith(values, object.object(values, extent, { undescribed: 'value' }), extent),
        })),
      ),
};

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
