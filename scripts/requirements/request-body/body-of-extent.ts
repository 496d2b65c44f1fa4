import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Extent } from '../../openapi/values/values.ts';
import { invalid, refusals } from '../cases.ts';
import { defineKind, type Kind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { clientAdvice, section, serverAdvice, wholeBody } from './body-requirement.ts';
import { faultyPart, refusing } from './faulty-part.ts';
import { type BodySubject, planCases, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { valuesOf } from './reached-values.ts';
import type { ReachedValue } from './read-body.ts';
import { alteredBody } from './sent-body-faults.ts';

/** What one kind of such bodies says of itself. */
interface BodyOfExtent {
  /** All of its properties, or those alone that it must have. */
  extent: Extent;
  statement: string;
  /** A server that refuses them. */
  fault: string;
  contractAdvice: string;
  isOfExtent(value: ReachedValue): boolean;
}

/** The kind of requirement that a body may have all of its properties, or those alone that it must have. */
export function bodyOfExtent({
  extent,
  statement,
  fault,
  contractAdvice,
  isOfExtent,
}: BodyOfExtent): Kind<`{operationId}.requestBody.${Extent}`> {
  const plan: TrialPlan<BodySubject> = {
    isOfTexts: true,
    isPermission: true,
    trials: ({ context: { values }, operation, body: { schema } }) => [
      {
        subject: { operationId: operation.id },
        extent,
        refusableWith: changesNothing(operation, values.valueAt(schema, extent))
          ? refusals(operation, invalid)
          : undefined,
        make: () => values.valueAt(schema, extent),
      },
    ],
  };
  return defineKind({
    id: `{operationId}.requestBody.${extent}`,
    section,
    list: listParts(plan, ({ schema }, { id: operationId }) => [
      { subject: { operationId }, pointer: schema, statement },
    ]),
    contractAdvice: () => contractAdvice,
    server: {
      reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
      faults: (context, { subject }) => {
        const faulty = faultyPart(context, { ...subject, path: '' });
        if (faulty === undefined) return [];
        const { whole } = faulty.body;
        return [
          refusing(faulty, fault, ([body = null]) =>
            valuesOf(context.description, whole, body).slice(0, 1).every(isOfExtent),
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
        judge: ({ body: { reached } }) => (reached.get('')?.some(isOfExtent) === true ? 'kept' : undefined),
      },
      faults: (context, { subject }) => alteredBody(context, operationOf(context, subject)),
      advice: clientAdvice,
    },
  });
}

/** True for a change without any property: a server may refuse to do nothing. */
export function changesNothing({ method }: Operation, value: Exact): boolean {
  return method === 'PATCH' && isExactObject(value) && Object.keys(value).length === 0;
}
