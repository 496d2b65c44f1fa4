import { excerpt } from '../../http/excerpt.ts';
import { type Answer, headerOf, isSuccess } from '../../http/exchange.ts';
import { isOfType } from '../../http/media-types.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { bodySchema } from '../../openapi/schema-pointers.ts';
import { numberAt, viewSchema } from '../../openapi/schema-view.ts';
import { successTypes } from '../../openapi/success-responses.ts';
import { answering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { RequestParts } from '../request/request-parts.ts';
import { settled } from '../settled.ts';

const id = '{operationId}.bytes.{other}';

const bytesType = 'application/octet-stream';

// Each byte once, and what is altered by whoever takes bytes for text: the ends of lines, and blanks at the end.
const sample = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), Buffer.from('\r\n\n \0')]);

/** Bytes that are put at a path, and read there: they come back as they were sent. */
export const bytesKept = defineKind({
  id,
  section: () => 'Stored data',
  list: ({ description }, operation) => {
    const read = operation === null ? undefined : readerOf(description.operations, operation);
    if (operation === null || read === undefined) return [];
    return [
      {
        subject: { operationId: operation.id, other: read.id },
        pointer: partAt(description.contract, operation.pointer).pointer,
        statement: `The bytes that are put must be returned by ${read.id}, each as it was sent.`,
      },
    ];
  },
  contractAdvice: () => 'change the media types of both operations',
  server: {
    reach: { by: 'probes', probe: probeBytes },
    faults: (context, { subject: { other } }) => {
      const isRead = context.isTo(context.operation(other));
      const altered = (what: string, change: (bytes: Buffer) => Buffer) =>
        faultDraft(
          what,
          answering(isRead, async (request, send) => {
            const response = await send(request);
            return isSuccess(response) ? { ...response, body: change(response.body) } : response;
          }),
        );
      return [
        altered('read as text', (bytes) => Buffer.from(bytes.toString())),
        altered('cut', (bytes) => bytes.subarray(0, -1)),
      ];
    },
    advice: ({ other }) => `Store the bytes as they are, and let ${other} return them so.`,
  },
  client: null,
});

/** What reads the bytes that an operation puts. */
function readerOf(operations: readonly Operation[], put: Operation): Operation | undefined {
  if (put.method !== 'PUT' || put.requestBody?.mediaTypes.includes(bytesType) !== true) return undefined;
  return operations.find(
    (one) => one.method === 'GET' && one.path === put.path && successTypes(one).includes(bytesType),
  );
}

async function* probeBytes(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  const read = readerOf(context.description.operations, operation);
  if (read === undefined) return;
  const parts = await withSample(context, operation);
  const subject = { operationId: operation.id, other: read.id };
  const put = await call(parts);
  if (!isSuccess(put.response) || put.response.status === 202)
    return yield {
      subject,
      answer: put,
      judgement: { outOfReach: 'No response has said that the bytes were stored.' },
    };
  const { headers, ...others } = await context.source.base(read);
  const reading = { ...others, path: parts.path, headers: [...headers, ['Accept', bytesType] as const] };
  const judgeSeen = (seen: Answer) => judge(parts.body?.bytes ?? sample, seen);
  const isKept = (seen: Answer) => judgeSeen(seen) === 'kept';
  const answer = await settled(run, () => call(reading), isKept);
  yield { subject, answer, judgement: judgeSeen(answer) };
}

/** Beneath what was made for this alone: other requests put other bytes. */
async function withSample({ description, source }: PlanningContext, operation: Operation): Promise<RequestParts> {
  const schema = bodySchema(description.contract, operation, bytesType);
  const most = schema === undefined ? undefined : numberAt(viewSchema(description.contract, schema), 'maxLength');
  const given = await source.items.newPath(operation);
  return {
    ...(await source.base(operation, 'all', true, given)),
    body: { mediaType: bytesType, bytes: sample.subarray(0, most) },
  };
}

function judge(sent: Buffer, answer: Answer): 'kept' | Violation | OutOfReach {
  const { status, body } = answer.response;
  const isOther = isSuccess(answer.response) && !isOfType(headerOf(answer.response, 'Content-Type') ?? '', bytesType);
  if (isOther || !(isSuccess(answer.response) || [404, 410].includes(status)))
    return { outOfReach: 'No response has shown the bytes.' };
  if (isSuccess(answer.response) && body.equals(sent)) return 'kept';
  const documented = `The ${sent.length} bytes that were put there.`;
  if (!isSuccess(answer.response)) return { documented, received: `${status}, ${excerpt(answer)}` };
  const other = body.findIndex((byte, index) => byte !== sent[index]);
  const place = (other < 0 ? body.length : other) + 1;
  return { documented, received: `${body.length} bytes, of which number ${place} is the first other one` };
}
