import { type Exact, isExactObject, writeExact } from '../../http/exact-json.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import { resolvePart } from '../../openapi/contract.ts';
import { objectOf } from '../../openapi/json.ts';
import { enumOf, numberAt, type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import { altering, type FaultDraft, faultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { RequirementDraft, RequirementSubject } from '../requirement.ts';

type BodySubject = Extract<RequirementSubject, { kind: 'responseBody' }>;

/** Which item of a list is changed. */
type Place = 'first' | 'last';

/** Bodies with one part that is not as the schema says: in the first item of a list, or in the last one alone. */
export function responseBodyFaults(
  context: MessageContext,
  requirement: RequirementDraft,
  subject: BodySubject,
): FaultDraft[] {
  const documented = context.responseOf(requirement, subject.status);
  const schema = documented === undefined ? undefined : context.bodySchemaOf(documented);
  if (
    schema === undefined ||
    objectOf(resolvePart(context.description.contract, schema.replace(/\/schema$/, '')).value)['schema'] === undefined
  )
    return [];
  const isOf = context.isOf(requirement, subject.status);
  const spoil = spoiler(context, schema, subject);
  // Nothing that the schema forbids can be made of what it allows.
  if (spoil(context.values.valueAt(schema, 'all'), 'first') === undefined) return [];
  const change = (what: string, place: Place): FaultDraft =>
    faultDraft(
      what,
      altering((response, request) => {
        if (!isOf(request, response)) return response;
        const body = jsonIn(response.body);
        const spoilt = body === undefined ? undefined : spoil(body, place);
        return spoilt === undefined ? response : withJson(response, spoilt);
      }),
    );
  const isInList = subject.path.includes('[]');
  return [
    change(isInList ? 'in the first item' : 'is not so', 'first'),
    ...(isInList ? [change('in the last item of several', 'last')] : []),
  ];
}

/** Changes a body so that it differs in the one keyword; undefined where that cannot be done. */
function spoiler(
  context: MessageContext,
  schema: string,
  { path, keyword }: BodySubject,
): (body: Exact, place: Place) => Exact | undefined {
  const steps = path.match(/\[\]|\.[^.[]+/g) ?? [];
  const view = viewAt(context, schema, steps);
  const isBroken = (body: Exact): boolean => {
    const violations = context.violations('response', schema, body);
    if (keyword === 'schema') return violations.length > 0;
    const wanted = keyword === 'surplus' ? ['additionalProperties', 'unevaluatedProperties'] : [keyword];
    return violations.some((violation) => wanted.includes(violation.keyword));
  };
  return (body, place) => {
    if (keyword === 'required') return within(body, steps, place, () => undefined, isBroken);
    if (keyword === 'meaning')
      return within(
        body,
        steps,
        place,
        (value) => Number(value) + 1,
        () => true,
      );
    if (keyword === 'surplus')
      return within(
        body,
        steps,
        place,
        (value) => ({ ...(isExactObject(value) ? value : {}), undescribed: 'value' }),
        isBroken,
      );
    for (const wrong of wrongValues(view, keyword)) {
      const made = within(body, steps, place, (value) => wrong(value ?? null), isBroken);
      if (made !== undefined) return made;
    }
    return undefined;
  };
}

function viewAt({ description: { contract } }: MessageContext, schema: string, steps: readonly string[]): SchemaView {
  return steps.reduce(
    (view, step) =>
      viewSchema(contract, (step === '[]' ? view.items : view.properties.get(step.slice(1))) ?? view.pointer),
    viewSchema(contract, schema),
  );
}

/** The body with another value at the end of the steps; a value that is undefined is left out. */
function within(
  body: Exact,
  steps: readonly string[],
  place: Place,
  change: (value: Exact | undefined) => Exact | undefined,
  isBroken: (body: Exact) => boolean,
): Exact | undefined {
  const at = (value: Exact | undefined, index: number): Exact | undefined => {
    const step = steps[index];
    if (step === undefined) return change(value);
    if (step === '[]') {
      if (!Array.isArray(value) || value.length < (place === 'last' ? 2 : 1)) return value;
      const chosen = place === 'last' ? value.length - 1 : 0;
      return value.map((item, own) => (own === chosen ? (at(item, index + 1) ?? null) : item));
    }
    if (!isExactObject(value)) return value;
    const name = step.slice(1);
    const { [name]: own, ...others } = value;
    const made = at(own, index + 1);
    return made === undefined ? others : { ...others, [name]: made };
  };
  const made = at(body, 0);
  return made === undefined || writeExact(made) === writeExact(body) || !isBroken(made) ? undefined : made;
}

function wrongValues(view: SchemaView, keyword: string): ((value: Exact) => Exact)[] {
  const bound = numberAt(view, keyword) ?? 0;
  const [listed] = enumOf(view) ?? [];
  const own: Record<string, ((value: Exact) => Exact)[]> = {
    minimum: [() => bound - 1],
    exclusiveMinimum: [() => bound],
    maximum: [() => bound + 1],
    exclusiveMaximum: [() => bound],
    multipleOf: [(value) => Number(value) + bound / 2],
    maxLength: [() => 'x'.repeat(bound + 1)],
    minLength: [() => 'x'.repeat(Math.max(0, bound - 1))],
    maxItems: [
      (value) =>
        Array.isArray(value)
          ? Array.from({ length: bound + 1 }, (_, index) => value[index % Math.max(1, value.length)] ?? null)
          : [],
    ],
    uniqueItems: [(value) => (Array.isArray(value) ? [...value, ...value.slice(-1)] : [])],
    enum: [() => (typeof listed === 'string' ? `${listed}s` : 'none-of-these'), () => 'none-of-these'],
  };
  const any: Exact[] = ['!', 'text', 7, 2n ** 63n, 1.5, -1, true, null, {}, [], '2026-02-30'];
  // A number as a text, and a text as a number, are what careless servers send.
  const retyped = (value: Exact): Exact =>
    typeof value === 'number' ? String(value) : typeof value === 'string' ? 7 : value;
  return [...(own[keyword] ?? []), retyped, ...any.map((value) => () => value)];
}
