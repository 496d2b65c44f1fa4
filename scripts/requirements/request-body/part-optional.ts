import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { ClientChange } from '../client/client-fault.ts';
import { defineKind } from '../kind.ts';
import { objectsIn } from './bodies.ts';
import { type BodyPart, nameOf } from './body-part.ts';
import { clientAdvice, partOfBody, section, serverAdvice } from './body-requirement.ts';
import { type FaultyPart, faultyPart, refusing } from './faulty-part.ts';
import { type PartSubject, planCases, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { propertyJudgement } from './read-body.ts';
import { sendingOwner } from './sent-body-faults.ts';

/** What a body is meant for without the name of an alternative, is undefined. */
function optionalIn({ view, properties, namedBy }: BodyPart): [name: string, property: BodyPart][] {
  return [...properties].filter(
    ([name, { isReadOnly }]) => !isReadOnly && !view.required.has(name) && name !== namedBy,
  );
}

const plan: TrialPlan<PartSubject> = {
  isOfTexts: true,
  isPermission: true,
  trials: ({ context: { values }, operation, parts }) =>
    objectsIn({ parts }).flatMap((part) =>
      optionalIn(part)
        .filter(([, property]) => parts.includes(property))
        .map(([name, { path }]) => ({
          subject: { operationId: operation.id, path },
          extent: 'all',
          make: () =>
            part.bodyWith(
              values,
              part.objectWithout(values, 'all', (own) => own === name),
              'all',
            ),
        })),
    ),
};

/** A property that may be left out. */
export const bodyPartOptional = defineKind({
  id: '{operationId}.requestBody{path}.optional',
  section,
  list: listParts(plan, (body, { id: operationId }) =>
    objectsIn(body)
      .flatMap(optionalIn)
      .map(([, { path, view }]) => ({
        subject: { operationId, path },
        pointer: view.pointer,
        statement: `${nameOf(path)} may be left out.`,
      })),
  ),
  contractAdvice: () => 'change optional',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined ? [] : [refusing(faulty, 'refused without it', (values) => values.length === 0)];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'body',
      judge: ({ body }, { path }) =>
        propertyJudgement(body, path, 'optional', ({ part, value }, name) => isLeftOut(part, value, name)),
    },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined ? [] : [sentAsNull(faulty)];
    },
    advice: clientAdvice,
  },
});

function isLeftOut(part: BodyPart, value: Exact, name: string): boolean {
  const isOptional = part.properties.has(name) && !part.view.required.has(name);
  return isOptional && isExactObject(value) && !Object.hasOwn(value, name);
}

function sentAsNull(faulty: FaultyPart): ClientChange {
  return sendingOwner(faulty, 'sends null where the caller gives nothing', (owner, name) =>
    Object.hasOwn(owner, name) ? owner : { ...owner, [name]: null },
  );
}
