import { type Exact, isSame } from '../../../http/exact-json.ts';
import { type HttpResponse, isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { examplesAt } from '../../../openapi/values/examples.ts';
import { type PlacedValue, valuesIn, withOwnExamples, withValue } from '../../../openapi/values/placed-values.ts';
import { sentSchema } from '../../../requirements/request/logins.ts';
import type { Session } from '../session/session.ts';
import { tryOut } from './trial-request.ts';

const mostValues = 40;

// Any two letters may be a country by chance.
const mostTries = 3;

/**
 * Finds out which values of a body must be as an example has them, though the schema allows others: a postcode must be
 * one of its country. The bodies of this run then have those.
 */
export async function findExemplaryValues(session: Session, operation: Operation): Promise<void> {
  const { contract } = session.description;
  const schema = sentSchema(contract, operation);
  const examples = schema === undefined ? [] : validExamples(session, schema);
  if (schema === undefined || examples.length === 0 || !(await isOnceRefused(session, operation))) return;
  const example = await servedOf(session, operation, examples);
  if (example === undefined) return;
  for (const one of valuesIn(contract, schema, example).slice(0, mostValues)) {
    if (session.values.fixedAt(one.pointer) !== undefined) continue;
    if (await mayBeRefused(session, operation, example, one)) session.values.fix(one.pointer, one.value);
  }
  await session.source.items.forgetMissing();
}

/** The examples of a body, and one that is made of those of its parts. */
function validExamples(session: Session, schema: string): Exact[] {
  const { contract } = session.description;
  const whole = examplesAt(contract, schema.replace(/\/schema$/, '')).map(({ value }) => value);
  const made = session.values.valueAt(schema, 'all');
  const joined = withOwnExamples(contract, schema, made);
  return [...whole, ...(isSame(joined, made) ? [] : [joined])].filter((one) => session.isValid('request', schema, one));
}

async function isOnceRefused(session: Session, operation: Operation): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1)
    if (isRefusal((await tryOut(session, await session.source.base(operation))).response)) return true;
  return false;
}

/** True where the server refuses an example that has another value in one place. */
async function mayBeRefused(
  session: Session,
  operation: Operation,
  example: Exact,
  { pointer, steps }: PlacedValue,
): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const other = withValue(example, steps, session.values.valueAt(pointer, 'required'));
    if (isRefusal(await responseTo(session, operation, other))) return true;
  }
  return false;
}

/** By which a server says that it knows no such value. */
function isRefusal({ status }: HttpResponse): boolean {
  return status === 400 || status === 422;
}

/**
 * An example that is served. Where it is refused the next time as if it were wrong, something in it must be unique:
 * then it does not show what else must be as it is.
 */
async function servedOf(
  session: Session,
  operation: Operation,
  examples: readonly Exact[],
): Promise<Exact | undefined> {
  for (const example of examples) {
    const send = () => responseTo(session, operation, example);
    if (isSuccess(await send()) && !isRefusal(await send())) return example;
  }
  return undefined;
}

async function responseTo(session: Session, operation: Operation, value: Exact): Promise<HttpResponse> {
  const parts = await session.source.base(operation);
  const { response } = await tryOut(session, await session.source.withBody(parts, parts.body?.mediaType ?? '', value));
  return response;
}
