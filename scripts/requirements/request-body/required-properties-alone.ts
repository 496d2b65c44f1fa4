import { defineKind } from '../kind.ts';
import { clientAdvice, operationOf, section, serverAdvice, wholeBody } from './body-requirement.ts';
import { faultyPart, refusing } from './faulty-part.ts';
import { type BodySubject, planCases, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { valuesOf } from './reached-values.ts';
import { hasRequiredAlone } from './read-body.ts';
import { alteredBody } from './sent-body-faults.ts';

const plan: TrialPlan<BodySubject> = {
  isOfForms: true,
  isPermission: true,
  trials: ({ context: { values }, operation, body: { schema } }) => [
    { subject: { operationId: operation.id }, extent: 'required', make: () => values.valueAt(schema, 'required') },
  ],
};

/** A body with nothing but what it must have. */
export const bodyRequiredPropertiesAlone = defineKind({
  id: '{operationId}.requestBody.required',
  section,
  list: listParts(plan, ({ schema }, { id: operationId }) => [
    { subject: { operationId }, pointer: schema, statement: 'A body may have its required properties alone.' },
  ]),
  contractAdvice: () => 'change required',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, { ...subject, path: '' });
      if (faulty === undefined) return [];
      const { whole } = faulty.body;
      return [
        refusing(faulty, 'refuses the required properties alone', ([body = null]) =>
          valuesOf(context.description, whole, body).slice(0, 1).every(hasRequiredAlone),
        ),
      ];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: wholeBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: ({ body }) => (body.reached.get('')?.some(hasRequiredAlone) === true ? 'kept' : undefined),
    },
    faults: (context, { subject }) => alteredBody(context, operationOf(context, subject)),
    advice: clientAdvice,
  },
});
