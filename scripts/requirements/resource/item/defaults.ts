import { type Exact, type ExactObject, isExactObject, within } from '../../../http/exact-json.ts';
import { jsonIn, withJson } from '../../../http/message-changes.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Description } from '../../../openapi/description.ts';
import { remembered } from '../../../openapi/remembered.ts';
import { makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { defaultOf } from '../../../openapi/schemas/default-value.ts';
import { nearestPlaces } from '../../../openapi/schemas/nearest-places.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { answering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { sentBody } from '../../request/request-parts.ts';
import { otherValue } from '../other-value.ts';
import { shownValue } from '../shown-value.ts';
import { covers } from './item-difference.ts';
import { answeredProperties, heldIn, type KeptProperty, keptBetween } from './item-properties.ts';

/** A property that a creation leaves out, which then has its default (OpenAPI, Schema Object, `default`). */
export const itemDefaults = defineKind({
  id: '{operationId}.defaults.{property}',
  section: () => 'Stored data',
  list: ({ description, resources }, operation) =>
    resources.flatMap((resource) =>
      operation === null || makerOf(resource) !== operation
        ? []
        : defaultsOf(description, resource).map(({ property, preset, pointer }) => ({
            subject: { operationId: operation.id, property },
            pointer: partAt(description.contract, pointer).pointer,
            statement: `${property} must be ${shownValue(preset)} where a creation leaves it out.`,
          })),
    ),
  contractAdvice: () => 'change the default',
  server: {
    reach: {
      by: 'items',
      check: ({ description }, seen, judge) => {
        const isMade =
          seen.of === 'creation' || (seen.of === 'change' && seen.parts.operation === makerOf(seen.resource));
        if (!isMade) return;
        const sent = sentBody(seen.parts);
        const { holder } = answeredProperties(description.contract, seen.resource, seen.parts.operation) ?? {};
        const received = heldIn(holder, seen.answer.body);
        if (!isExactObject(sent) || !isExactObject(received)) return;
        for (const { property, steps, preset } of defaultsOf(description, seen.resource)) {
          const subject = { operationId: seen.parts.operation.id, property };
          const name = steps.at(-1) ?? '';
          const owners = ownersIn(sent, received, steps.slice(0, -1)).filter(([own]) => !Object.hasOwn(own, name));
          if (owners.length === 0 && steps.length > 1) judge(subject, seen.answer, { outOfReach: neverLeftOut });
          for (const [, { [name]: now }] of owners) judge(subject, seen.answer, shownBy(property, preset, now));
        }
      },
    },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      const schema = operation === undefined ? undefined : context.requestSchemaOf(operation);
      const { contract } = context.description;
      const own = context.resources
        .filter((resource) => makerOf(resource) === operation)
        .flatMap((resource) => defaultsOf(context.description, resource))
        .find((one) => one.property === property && one.steps.length === 1);
      if (operation === undefined || schema === undefined || own === undefined) return [];
      const isValid = (body: Exact) => context.violations('request', schema, body).length === 0;
      const other = otherValue(contract, schema, property, own.preset);
      const add = answering(context.isTo(operation), (request, send) => {
        const body = jsonIn(request.body);
        if (!isExactObject(body) || Object.hasOwn(body, property) || !isValid(body)) return send(request);
        const made = { ...body, [property]: other };
        return send(isValid(made) ? withJson(request, made) : request);
      });
      return covers(other, own.preset) ? [] : [faultDraft('another value where it is left out', add)];
    },
    advice: ({ property }) => `Give ${property} its default where a creation leaves it out.`,
  },
  client: null,
});

const neverLeftOut = 'Nothing that was created shows what becomes of it where it is left out.';

function shownBy(property: string, preset: Exact, now: Exact | undefined): 'kept' | Violation | OutOfReach {
  if (now === undefined) return { outOfReach: `What is created does not show ${property} where it was left out.` };
  const documented = `${property}: ${shownValue(preset)}, its default`;
  return covers(now, preset) ? 'kept' : { documented, received: `${property}: ${shownValue(now)}` };
}

/** Objects in what was sent, each with what came back of it: of a list, where its items came back as they were sent. */
function ownersIn(sent: Exact, received: Exact, [step, ...others]: readonly string[]): [ExactObject, ExactObject][] {
  if (step === undefined) return isExactObject(sent) && isExactObject(received) ? [[sent, received]] : [];
  if (step !== '[]') return ownersIn(within(sent, [step]) ?? null, within(received, [step]) ?? null, others);
  if (!Array.isArray(sent) || !Array.isArray(received) || !covers(received, sent)) return [];
  return sent.flatMap((item, index) => ownersIn(item, received[index] ?? null, others));
}

interface PropertyDefault {
  /** Its path, as `lines[].rate`. */
  property: string;
  /** The names of the path, and `[]` for the items of a list. */
  steps: readonly string[];
  preset: Exact;
  /** Of the default itself. */
  pointer: string;
}

/** A part of what is sent, beside what is shown of it. */
interface SentPart {
  sent: string;
  shown: string;
  steps: readonly string[];
}

// Deeper than this, a schema may hold another of itself.
const mostSteps = 5;

/** The defaults of properties that a creation may leave out, and answers with. */
const defaultsOf = remembered((description: Description, resource: Resource): readonly PropertyDefault[] => {
  const { contract } = description;
  const maker = makerOf(resource);
  const sent = maker && jsonBodySchema(contract, maker);
  const shown = maker && answeredProperties(contract, resource, maker)?.answered;
  if (sent === undefined || shown === undefined) return [];
  const start: SentPart = { sent, shown, steps: [] };
  const parts = nearestPlaces(start, mostSteps, (part) => partsWithin(contract, resource, part));
  return parts.flatMap((part) => defaultsIn(description, resource, part));
});

function partsWithin(contract: Contract, resource: Resource, part: SentPart): SentPart[] {
  const [{ items }, received] = [viewSchema(contract, part.sent), viewSchema(contract, part.shown)];
  if (items !== undefined && received.items !== undefined)
    return [{ sent: items, shown: received.items, steps: [...part.steps, '[]'] }];
  return propertiesIn(contract, resource, part).flatMap(({ name, pointer, shown }) =>
    shown === undefined ? [] : [{ sent: pointer, shown, steps: [...part.steps, name] }],
  );
}

function propertiesIn(contract: Contract, resource: Resource, { sent, shown }: SentPart): KeptProperty[] {
  const { properties } = viewSchema(contract, sent);
  return keptBetween(contract, resource, sent, shown).filter(({ name, pointer }) => properties.get(name) === pointer);
}

function defaultsIn(description: Description, resource: Resource, part: SentPart): PropertyDefault[] {
  const { contract, schemas } = description;
  const { required } = viewSchema(contract, part.sent);
  return propertiesIn(contract, resource, part).flatMap(({ name, pointer, shown }): PropertyDefault[] => {
    const preset = defaultOf(viewSchema(contract, pointer));
    if (preset === undefined || required.has(name)) return [];
    const steps = [...part.steps, name];
    const property = steps.join('.').replaceAll('.[]', '[]');
    // What no response may show is another one there.
    const mayShow = shown === undefined || schemas.isValid('response', shown, preset.value);
    return mayShow ? [{ property, steps, preset: preset.value, pointer: preset.pointer }] : [];
  });
}
