import { defineKind } from '../kind.ts';
import { aspectsIn, judgeAspect } from './aspect-parts.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { accepting, faultyPart, refusing, violating } from './faulty-part.ts';
import { type PartSubject, planCases, type TrialPlan, valueTrials } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { alteredPart } from './sent-body-faults.ts';
import { isOfNull } from './violated-requirement.ts';

const plan: TrialPlan<PartSubject> = {
  isOfTexts: false,
  isPermission: false,
  trials: (material) =>
    valueTrials(material, (keyword) => keyword === 'null').map(({ part: { path }, make }) => ({
      subject: { operationId: material.operation.id, path },
      make,
    })),
};

/** Whether a part of a body may be null. */
export const bodyPartNull = defineKind({
  id: '{operationId}.requestBody{path}.null',
  section,
  list: listParts(plan, aspectsIn('null')),
  contractAdvice: () => 'change the type',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      if (faulty?.part === undefined) return [];
      if (faulty.part.view.types.includes('null'))
        return [refusing(faulty, 'refuses null', (values) => values.includes(null))];
      const isWrong = violating(faulty, ({ keyword }, values) => values.some((value) => isOfNull(keyword, value)));
      return [accepting(faulty, isWrong, subject.path === '' ? 'takes null' : undefined)];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: (request, subject) => judgeAspect(request, subject, 'null'),
    },
    faults: (context, { subject }) => alteredPart(faultyPart(context, subject)),
    advice: clientAdvice,
  },
});
