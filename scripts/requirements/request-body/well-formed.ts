import type { HttpRequest } from '../../http/exchange.ts';
import { isJson, isReadable } from '../../http/media-types.ts';
import { headerIn, jsonIn } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { invalid, orMalformed, refusals, type Statuses } from '../cases.ts';
import { requestFault } from '../client/request-fault.ts';
import type { FaultDraft } from '../fault.ts';
import type { Judgement } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { failing } from '../parameter/faulty-answers.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { ReadRequest } from '../request/read-request.ts';
import { usualBodyOf } from './bodies.ts';
import { clientAdvice, section, serverAdvice, wholeBody } from './body-requirement.ts';
import {
  type BodyCase,
  boundBy,
  changedBody,
  eitherWay,
  isOf,
  type JsonTaker,
  jsonTaker,
  refused,
  takingRequests,
  usualType,
} from './whole-body.ts';

// NaN is none of them: many a parser of JSON takes it for a number.
const brokenTexts = [' ', '{', '{"a":', '{]', "{'a': 1}", 'undefined', '{"a": 1,}'];

const breaks: readonly ((bytes: Buffer) => Buffer)[] = [
  cut,
  withTrailingComma,
  (bytes) => Buffer.concat([bytes, Buffer.from('}')]),
  (bytes) => Buffer.concat([bytes, Buffer.from(' '), bytes]),
];

function casesOf(context: PlanningContext, operation: Operation): BodyCase[] {
  const mediaType = usualType(operation);
  if (mediaType === undefined || !isJson(mediaType)) return [];
  const statuses = orMalformed(refusals(operation, invalid));
  const expectation = refused(statuses);
  const schema = usualBodyOf(context.description.contract, operation)?.schema;
  const isAllowed = (bytes: Buffer) => {
    const value = jsonIn(Buffer.from(bytes.toString()));
    return schema !== undefined && value !== undefined && context.isValid('request', schema, value);
  };
  // Nothing at all is well where the body may be left out.
  const texts = operation.requestBody?.required === true ? ['', ...brokenTexts] : brokenTexts;
  return [
    ...texts.flatMap((text) =>
      changedBody(operation, JSON.stringify(text), expectation, () => ({
        mediaType,
        bytes: Buffer.from(text),
      })),
    ),
    ...breaks.flatMap((change) =>
      changedBody(operation, 'cut, broken, or followed by more', expectation, (body) => ({
        ...body,
        bytes: change(body.bytes),
      })),
    ),
    ...changedBody(operation, 'no UTF-8', eitherWay(statuses && orUnknown(statuses)), (body) => ({
      ...body,
      bytes: withBrokenUtf8(body.bytes, isAllowed),
    })),
  ];
}

/** With the sign for what is no UTF-8 in it, a text may name a thing that is not there. */
function orUnknown({ text, has }: Statuses): Statuses {
  return { text, has: (status) => status === 404 || has(status) };
}

/** A number stays one when it is cut. */
function cut(bytes: Buffer): Buffer {
  if (/\d$/.test(bytes.toString())) return Buffer.concat([bytes, Buffer.from('e')]);
  return bytes.subarray(0, Math.max(1, bytes.length - 2));
}

/** Nothing else is wrong with it: a body of other properties would be refused for them. */
function withTrailingComma(bytes: Buffer): Buffer {
  const text = bytes.toString();
  return /[}\]]$/.test(text) ? Buffer.from(`${text.slice(0, -1)},${text.slice(-1)}`) : cut(bytes);
}

/**
 * A byte that no UTF-8 has, in a text that is a value: most decoders put U+FFFD in its place. The text is one that may
 * have that sign, if there is one: else a server might store, say, an address that is none.
 */
function withBrokenUtf8(bytes: Buffer, isAllowed: (bytes: Buffer) => boolean): Buffer {
  const broken = [...bytes.toString('latin1').matchAll(/:"/g)].map(({ index }) =>
    Buffer.concat([bytes.subarray(0, index + 2), Buffer.from([0xff]), bytes.subarray(index + 2)]),
  );
  return broken.find(isAllowed) ?? broken[0] ?? cut(bytes);
}

const statement = 'The body must be well-formed.';

/** A body that must be what its media type says: JSON, or a form. */
export const bodyWellFormed = defineKind({
  id: '{operationId}.requestBody.wellFormed',
  section,
  list: (context, operation) => {
    if (operation?.requestBody == null || !isEverRead(operation)) return [];
    const pointer = `${operation.requestBody.pointer}/content`;
    return [{ subject: { operationId: operation.id }, pointer, statement, ...boundBy(casesOf(context, operation)) }];
  },
  contractAdvice: () => 'describe another media type',
  server: {
    reach: { by: 'cases', cases: casesOf },
    faults: (context, { subject }) => {
      const taker = jsonTaker(context, subject);
      return taker === undefined ? [] : lenientFaults(taker);
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: wholeBody,
    reach: { by: 'requests', refusedAt: () => 'broken body', judge },
    faults: (context, { subject }) => {
      const altered = (what: string, alter: (bytes: Buffer) => Buffer) =>
        requestFault(context, operationOf(context, subject), what, (request) => ({
          ...request,
          body: request.body === null ? null : alter(request.body),
        }));
      return [
        altered('cut short', (bytes) => bytes.subarray(0, -1)),
        altered('no UTF-8', (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([0xff]), bytes.subarray(-1)])),
      ];
    },
    advice: clientAdvice,
  },
});

/** True where a request may have a body that can be read. */
function isEverRead(operation: Operation): boolean {
  return operation.requestBody?.mediaTypes.some(isReadable) === true;
}

function judge({ body: { value, problem, documented } }: ReadRequest): Judgement {
  if (documented === undefined) return undefined;
  if (problem !== undefined) return { documented: statement, received: problem };
  return value === undefined ? undefined : 'kept';
}

function lenientFaults(taker: JsonTaker): FaultDraft[] {
  const isBroken = (request: HttpRequest) =>
    request.body !== null &&
    headerIn(request, 'Content-Type') === taker.mediaType &&
    jsonIn(request.body) === undefined;
  const takes = (what: string, test: (text: string) => boolean) =>
    takingRequests(taker, what, (request, text) => isBroken(request) && test(text));
  return [
    takes('takes what is broken', () => true),
    takes('takes what is empty', (text) => text.trim() === ''),
    takes('takes a comma too many', (text) => text.includes(',}')),
    takes('takes single quotes', (text) => text.includes("'")),
    takes('takes what is followed by more', (text) => text.length > 8 && /\}[{}]/.test(text)),
    takes('takes what is cut', (text) => text.length > 12 && !/\}\s*$/.test(text)),
    failing(
      taker.context,
      'fails with what is no UTF-8',
      isOf(taker, ({ body }) => body !== null && !isUtf8(body)),
    ),
  ];
}

function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8')).equals(bytes);
}
