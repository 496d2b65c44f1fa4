import { isExactObject } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, headerOf, isSuccess } from '../../http/exchange.ts';
import { boundaryParameter, writeFormInParts } from '../../http/form-in-parts.ts';
import { isFormInParts, isJson, isOfType } from '../../http/media-types.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { bodySchema, jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successTypes } from '../../openapi/success-responses.ts';
import { answering, faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { type RequestParts, sentBody } from '../request/request-parts.ts';
import { settled } from '../settled.ts';

const id = '{operationId}.bytes.{other}';

export const bytesType = 'application/octet-stream';

// Each byte once, and what is altered by whoever takes bytes for text: the ends of lines, and blanks at the end.
const sample = Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), Buffer.from('\r\n\n \0')]);

/** Bytes that are put at a path, make an item, or come as the file of a form, and are read as they were sent. */
export const bytesKept = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) => {
    const { read } = (operation === null ? undefined : keptBy(context, operation)) ?? {};
    if (operation === null || read === undefined) return [];
    return [
      {
        subject: { operationId: operation.id, other: read.id },
        pointer: partAt(context.description.contract, operation.pointer).pointer,
        statement: `The bytes that are stored must be returned by ${read.id}, each as it was sent.`,
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

/** What reads the bytes that an operation stores. */
interface Kept {
  read: Operation;
  /** Where they make an item: as the whole body, or as the file of a form that has this name. */
  upload?: { resource: Resource; file: string | undefined };
}

type Known = Pick<MessageContext, 'description' | 'resources'>;

/** Undefined for an operation that stores no bytes which another one reads. */
export function keptBy({ description, resources }: Known, operation: Operation): Kept | undefined {
  const { method, path, requestBody } = operation;
  const { operations, contract } = description;
  if (method === 'PUT' && requestBody?.mediaTypes.includes(bytesType) === true) {
    const read = operations.find((one) => one.path === path && isReader(one));
    return read && { read };
  }
  const resource = resources.find(({ create }) => create === operation);
  if (resource !== undefined && requestBody?.mediaTypes.includes(bytesType) === true) {
    const read = readerOf(operations, resource);
    return read && { read, upload: { resource, file: undefined } };
  }
  const [file, ...otherFiles] = Object.keys(requestBody?.files ?? {});
  const schema = jsonBodySchema(contract, operation);
  const isOneFile = file !== undefined && otherFiles.length === 0 && requestBody?.mediaTypes.some(isJson) === false;
  if (resource === undefined || !isOneFile || schema === undefined) return undefined;
  const pointer = viewSchema(contract, schema).properties.get(file);
  if (pointer === undefined || viewSchema(contract, pointer).items !== undefined) return undefined;
  const read = readerOf(operations, resource, file);
  return read && { read, upload: { resource, file } };
}

function isReader(operation: Operation): boolean {
  return operation.method === 'GET' && successTypes(operation).includes(bytesType);
}

/** What alone reads the content of an item. */
function readerOf(operations: readonly Operation[], resource: Resource, file?: string): Operation | undefined {
  const [read, ...others] = operations.filter((one) => isContentOf(resource, file, one) && isReader(one));
  return others.length === 0 ? read : undefined;
}

/** True for an item itself, or what it holds: other bytes beneath it may be made of these, as a preview. */
function isContentOf({ itemsPath, parameter }: Resource, file: string | undefined, { path }: Operation): boolean {
  const item = `${itemsPath}/{${parameter?.name}}`;
  const below = path.slice(item.length);
  const isFile = file !== undefined && below === `/${file}`;
  return path.startsWith(item) && (isFile || /^(\/(content|download|file|data|raw|blob))?$/.test(below));
}

async function* probeBytes(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  const { read, upload } = keptBy(context, operation) ?? {};
  if (read === undefined) return;
  const parts =
    upload?.file === undefined ? await withSample(context, operation) : await withFile(context, operation, upload.file);
  const subject = { operationId: operation.id, other: read.id };
  const stored = await call(parts);
  const made = upload && context.idIn(upload.resource, stored);
  if (!isSuccess(stored.response) || stored.response.status === 202 || (upload !== undefined && made === undefined))
    return yield {
      subject,
      answer: stored,
      judgement: { outOfReach: 'No response has said that the bytes were stored.' },
    };
  const { headers, path, ...others } =
    upload === undefined || made === undefined
      ? await context.source.base(read)
      : await context.source.at(read, upload.resource, made);
  const at = upload === undefined ? parts.path : path;
  const reading = { ...others, path: at, headers: [...headers, ['Accept', bytesType] as const] };
  const judgeSeen = (seen: Answer) => judge(upload?.file === undefined ? (parts.body?.bytes ?? sample) : sample, seen);
  const isKept = (seen: Answer) => judgeSeen(seen) === 'kept';
  const answer = await settled(run, () => call(reading), isKept);
  yield { subject, answer, judgement: judgeSeen(answer) };
}

/** The creation of an item with these bytes as its file: a form whose value is JSON has texts alone. */
async function withFile(
  { source, values }: PlanningContext,
  operation: Operation,
  file: string,
): Promise<RequestParts> {
  const parts = await source.base(operation);
  const mediaType = parts.body?.mediaType ?? '';
  const value = sentBody(parts);
  if (!isFormInParts(mediaType) || !isExactObject(value)) return parts;
  const mark = values.token();
  const form = writeFormInParts({ ...value, [file]: mark }, operation.requestBody?.files ?? {});
  const start = form.indexOf(mark);
  const bytes = Buffer.concat([form.subarray(0, start), sample, form.subarray(start + mark.length)]);
  return { ...parts, body: { mediaType: mediaType + boundaryParameter, bytes } };
}

/** Beneath what was made for this alone: other requests put other bytes. */
async function withSample({ description, source }: PlanningContext, operation: Operation): Promise<RequestParts> {
  const schema = bodySchema(description.contract, operation, bytesType);
  const most = schema === undefined ? undefined : numberAt(viewSchema(description.contract, schema), 'maxLength');
  const given = await source.newItems.newPath(operation);
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
