import { type Exact, isSame, within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, type HttpResponse, isSuccess } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { withValue } from '../../openapi/values/placed-values.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import { type NamedThing, namedThings } from '../request/named-things.ts';
import { encodeBody, type RequestParts, sentBody } from '../request/request-parts.ts';
import { propertyAt, stepsOf } from '../response/body-path.ts';
import { section } from './body-requirement.ts';

const id = '{operationId}.requestBody{path}.unknown';

/** What a body names must be there, where the contract says what is answered if it is not. */
export const unknownReference = defineKind({
  id,
  section,
  list: (context, operation) =>
    operation === null
      ? []
      : namedThings(context, operation).map(({ path, said, statuses }) => ({
          subject: { operationId: operation.id, path },
          pointer: said,
          statement: `A body whose ${nameOf(path)} nothing has must be answered with ${statuses.join(' or ')}.`,
        })),
  contractAdvice: () => 'change what is said of it',
  server: {
    reach: { by: 'probes', probe: probeReferences },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const named = namedThings(context, operation).find(({ path }) => path === subject.path);
      return named === undefined ? [] : [takingAny(context, operation, named)];
    },
    advice: ({ path }) => `Look the ${nameOf(path)} up, and refuse the request where there is none.`,
  },
  // Whether something has an identifier, only the server knows.
  client: null,
});

function nameOf(path: string): string {
  return path.slice(1);
}

async function* probeReferences(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const named of namedThings(run.context, operation)) {
    const subject = { operationId: operation.id, path: named.path };
    const parts = await run.context.source.base(operation);
    const served = await run.call(parts);
    const unknown = isSuccess(served.response)
      ? toUnknown(run, named, await run.context.source.base(operation))
      : undefined;
    if (unknown === undefined) {
      yield {
        subject,
        answer: served,
        judgement: { outOfReach: `No request has named something as ${nameOf(named.path)}.` },
      };
      continue;
    }
    const answer = await run.call(unknown);
    yield { subject, answer, judgement: judge(named, answer) };
  }
}

/** The same request with an identifier that nothing has; undefined where it has none to change. */
function toUnknown(
  run: ProbeRun,
  { path, pointer, resource }: NamedThing,
  parts: RequestParts,
): RequestParts | undefined {
  const { context } = run;
  const [body, steps] = [sentBody(parts), stepsIn(path)];
  const own = within(body, steps);
  const unknown = candidatesFor(own).find(
    (one) =>
      context.isValid('request', pointer, one) && !run.isTaken(one) && context.source.newItems.take(resource, one),
  );
  if (body === undefined || unknown === undefined) return undefined;
  return { ...parts, body: encodeBody(parts.body?.mediaType ?? '', withValue(body, steps, unknown)) };
}

/** The steps to a property; of a list, to that of the first thing. */
function stepsIn(path: string): string[] {
  return stepsOf(path).map((step) => (step === '[]' ? '0' : propertyAt(step)));
}

/** Far above what a server has come to, within 32 bits. */
const far = [1_987_654_321, 1_876_543_219, 98_765_431, 987_653, 9876];
/** A text with so many letters and digits is another one of its form; of a shorter one, that may be there. */
const fewest = 6;

/** Identifiers of the form of one that is there. */
function candidatesFor(own: Exact | undefined): Exact[] {
  if (typeof own === 'number' || typeof own === 'bigint') return far;
  if (typeof own !== 'string') return [];
  if (/^\d+$/.test(own)) return [...far.map(String), ...othersOfForm(own)];
  const isLong = own.replaceAll(/[^a-z\d]/gi, '').length >= fewest;
  return isLong ? othersOfForm(own) : [...far.map((number) => `${own}${number}`), ...othersOfForm(own)];
}

/** The same text with other digits, and other letters, at its end: a digit of a hexadecimal number stays one. */
function othersOfForm(own: string): string[] {
  const classes = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];
  const turned = (letter: string, by: number) => {
    const all = classes.find((one) => one.includes(letter)) ?? letter;
    return all[(all.indexOf(letter) + by) % all.length] ?? letter;
  };
  return [5, 3, 7].map((by) => own.slice(0, -8) + [...own.slice(-8)].map((letter) => turned(letter, by)).join(''));
}

function judge({ path, statuses }: NamedThing, answer: Answer): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  if (statuses.includes(status)) return 'kept';
  if (!isSuccess(answer.response) && ![400, 404, 409, 410, 422].includes(status))
    return { outOfReach: `The request was answered with ${status}.` };
  return {
    documented: `${statuses.join(' or ')}: nothing has this ${nameOf(path)}.`,
    received: `${status}, ${excerpt(answer)}`,
  };
}

/** A server that does not look up what is named. */
function takingAny(context: MessageContext, operation: Operation, { path, statuses }: NamedThing): FaultDraft {
  const schema = context.requestSchemaOf(operation);
  return faultDraft('is not looked up', (send, harness) => {
    let last: { own: Exact; response: HttpResponse } | undefined;
    const wrap = answering(context.isTo(operation), async (request, next) => {
      const response = await next(request);
      const body = jsonIn(request.body);
      const own = within(body, stepsIn(path));
      if (body === undefined || own === undefined || schema === undefined) return response;
      if (isSuccess(response)) last = { own, response };
      const isUnknown = statuses.includes(response.status) && context.violations('request', schema, body).length === 0;
      return isUnknown && last !== undefined && !isSame(last.own, own) ? last.response : response;
    });
    return wrap(send, harness);
  });
}
