import { isSame } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, headerOf, isSuccess } from '../../http/exchange.ts';
import { headerIn, withHeader } from '../../http/message-changes.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { answering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { asValue, isPrecondition, otherTag, taggedReader } from '../request/preconditions.ts';
import { subjectOf } from './parameter.ts';
import { placeText } from './place-value.ts';

const id = '{operationId}.parameters.{in}.{name}.stale';

/**
 * A change of what another client has changed meanwhile: 412, and nothing happens (RFC 9110 section 13.1.1), where the
 * contract has `If-Match`, the 412, and an `ETag` of what is read.
 */
export const precondition = defineKind({
  id,
  section: () => 'Parameters',
  list: ({ description }, operation) => {
    const promised = operation === null ? undefined : promiseOf(description, operation);
    if (operation === null || promised === undefined) return [];
    const { parameter } = promised;
    return [
      {
        subject: subjectOf(operation, parameter),
        pointer: `${operation.pointer}/responses/412`,
        statement: `Where ${parameter.name} is not the ETag of the item: 412, and nothing must change.`,
      },
    ];
  },
  contractAdvice: () => 'change the responses',
  server: {
    reach: { by: 'probes', probe: probeStale },
    faults: (context, { subject }) => {
      const isAbout = context.isTo(operationOf(context, subject));
      const without = answering(isAbout, (request, send) => send(withHeader(request, subject.name, undefined)));
      const never = answering(isAbout, (request, send) =>
        send(headerIn(request, subject.name) === undefined ? request : withHeader(request, subject.name, '"of-none"')),
      );
      return [faultDraft('ignored', without), faultDraft('the current one is refused as well', never)];
    },
    advice: ({ name }) =>
      `Compare ${name} with the ETag of the item before anything is changed, and give it another one with each change.`,
  },
  client: null,
});

/** The header, and what reads the ETag that it is compared with, where the contract has both and the 412. */
function promiseOf(
  { operations }: Description,
  operation: Operation,
): { parameter: Parameter; read: Operation } | undefined {
  const parameter = operation.parameters.find(isPrecondition);
  const read = taggedReader(operations, operation);
  const isRefused = Object.hasOwn(operation.responses, '412');
  return parameter !== undefined && read !== undefined && isRefused ? { parameter, read } : undefined;
}

// What happens to other items may change one, as its place among them.
const mostTries = 3;

async function* probeStale(run: ProbeRun, operation: Operation, tries = mostTries): AsyncGenerator<Probed<typeof id>> {
  const promised = promiseOf(run.context.description, operation);
  if (promised === undefined) return;
  const { parameter, read } = promised;
  const parts = await run.context.source.base(operation);
  const reading = { ...(await run.context.source.base(read)), path: parts.path };
  const before = await run.call(reading);
  const tag = headerOf(before.response, 'ETag');
  const subject = subjectOf(operation, parameter);
  const stale = tag === undefined ? undefined : otherTag(tag);
  const isAllowed = (text: string) =>
    run.context.isValid('request', parameterSchema(parameter), asValue(parameter, text));
  if (tag === undefined || stale === undefined || !isAllowed(stale)) {
    return yield {
      subject,
      answer: before,
      judgement: { outOfReach: 'No ETag was read of which another can be made.' },
    };
  }
  const refused = await run.call(placeText(parts, parameter, stale));
  const tagThen = headerOf((await run.call(reading)).response, 'ETag');
  const judgement = judgeStale(refused, tag, tagThen);
  if (refused.response.status === 412 && judgement !== 'kept' && tries > 1)
    return yield* probeStale(run, operation, tries - 1);
  yield { subject, answer: refused, judgement };
  // A weak one matches nothing (RFC 9110 section 13.1.1).
  if (judgement !== 'kept' || tag.startsWith('W/')) return;
  const served = await run.call(placeText(parts, parameter, tag));
  if (judgeCurrent(served) !== 'kept' && tries > 1) {
    const tagNow = headerOf((await run.call(reading)).response, 'ETag');
    if (tagNow !== tag) return yield* probeStale(run, operation, tries - 1);
  }
  yield { subject, answer: served, judgement: judgeCurrent(served) };
  if (!isSuccess(served.response) || operation.method === 'DELETE') return;
  const after = await run.call(reading);
  const isChanged = isSuccess(after.response) && !isSame(after.body ?? null, before.body ?? null);
  const [given, tagAfter] = [served, after].map(({ response }) => headerOf(response, 'ETag'));
  if (isChanged && tagAfter === tag)
    return yield {
      subject,
      answer: after,
      judgement: { documented: 'Another ETag after a change.', received: `ETag: ${tag}` },
    };
  if (given === undefined || given === tagAfter || given.startsWith('W/')) return;
  // The one of an answer is that of the item, or of no use to whoever changes it again.
  const again = await run.call(placeText(parts, parameter, given));
  const tagNow = headerOf((await run.call(reading)).response, 'ETag');
  if (again.response.status !== 412 || tagNow !== tagAfter) return;
  if (tries > 1) return yield* probeStale(run, operation, tries - 1);
  yield {
    subject,
    answer: served,
    judgement: { documented: `The ETag that is read after the change: ${tagNow}.`, received: `ETag: ${given}` },
  };
}

function judgeStale(answer: Answer, before: string, after: string | undefined): 'kept' | Violation | OutOfReach {
  const received = `${answer.response.status}, ${excerpt(answer)}`;
  if (answer.response.status !== 412) return { documented: `412: the ETag is ${before}.`, received };
  if (after === before) return 'kept';
  return { documented: `412, and nothing is changed: the ETag is still ${before}.`, received: `ETag: ${after}` };
}

function judgeCurrent(answer: Answer): 'kept' | Violation {
  if (answer.response.status !== 412) return 'kept';
  return { documented: 'The request is served: the ETag is the current one.', received: `412, ${excerpt(answer)}` };
}
