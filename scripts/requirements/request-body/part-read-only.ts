import { type Exact, isExactObject, isSame, within, writeExact } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import type { Contract } from '../../openapi/contract.ts';
import { enumOf, numberAt, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import type { Extent } from '../../openapi/values/values.ts';
import { invalid, refusals } from '../cases.ts';
import { altering, type FaultDraft, faultDraft } from '../fault.ts';
import type { Violation } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { type RequestParts, sentBody } from '../request/request-parts.ts';
import { objectsIn } from './bodies.ts';
import { type BodyPart, nameOf, type Step } from './body-part.ts';
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
  isOfTexts: true,
  isPermission: false,
  trials: trialsOf,
};

function trialsOf({ context, operation, body }: TrialMaterial): Trial<PartSubject>[] {
  const refused = refusals(operation, invalid);
  if (refused === undefined) return [];
  const { contract } = context.description;
  const shown = successSchema(contract, operation);
  return objectsIn(body).flatMap((owner) =>
    readOnlyIn(owner).flatMap(([name, { path, steps, view }]) => {
      const isTop = owner === body.whole;
      const isShown =
        isDescribedAt(contract, body.schema, steps) &&
        shown !== undefined &&
        [steps, ofItem(steps)].some((own) => isDescribedAt(contract, shown, own));
      if (!isTop && !isShown) return [];
      const few = enumOf(view) ?? (view.types.includes('boolean') ? [true, false] : undefined);
      const taken = new Set<string>();
      const values = valuesFor(context, view, few, isTop);
      return values.map((own) => ({
        subject: { operationId: operation.id, path },
        refusableWith: refused,
        make: (extent: Extent) =>
          owner.bodyWith(context.values, owner.object(context.values, extent, { [name]: own }), extent),
        check: (parts: RequestParts, answer: Answer) => {
          const violation = takenOver(path, steps, parts, answer) ?? takenAsIdentifier(context, path, parts, answer);
          if (violation !== undefined) taken.add(writeExact(own));
          // One of few values may be what the server sets as well: that of a new order is `open`.
          const isAll = taken.size === new Set(values.map(writeExact)).size;
          return (few === undefined && isTop && !isNarrow(view)) || (isAll && taken.size > 1) ? violation : undefined;
        },
      }));
    }),
  );
}

/** True for numbers of which there are so few that what is sent may be what is there: a percentage. */
function isNarrow(view: SchemaView): boolean {
  const [least, most] = ['minimum', 'maximum'].map((name) => numberAt(view, name));
  return least !== undefined && most !== undefined && most - least < 1e6;
}

/**
 * Of few values the ends; deeper in a body, where a server computes much, two of many as well, and three of a narrow
 * range.
 */
function valuesFor(
  context: TrialMaterial['context'],
  view: SchemaView,
  few: readonly Exact[] | undefined,
  isTop: boolean,
): Exact[] {
  if (few !== undefined) return [...few.slice(0, 1), ...few.slice(1).slice(-1)];
  const made = Array.from({ length: isNarrow(view) ? 3 : isTop ? 1 : 2 }, () => unlikelyValue(context, view));
  // What is empty a server may have as well.
  return made.filter((value) => !/^(\{\}|\[\]|"")$/.test(writeExact(value)));
}

/** A value that a server does not come to by itself: what it counts or numbers is small. */
function unlikelyValue(context: TrialMaterial['context'], view: SchemaView): Exact {
  const { values } = context;
  const number = values.numberOf(`${view.pointer} ${values.next()}`);
  const isLarge = number > 1e6 && view.types.includes('integer') && context.isValid('request', view.pointer, number);
  return isLarge ? number : values.valueAt(view.pointer, 'all');
}

/** True where a schema has one description of what is deeper in it: elsewhere, an answer need not show it. */
function isDescribedAt(contract: Contract, schema: string, [step, ...others]: readonly Step[]): boolean {
  if (step === undefined) return true;
  const { items, properties, alternatives } = viewSchema(contract, schema);
  const at = step === null ? items : properties.get(step);
  return alternatives.length === 0 && at !== undefined && isDescribedAt(contract, at, others);
}

function takenOver(
  path: string,
  steps: readonly Step[],
  parts: RequestParts,
  { body, response }: Answer,
): Violation | undefined {
  const own = Array.isArray(body) ? steps : ofItem(steps);
  const [sent, received] = [valueAt(sentBody(parts), steps), valueAt(body, own)];
  if (!isSuccess(response) || sent === undefined || received === undefined || !isSame(sent, received)) return undefined;
  return {
    documented: setByServer(nameOf(path)),
    received: `${nameOf(path)}: ${writeExact(received)}, as it was sent`,
  };
}

/** An answer that does not show the new item may name it in its `Location`. */
function takenAsIdentifier(
  context: TrialMaterial['context'],
  path: string,
  parts: RequestParts,
  answer: Answer,
): Violation | undefined {
  const resource = context.resources.find(({ create }) => create === parts.operation);
  if (resource?.idProperty === undefined || path !== `.${resource.idProperty}`) return undefined;
  const [sent, received] = [within(sentBody(parts), [resource.idProperty]), context.idIn(resource, answer)];
  if (!isSuccess(answer.response) || sent === undefined || received === undefined || !isSame(sent, received))
    return undefined;
  return { documented: setByServer(nameOf(path)), received: `a new item with ${writeExact(received)}, as it was sent` };
}

/** The same place in a thing that is answered by itself, where a list of one was sent. */
function ofItem(steps: readonly Step[]): readonly Step[] {
  return steps[0] === null ? steps.slice(1) : steps;
}

/** What is at a place, of lists in the last item: that is the one that a trial is about. */
function valueAt(body: Exact | undefined, steps: readonly Step[]): Exact | undefined {
  return steps.reduce(
    (part, step) => (step === null ? (Array.isArray(part) ? part.at(-1) : undefined) : within(part, [step])),
    body,
  );
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
      return faulty?.steps.length === 1 ? [answeredAsSent(faulty)] : [];
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
