import { isExactObject } from '../../http/exact-json.ts';
import { defineKind } from '../kind.ts';
import { clientAdvice, operationOf, section, serverAdvice, wholeBody } from './body-requirement.ts';
import { faultyPart, refusing } from './faulty-part.ts';
import { type BodySubject, planCases, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { valuesOf } from './reached-values.ts';
import type { ReachedValue } from './read-body.ts';
import { alteredBody } from './sent-body-faults.ts';

const plan: TrialPlan<BodySubject> = {
  isOfForms: true,
  isPermission: true,
  trials: ({ context: { values }, operation, body: { schema } }) => [
    { subject: { operationId: operation.id }, extent: 'all', make: () => values.valueAt(schema, 'all') },
  ],
};

/** A body with everything that its schema describes. */
export const bodyAllProperties = defineKind({
  id: '{operationId}.requestBody.all',
  section,
  list: listParts(plan, ({ schema }, { id: operationId }) => [
    { subject: { operationId }, pointer: schema, statement: 'A body may have every property.' },
  ]),
  contractAdvice: () => 'change the properties',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, { ...subject, path: '' });
      if (faulty === undefined) return [];
      const { whole } = faulty.body;
      return [
        refusing(faulty, 'refuses every property at once', ([body = null]) =>
          valuesOf(context.description, whole, body).slice(0, 1).every(hasAll),
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
      judge: ({ body: { reached } }) => (reached.get('')?.some(hasAll) === true ? 'kept' : undefined),
    },
    faults: (context, { subject }) => alteredBody(context, operationOf(context, subject)),
    advice: clientAdvice,
  },
});

/** True for an object with every property that a client may send. */
function hasAll({ part, meant, value }: ReachedValue): boolean {
  const properties = [...part.properties, ...(meant?.properties ?? [])];
  return isExactObject(value) && properties.every(([name, { isReadOnly }]) => isReadOnly || Object.hasOwn(value, name));
}
