import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import type { Extent } from '../../openapi/values/values.ts';
import { defineKind } from '../kind.ts';
import { discriminatedIn } from './bodies.ts';
import { type BodyPart, nameOf } from './body-part.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { accepting, type FaultyPart, faultyPart } from './faulty-part.ts';
import { type PartSubject, planCases, type Trial, type TrialMaterial, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { placeViolations } from './placed-violations.ts';
import { propertyJudgement } from './read-body.ts';
import { alteredPart } from './sent-body-faults.ts';

const plan: TrialPlan<PartSubject> = {
  isOfTexts: false,
  isPermission: false,
  trials: (material) => discriminatedIn(material).flatMap(({ part, name }) => trialsOf(material, part, name)),
};

const namesOfNone: readonly Exact[] = ['none-of-these', '', 7, null];

function trialsOf(
  { context: { values }, operation }: TrialMaterial,
  part: BodyPart,
  name: string,
): Trial<PartSubject>[] {
  const [first] = part.alternatives;
  const sample = (): ExactObject => {
    const made = first === undefined ? null : values.valueAt(first.view.pointer, 'all', first.depth);
    return isExactObject(made) ? made : {};
  };
  const trial = (make: () => ExactObject): Trial<PartSubject> => ({
    subject: { operationId: operation.id, path: part.pathOf(name) },
    make: (extent: Extent) => part.bodyWith(values, make(), extent),
  });
  return [
    ...namesOfNone.map((wrong) => trial(() => ({ ...sample(), [name]: wrong }))),
    trial(() => Object.fromEntries(Object.entries(sample()).filter(([own]) => own !== name))),
  ];
}

/** A property that names one of several alternatives (OpenAPI, Discriminator Object). */
export const bodyPartDiscriminator = defineKind({
  id: '{operationId}.requestBody{path}.discriminator',
  section,
  list: listParts(plan, (body, { id: operationId }) =>
    discriminatedIn(body).map(({ part, name }) => ({
      subject: { operationId, path: part.pathOf(name) },
      pointer: part.view.keywords.get('discriminator')?.pointer ?? part.view.pointer,
      statement: `${nameOf(part.pathOf(name))} must name one of the alternatives.`,
    })),
  ),
  contractAdvice: () => 'change discriminator',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined ? [] : [accepting(faulty, (body) => isOfNone(faulty, body))];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: ({ body }, { path }) =>
        propertyJudgement(body, path, 'discriminator', ({ part }, name) => part.discriminator === name),
    },
    faults: (context, { subject }) => alteredPart(faultyPart(context, subject)),
    advice: clientAdvice,
  },
});

function isOfNone({ context, body: { schema, whole }, path }: FaultyPart, body: Exact): boolean {
  const violations = context.violations('request', schema, body);
  return placeViolations(context.description, whole, body, violations).some(
    (placed) => placed.path === path && placed.violation.keyword === 'discriminator',
  );
}
