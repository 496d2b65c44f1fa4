import type { Exact } from '../../http/exact-json.ts';
import type { Extent } from '../../openapi/values/values.ts';
import type { ClientChange } from '../client/client-fault.ts';
import { defineKind } from '../kind.ts';
import { mostPartsOf, objectsIn } from './bodies.ts';
import { type BodyPart, nameOf } from './body-part.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { accepting, type FaultyPart, faultyPart } from './faulty-part.ts';
import { type PartSubject, planCases, type Trial, type TrialMaterial, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { isAt } from './part-values.ts';
import { propertyJudgement } from './read-body.ts';
import { alteredPart, sendingOwner } from './sent-body-faults.ts';

/** The properties that a client must give: what only the server sets is never missing. */
function requiredIn({ view, properties }: BodyPart): [name: string, pointer: string][] {
  return [...view.required].filter(([name]) => properties.get(name)?.isReadOnly !== true);
}

const plan: TrialPlan<PartSubject> = {
  isOfTexts: true,
  isPermission: false,
  trials: (material) => objectsIn(material).flatMap((part) => trialsOf(material, part)),
};

function trialsOf({ context: { values }, operation }: TrialMaterial, part: BodyPart): Trial<PartSubject>[] {
  const made = part.object(values, 'required');
  const names = requiredIn(part)
    .map(([name]) => name)
    .filter((name) => Object.hasOwn(made, name))
    .slice(0, mostPartsOf(part));
  const without = (name: string, extent: Extent, isLeftOut: (own: string) => boolean): Trial<PartSubject> => ({
    subject: { operationId: operation.id, path: part.pathOf(name) },
    extent,
    make: () => part.bodyWith(values, part.objectWithout(values, extent, isLeftOut), extent),
  });
  const [first] = names;
  return [
    ...names.flatMap((name) =>
      (['all', 'required'] as const).map((extent) => without(name, extent, (own) => own === name)),
    ),
    ...(first !== undefined && names.length > 1 ? [without(first, 'all', (own) => names.includes(own))] : []),
  ];
}

/** A property that must be given. */
export const bodyPartRequired = defineKind({
  id: '{operationId}.requestBody{path}.required',
  section,
  list: listParts(plan, (body, { id: operationId }) =>
    objectsIn(body).flatMap((part) =>
      requiredIn(part).map(([name, pointer]) => ({
        subject: { operationId, path: part.pathOf(name) },
        pointer,
        statement: `${nameOf(part.pathOf(name))} must be given.`,
      })),
    ),
  ),
  contractAdvice: () => 'change required',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined ? [] : [accepting(faulty, (body) => isMissing(faulty, body))];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: ({ body }, { path }) =>
        propertyJudgement(body, path, 'required', ({ part }, name) => part.view.required.has(name)),
    },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined ? [] : [...alteredPart(faulty), renamed(faulty)];
    },
    advice: clientAdvice,
  },
});

function isMissing({ context, body: { schema }, steps }: FaultyPart, body: Exact): boolean {
  return context
    .violations('request', schema, body)
    .some(
      ({ path, keyword, property }) =>
        keyword === 'required' && property === steps.at(-1) && isAt(path, steps.slice(0, -1)),
    );
}

function renamed(faulty: FaultyPart): ClientChange {
  return sendingOwner(faulty, 'under another name', (owner, name) =>
    Object.fromEntries(Object.entries(owner).map(([own, value]) => [own === name ? `${name}s` : own, value])),
  );
}
