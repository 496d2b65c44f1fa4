import { type Exact, isExactObject, isSame, writeExact } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { withValue } from '../../openapi/parameters/request-parameters.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { answering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { parameterizedLists } from '../resource/list/list-resource.ts';
import { shownValue } from '../resource/shown-value.ts';
import { forEachParameter, isOpaqueName, isWithTexts, parameterOf, subjectOf, titleOf } from './parameter.ts';
import { placeValue, withoutParameter } from './place-value.ts';

const id = '{operationId}.parameters.{in}.{name}.default';

// More values than these are not tried to see whether the parameter makes a difference.
const mostOthers = 4;

/** A query parameter that is left out has its default (OpenAPI, Schema Object, `default`). */
export const parameterDefault = defineKind({
  id,
  section: () => 'Parameters',
  list: (context, all) =>
    forEachParameter(all, (operation, parameter) => {
      const preset = presetOf(context, operation, parameter);
      return preset === undefined
        ? []
        : [
            {
              subject: subjectOf(operation, parameter),
              pointer: partAt(context.description.contract, preset.pointer).pointer,
              statement: `${titleOf(parameter)} must default to ${shownValue(preset.value)}.`,
            },
          ];
    }),
  contractAdvice: () => 'change the default',
  server: {
    reach: { by: 'comparisons', probe: probeDefaults },
    faults: (context, { subject }) => {
      const { operation, parameter } = parameterOf(context, subject);
      const isAbout = isWithTexts(context, operation, parameter, (texts) => texts.length === 0);
      return otherValues(context, parameter).map((other) =>
        faultDraft(
          `it is ${shownValue(other)}`,
          answering(isAbout, (request, send) => send(withValue(request, operation, parameter, other))),
        ),
      );
    },
    advice: ({ name }) => `Use the default of ${name} where a request has none.`,
  },
  client: null,
});

/** The default of a parameter that requests may leave out; undefined where another kind tells, or nothing can. */
function presetOf(
  context: PlanningContext,
  operation: Operation,
  parameter: Parameter,
): { value: Exact; pointer: string } | undefined {
  const schema = parameterSchema(parameter);
  const preset = viewSchema(context.description.contract, schema).keywords.get('default');
  const isRead = operation.method === 'GET' && parameter.in === 'query' && !parameter.required;
  if (!isRead || preset === undefined || isOpaqueName(parameter.name)) return undefined;
  const isSize = parameterizedLists(context, operation).some(({ parameters: { size } }) => size === parameter);
  // A default such as `now` for a date is one of the description alone.
  return isSize || !context.isValid('request', schema, preset.value) ? undefined : preset;
}

async function* probeDefaults({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const parameter of operation.parameters) {
    const preset = presetOf(context, operation, parameter);
    if (preset === undefined) continue;
    const bare = withoutParameter(await context.source.base(operation, 'required'), parameter);
    const answer = await call(bare);
    const ask = (value: Exact) => call(placeValue(bare, parameter, value));
    const judgement = await judge(context, parameter, preset.value, answer, { again: () => call(bare), ask });
    yield { subject: subjectOf(operation, parameter), answer, judgement };
  }
}

interface Asking {
  /** The same request once more. */
  again(): Promise<Answer>;
  /** The same request with a value of the parameter. */
  ask(value: Exact): Promise<Answer>;
}

/** What the answers without a parameter, with its default and with other values show together. */
async function judge(
  context: PlanningContext,
  parameter: Parameter,
  preset: Exact,
  without: Answer,
  { again, ask }: Asking,
): Promise<'kept' | Violation | OutOfReach> {
  if (!isSuccess(without.response)) return { outOfReach: `No request without ${parameter.name} was served.` };
  const isAlike = (one: Answer, other: Answer) => isSame(shownBy(one, parameter), shownBy(other, parameter));
  const asked = await ask(preset);
  if (!isSuccess(asked.response)) return { outOfReach: `No request with ${parameter.name} was served.` };
  const isKept = isAlike(without, asked);
  // What differs from one answer to the next by itself is no matter of the parameter.
  const isSteady = isAlike(without, await again()) && (isKept || isAlike(asked, await ask(preset)));
  if (!isSteady) return { outOfReach: 'The same request gets another answer each time.' };
  if (!isKept)
    return {
      documented: `The same as with ${parameter.name} ${shownValue(preset)}: ${excerpt(asked)}`,
      received: `without ${parameter.name}: ${excerpt(without)}`,
    };
  for (const other of otherValues(context, parameter)) {
    const differing = await ask(other);
    if (isSuccess(differing.response) && !isAlike(differing, without)) return 'kept';
  }
  return { outOfReach: `No value of ${parameter.name} made a difference.` };
}

/** Values that a parameter allows besides its default. */
function otherValues(
  { description: { contract, schemas }, values }: Pick<MessageContext, 'description' | 'values'>,
  parameter: Parameter,
): Exact[] {
  const schema = parameterSchema(parameter);
  const view = viewSchema(contract, schema);
  const preset = view.keywords.get('default')?.value;
  const made = [...candidates(view, preset), values.valueAt(schema, 'required')];
  const distinct = new Map(made.map((value) => [writeExact(value), value])).values();
  const allowed = [...distinct].filter(
    (value) => !isSame(value, preset ?? null) && schemas.isValid('request', schema, value),
  );
  return allowed.slice(0, mostOthers);
}

function candidates(view: SchemaView, preset: Exact | undefined): Exact[] {
  const listed = enumOf(view);
  if (listed !== undefined) return listed;
  if (typeof preset === 'boolean') return [!preset];
  return typeof preset === 'number' ? [preset + 1, preset - 1] : [];
}

/** What an answer shows. Links, and what has the name of the parameter, may repeat the request. */
function shownBy({ response: { status }, body }: Answer, { name }: Parameter): Exact {
  return { status, body: withoutEcho(body ?? null, name) };
}

function withoutEcho(value: Exact, name: string): Exact {
  if (Array.isArray(value)) return value.map((item) => withoutEcho(item, name));
  if (typeof value === 'string') return /^(https?:\/)?\/\S*$/i.test(value) ? '' : value;
  if (!isExactObject(value)) return value;
  const others = Object.entries(value).filter(([own]) => own !== name);
  return Object.fromEntries(others.map(([own, inner]) => [own, withoutEcho(inner, name)]));
}
