import { type Exact, isExactObject, isNumber, isSame } from '../../http/exact-json.ts';
import { type HttpResponse, isSuccess } from '../../http/exchange.ts';
import type { Contract } from '../../openapi/contract.ts';
import { examplesAt, schemaExamples } from '../../openapi/examples.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { enumOf, viewSchema } from '../../openapi/schema-view.ts';
import { sentBody } from '../../requirements/request/request-parts.ts';
import type { Session } from './session.ts';

// Each is tried by a request of its own.
const mostValues = 40;

/**
 * Finds out which values of a body must be as an example has them, though the schema allows others: a postcode must be
 * one of its country. The bodies of this run then have those.
 */
export async function findExemplaryValues(session: Session, operation: Operation): Promise<void> {
  const base = await session.source.base(operation);
  const schema = session.sentSchema(base);
  const made = sentBody(base);
  if (schema === undefined || made === undefined || !isRefusal((await session.call(base)).response)) return;
  const example = await servedExample(session, operation, schema, made);
  if (example === undefined) return;
  const { contract } = session.description;
  for (const { pointer, steps, value } of [...valuesIn(contract, schema, example)].slice(0, mostValues)) {
    const other = session.values.valueAt(pointer, 'required');
    if (session.values.fixedAt(pointer) !== undefined || isSame(value, other)) continue;
    const response = await responseTo(session, operation, withValue(example, steps, other));
    if (isRefusal(response)) session.values.fix(pointer, value);
  }
  await session.source.items.forgetMissing();
}

/** By which a server says that it knows no such value. */
function isRefusal({ status }: HttpResponse): boolean {
  return status === 400 || status === 422;
}

/** An example that is served, and once more: where something in it must be unique, it does not show what else must. */
async function servedExample(
  session: Session,
  operation: Operation,
  schema: string,
  made: Exact,
): Promise<Exact | undefined> {
  const { contract } = session.description;
  const whole = examplesAt(contract, schema.replace(/\/schema$/, '')).map(({ value }) => value);
  for (const example of [...whole, withOwnExamples(contract, schema, made)]) {
    const isServed = async () => isSuccess(await responseTo(session, operation, example));
    if (session.isValid('request', schema, example) && (await isServed()) && (await isServed())) return example;
  }
  return undefined;
}

async function responseTo(session: Session, operation: Operation, value: Exact): Promise<HttpResponse> {
  const parts = await session.source.base(operation);
  const { response } = await session.call(await session.source.withBody(parts, parts.body?.mediaType ?? '', value));
  return response;
}

/** A body with the examples that its properties have themselves. */
function withOwnExamples(contract: Contract, schema: string, body: Exact): Exact {
  return [...valuesIn(contract, schema, body)].reduce<Exact>((made, { pointer, steps }) => {
    const [example] = schemaExamples(viewSchema(contract, pointer));
    return example === undefined ? made : withValue(made, steps, example);
  }, body);
}

interface PlacedValue {
  /** Of its schema. */
  pointer: string;
  steps: readonly string[];
  value: Exact;
}

/** The texts and numbers in a body of which the schema does not list all; of a list, those of its first item. */
function* valuesIn(
  contract: Contract,
  pointer: string,
  value: Exact,
  steps: readonly string[] = [],
): Generator<PlacedValue> {
  const view = viewSchema(contract, pointer);
  if ((typeof value === 'string' || isNumber(value)) && enumOf(view) === undefined) yield { pointer, steps, value };
  const views = [view, ...view.alternatives.map((one) => viewSchema(contract, one))];
  const [first] = Array.isArray(value) ? value : [];
  const items = views.find((one) => one.items !== undefined)?.items;
  if (first !== undefined && items !== undefined) yield* valuesIn(contract, items, first, [...steps, '0']);
  if (!isExactObject(value)) return;
  for (const [name, own] of Object.entries(value)) {
    const property = views.find(({ properties }) => properties.has(name))?.properties.get(name);
    if (property !== undefined) yield* valuesIn(contract, property, own, [...steps, name]);
  }
}

function withValue(whole: Exact, [step, ...steps]: readonly string[], value: Exact): Exact {
  if (step === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((item, index) => (index === Number(step) ? withValue(item, steps, value) : item));
  return isExactObject(whole) ? { ...whole, [step]: withValue(whole[step] ?? null, steps, value) } : whole;
}
