import { type Exact, isExactObject, writeExact } from '../../http/exact-json.ts';
import { jsonIn, withJson } from '../../http/message-changes.ts';
import { ownValue } from '../../http/own-value.ts';
import { type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { FaultDraft } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { bodySchemasOf } from './body-parts.ts';
import { propertyAt, stepsOf } from './body-path.ts';
import { responseFault } from './response-fault.ts';

/** Another value for a part of a body; undefined for none. */
export type PartChange = (value: Exact | undefined) => Exact | undefined;

/** Which item of each list on the way to the part is changed, of those that have it. */
type Place = 'first' | 'last';

/** What is done to a part of a body. */
export interface PartFault {
  /** Tried one after the other, until one of them makes a body that is wrong. */
  changes(part: SchemaView): readonly PartChange[];
  /** Keywords of which a violation makes a body wrong. `any`: every violation does; `none`: none is needed. */
  violates: readonly string[] | 'any' | 'none';
}

/**
 * Servers whose JSON bodies have one part that is wrong: in the first item of a list, or in the last one alone.
 * None where nothing wrong can be made of what the schema allows.
 */
export function bodyFaults(
  context: MessageContext,
  requirement: Requirement,
  { status, path }: { status: string; path: string },
  fault: PartFault,
): FaultDraft[] {
  const response = context.responseOf(requirement, status);
  const operation = context.operation(requirement.operationId) ?? null;
  const { contract } = context.description;
  const [schema] = response === undefined ? [] : bodySchemasOf(contract, operation, response);
  if (schema === undefined) return [];
  const changed = changeOf(context, schema, path, fault);
  if (changed(context.wholeBody(schema), 'first') === undefined) return [];
  const faultAt = (what: string, place: Place) =>
    responseFault(context, requirement, status, what, (own) => {
      const body = jsonIn(own.body);
      const other = body === undefined ? undefined : changed(body, place);
      return other === undefined ? own : withJson(own, other);
    });
  return path.includes('[]')
    ? [faultAt('in the first item', 'first'), faultAt('in the last item of several', 'last')]
    : [faultAt('is not so', 'first')];
}

function changeOf(
  context: MessageContext,
  schema: string,
  path: string,
  { changes, violates }: PartFault,
): (body: Exact, place: Place) => Exact | undefined {
  const steps = stepsOf(path);
  const all = changes(viewAt(context, schema, steps));
  const isWrong = (body: Exact): boolean => {
    if (violates === 'none') return true;
    const violations = context.violations('response', schema, body);
    return violates === 'any' ? violations.length > 0 : violations.some(({ keyword }) => violates.includes(keyword));
  };
  return (body, place) => {
    for (const change of all) {
      const made = withPart(body, steps, place, change);
      if (made !== undefined && made !== body && isWrong(made)) return made;
    }
    return undefined;
  };
}

function viewAt({ description: { contract } }: MessageContext, schema: string, steps: readonly string[]): SchemaView {
  return steps.reduce(
    (view, step) =>
      viewSchema(contract, (step === '[]' ? view.items : view.properties.get(propertyAt(step))) ?? view.pointer),
    viewSchema(contract, schema),
  );
}

/** The value with another part at the end of the steps, or itself; a part that is undefined is left out. */
function withPart(
  value: Exact | undefined,
  [step, ...rest]: readonly string[],
  place: Place,
  change: PartChange,
): Exact | undefined {
  if (step === undefined) {
    const made = change(value);
    const isSame = made !== undefined && value !== undefined && writeExact(made) === writeExact(value);
    return isSame ? value : made;
  }
  if (step === '[]') return Array.isArray(value) ? withItem(value, rest, place, change) : value;
  if (!isExactObject(value)) return value;
  const name = propertyAt(step);
  const own = ownValue(value, name);
  const made = withPart(own, rest, place, change);
  if (made === own) return value;
  if (made !== undefined) return { ...value, [name]: made };
  const { [name]: _, ...others } = value;
  return others;
}

/** The list with another item: the first or the last one that has the part. */
function withItem(list: Exact[], steps: readonly string[], place: Place, change: PartChange): Exact[] {
  if (list.length < (place === 'last' ? 2 : 1)) return list;
  for (let count = 0; count < list.length; count += 1) {
    const index = place === 'first' ? count : list.length - 1 - count;
    const made = withPart(list[index], steps, place, change) ?? null;
    if (made !== list[index]) return list.with(index, made);
  }
  return list;
}
