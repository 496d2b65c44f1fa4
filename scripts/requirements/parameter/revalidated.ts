import { excerpt } from '../../http/excerpt.ts';
import { type Answer, headerOf, isSuccess } from '../../http/exchange.ts';
import { headerIn, withHeader } from '../../http/message-changes.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { answering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { asValue, otherTag } from '../request/preconditions.ts';
import { subjectOf } from './parameter.ts';
import { placeText, withoutParameter } from './place-value.ts';

const id = '{operationId}.parameters.{in}.{name}.current';

// What others change meanwhile has another ETag then.
const mostReadings = 4;

/**
 * Reading again what the client has: 304 (RFC 9110 section 13.1.2), where the contract has `If-None-Match`, the 304,
 * and an `ETag` of what is read.
 */
export const revalidated = defineKind({
  id,
  section: () => 'Parameters',
  list: (_, operation) => {
    const parameter = operation === null ? undefined : promisedBy(operation);
    if (operation === null || parameter === undefined) return [];
    return [
      {
        subject: subjectOf(operation, parameter),
        pointer: `${operation.pointer}/responses/304`,
        statement: `Where ${parameter.name} is the ETag of what is read: 304, and only there.`,
      },
    ];
  },
  contractAdvice: () => 'change the responses',
  server: {
    reach: { by: 'probes', probe: probeReading },
    faults: (context, { subject }) => {
      const isAbout = context.isTo(operationOf(context, subject));
      const ignored = answering(isAbout, (request, send) => send(withHeader(request, subject.name, undefined)));
      const always = answering(isAbout, async (request, send) => {
        const response = await send(request);
        return headerIn(request, subject.name) === undefined ? response : { ...response, status: 304 };
      });
      return [faultDraft('ignored', ignored), faultDraft('any is taken for the current one', always)];
    },
    advice: ({ name }) => `Compare ${name} with the ETag of what is read, and answer 304 where they are the same.`,
  },
  client: null,
});

/** The header, where the contract says all that makes sense of it. */
function promisedBy({ method, parameters, responses }: Operation): Parameter | undefined {
  const isTagged = Object.entries(responses).some(
    ([status, { headers }]) => /^2/.test(status) && headers.some(({ name }) => /^etag$/i.test(name)),
  );
  if (method !== 'GET' || !isTagged || !Object.hasOwn(responses, '304')) return undefined;
  return parameters.find(({ in: place, name }) => place === 'header' && /^if-none-match$/i.test(name));
}

async function* probeReading({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const parameter = promisedBy(operation);
  if (parameter === undefined) return;
  const subject = subjectOf(operation, parameter);
  const parts = withoutParameter(await context.source.base(operation), parameter);
  const isAllowed = (text: string) => context.isValid('request', parameterSchema(parameter), asValue(parameter, text));
  let seen = await call(parts);
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const tag = isSuccess(seen.response) ? headerOf(seen.response, 'ETag') : undefined;
    if (tag === undefined || !isAllowed(tag)) break;
    const again = await call(placeText(parts, parameter, tag));
    seen = await call(parts);
    if (headerOf(seen.response, 'ETag') !== tag) continue;
    yield { subject, answer: again, judgement: judgeCurrent(again, tag) };
    const other = otherTag(tag);
    if (other === undefined) return;
    const answer = await call(placeText(parts, parameter, other));
    return yield { subject, answer, judgement: judgeOther(answer, tag) };
  }
  yield { subject, answer: seen, judgement: { outOfReach: 'Nothing was read twice with the same ETag.' } };
}

function judgeCurrent(answer: Answer, tag: string): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  if (status === 304) return 'kept';
  if (!isSuccess(answer.response)) return { outOfReach: 'What has the ETag was not served again.' };
  return { documented: `304: the ETag is ${tag}.`, received: `${status}, ${excerpt(answer)}` };
}

function judgeOther(answer: Answer, tag: string): 'kept' | Violation {
  if (answer.response.status !== 304) return 'kept';
  return { documented: `What is there: the ETag is ${tag}.`, received: '304' };
}
