import { isExactObject, isSame, within, writeExact } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import { enumOf } from '../../openapi/schema-view.ts';
import { invalid, refusals } from '../cases.ts';
import { altering, type FaultDraft, faultDraft } from '../fault.ts';
import type { Violation } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { type RequestParts, sentBody } from '../request/request-parts.ts';
import { objectsIn } from './bodies.ts';
import { type BodyPart, nameOf } from './body-part.ts';
import { clientAdvice, partOfBody, section } from './body-requirement.ts';
import { type FaultyPart, faultyPart } from './faulty-part.ts';
import { type PartSubject, planCases, type Trial, type TrialMaterial, type TrialPlan } from './part-cases.ts';
import { listParts } from './part-list.ts';
import { propertyJudgement } from './read-body.ts';
import { sendingOwner } from './sent-body-faults.ts';

function readOnlyIn({ properties }: BodyPart): [name: string, property: BodyPart][] {
  return [...properties].filter(([, { isReadOnly }]) => isReadOnly);
}

const plan: TrialPlan<PartSubject> = {
  isOfForms: true,
  isPermission: false,
  trials: trialsOf,
};

/** Only at the top: what a server makes of one deeper in a body, its response need not show. */
function trialsOf({ context: { values }, operation, body: { whole } }: TrialMaterial): Trial<PartSubject>[] {
  const refused = refusals(operation, invalid);
  if (refused === undefined || !whole.isObject) return [];
  return readOnlyIn(whole).flatMap(([name, { path, view }]) => {
    const few = enumOf(view) ?? (view.types.includes('boolean') ? [true, false] : undefined);
    const taken = new Set<string>();
    const tried =
      few === undefined ? [values.valueAt(view.pointer, 'all')] : [few.slice(0, 1), few.slice(1).slice(-1)].flat();
    return tried.map((own) => ({
      subject: { operationId: operation.id, path },
      refusableWith: refused,
      make: (extent) => whole.object(values, extent, { [name]: own }),
      check: (parts, answer) => {
        const violation = takenOver(name, parts, answer);
        if (violation !== undefined) taken.add(writeExact(own));
        // One of few values may be what the server sets as well: that of a new order is `open`.
        return few === undefined || taken.size > 1 ? violation : undefined;
      },
    }));
  });
}

function takenOver(name: string, parts: RequestParts, { body, response }: Answer): Violation | undefined {
  const [sent, received] = [within(sentBody(parts), [name]), within(body, [name])];
  if (!isSuccess(response) || sent === undefined || received === undefined || !isSame(sent, received)) return undefined;
  return { documented: setByServer(name), received: `${name}: ${writeExact(received)}, as it was sent` };
}

const setByServer = (name: string) => `${name} is set by the server alone.`;

/** A property that only the server sets: sent, it is ignored or refused. */
export const bodyPartReadOnly = defineKind({
  id: '{operationId}.requestBody{path}.readOnly',
  section,
  list: listParts(plan, (body, { id: operationId }) =>
    objectsIn(body)
      .flatMap(readOnlyIn)
      .map(([, { path, view }]) => ({
        subject: { operationId, path },
        pointer: view.pointer,
        statement: setByServer(nameOf(path)),
      })),
  ),
  contractAdvice: () => 'change readOnly',
  server: {
    reach: { by: 'cases', cases: (context, operation) => planCases(plan, context, operation) },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined ? [] : [answeredAsSent(faulty)];
    },
    advice: ({ path }) => `Set ${nameOf(path)} yourself: ignore or refuse what a request has for it.`,
  },
  client: {
    callerValue: partOfBody,
    reach: {
      by: 'requests',
      // It may as well be ignored.
      refusedAt: () => undefined,
      judge: ({ body }, { path }) =>
        propertyJudgement(body, path, 'readOnly', ({ part }, name) => part.properties.get(name)?.isReadOnly === true),
    },
    faults: (context, { subject }) => {
      const faulty = faultyPart(context, subject);
      return faulty === undefined
        ? []
        : [sendingOwner(faulty, 'sends it', (owner, name) => ({ ...owner, [name]: 'set by the client' }))];
    },
    advice: clientAdvice,
  },
});

function answeredAsSent({ context, operation, steps }: FaultyPart): FaultDraft {
  const name = steps.at(-1) ?? '';
  const isTo = context.isTo(operation);
  const answer = altering((response, request) => {
    const [sent, received] = [within(jsonIn(request.body), [name]), jsonIn(response.body)];
    const isTaken = isTo(request) && isSuccess(response) && sent !== undefined && isExactObject(received);
    return isTaken ? withJson(response, { ...received, [name]: sent }) : response;
  });
  return faultDraft('takes over what was sent', answer);
}
