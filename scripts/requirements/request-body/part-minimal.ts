import { isExactObject } from '../../http/exact-json.ts';
import type { FaultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { objectsIn } from './bodies.ts';
import { type BodyPart, nameOf } from './body-part.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { type FaultyPart, faultyPart, refusing } from './faulty-part.ts';
import { type PartSubject, planCases, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { hasRequiredAlone } from './read-body.ts';
import { alteredPart } from './sent-body-faults.ts';

/** The whole body with its required properties alone is a kind of its own. */
function isOfKind({ path, view }: BodyPart): boolean {
  return path !== '' && [...view.properties.keys()].some((name) => !view.required.has(name));
}

const plan: TrialPlan<PartSubject> = {
  isOfTexts: true,
  isPermission: true,
  trials: ({ context: { values }, operation, parts }) =>
    objectsIn({ parts })
      .filter(isOfKind)
      .filter((part) => sizeOf(part.object(values, 'required')) < sizeOf(part.object(values, 'all')))
      .map((part) => ({
        subject: { operationId: operation.id, path: part.path },
        make: (extent) => part.bodyWith(values, part.object(values, 'required'), extent),
      })),
};

const sizeOf = (object: object) => Object.keys(object).length;

/** An object in a body that may have its required properties alone. */
export const bodyPartMinimal = defineKind({
  id: '{operationId}.requestBody{path}.minimal',
  section,
  list: listParts(plan, (body, { id: operationId }) =>
    objectsIn(body)
      .filter(isOfKind)
      .map(({ path, view }) => ({
        subject: { operationId, path },
        pointer: view.pointer,
        statement: `${nameOf(path)} may have its required properties alone.`,
      })),
  ),
  contractAdvice: () => 'change minimal',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined ? [] : [refusedAlone(faulty)];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: ({ body }, { path }) => (body.reached.get(path)?.some(hasRequiredAlone) === true ? 'kept' : undefined),
    },
    faults: (context, { subject }) => alteredPart(faultyPart(context, subject)),
    advice: clientAdvice,
  },
});

function refusedAlone(faulty: FaultyPart): FaultDraft {
  const names = [...(faulty.part?.view.required.keys() ?? [])];
  return refusing(faulty, 'refuses its required properties alone', (values) =>
    values.some((value) => isExactObject(value) && Object.keys(value).every((name) => names.includes(name))),
  );
}
