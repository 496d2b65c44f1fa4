import { isExactObject } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type HttpResponse, headerOf } from '../../http/exchange.ts';
import { jsonIn, withHeader, withJson } from '../../http/message-changes.ts';
import { resolvePart } from '../../openapi/contract.ts';
import type { FaultDraft } from '../fault.ts';
import type { Judgement } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import { responseFault, seenByClient } from './response-fault.ts';
import type { SeenResponse } from './seen-response.ts';

const id = '{set}.responses.{status}.content';

const bodiless = ['204', '205', '304'];

/**
 * The body of a response is of a documented media type and can be read as that. Where the contract describes no
 * content, it leaves open what comes, but for the statuses that have none (RFC 9110 sections 15.3.5, 15.3.6, 15.4.5).
 */
export const responseContent = defineKind({
  id,
  section: sectionOf,
  list: (context, operation) =>
    listForResponses(context, operation, ({ set, status, response: { pointer, mediaTypes } }) => {
      // A response to HEAD has no body, whatever it would have.
      if (operation?.method === 'HEAD') return [];
      const subject = { set: set.name, status };
      const { contract } = context.description;
      const isEmpty = mediaTypes.length === 0;
      if (isEmpty && !bodiless.includes(status)) return [];
      return [
        {
          subject,
          pointer: isEmpty ? resolvePart(contract, pointer).pointer : `${pointer}/content`,
          statement: isEmpty
            ? `A ${status} response must have no body.`
            : `The body of a ${status} response must be ${mediaTypes.join(' or ')}.`,
        },
      ];
    }),
  contractAdvice: () => 'change the content of the response',
  server: {
    reach: {
      by: 'responses',
      judge: (seen, { status }) => (seen.status !== status || seen.isToHead ? undefined : judge(seen)),
    },
    faults: (context, requirement) =>
      faultsOf(context, requirement).map(({ what, change }) => faultFor(context, requirement, what, change)),
    advice: () => 'Send the documented media type, and a body that can be read as that.',
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'documented responses',
      isShownBy: ({ status, response, sent }, subject) =>
        status === subject.status &&
        (response.mediaTypes.length === 0) === (headerOf(sent, 'Content-Type') === undefined),
      nearness: ({ about }) => (about.kind === 'body' ? 1 : undefined),
    },
    faults: (context, requirement) =>
      faultsOf(context, requirement)
        .filter(({ changesNothingOfJson }) => changesNothingOfJson !== true)
        .map(({ what, change }) => seenByClient(faultFor(context, requirement, what, change))),
    advice: () => 'Hand the body on as it came.',
  },
});

function judge(seen: SeenResponse): Judgement {
  const { response, documented } = seen;
  const mediaTypes = documented?.mediaTypes ?? [];
  if (mediaTypes.length === 0)
    return response.body.length === 0
      ? 'kept'
      : { documented: `A ${seen.status} without a body.`, received: excerpt(seen) };
  const received = headerOf(response, 'Content-Type');
  if (seen.mediaType === undefined)
    return {
      documented: `Content-Type: ${mediaTypes.join(' or ')}`,
      received: received === undefined ? `no Content-Type, ${excerpt(seen)}` : `Content-Type: ${received}`,
    };
  if (/^[^;]*[/+]xml\s*(?:;|$)/i.test(received ?? '') && isJsonText(response.body))
    return { documented: 'A body that is XML.', received: `JSON: ${excerpt(seen)}` };
  return !seen.isOfJson || seen.json.problem === undefined
    ? 'kept'
    : { documented: 'A body that is JSON.', received: `${seen.json.problem}: ${excerpt(seen)}` };
}

/** True for an object or a list of JSON, which XML never begins like (XML 1.0 section 2.8). */
function isJsonText(body: Buffer): boolean {
  const value = jsonIn(body);
  return typeof value === 'object' && value !== null;
}

interface ContentFault {
  what: string;
  change(response: HttpResponse): HttpResponse;
  /** Readers of JSON may pass over it: a client gives the same value (RFC 8259 section 8.1). */
  changesNothingOfJson?: true;
}

function faultFor(
  context: MessageContext,
  requirement: Requirement<typeof id>,
  what: string,
  change: ContentFault['change'],
): FaultDraft {
  return responseFault(context, requirement, requirement.subject.status, what, change);
}

function faultsOf(context: MessageContext, requirement: Requirement<typeof id>): ContentFault[] {
  const mediaTypes = context.responseOf(requirement, requirement.subject.status)?.mediaTypes ?? [];
  if (mediaTypes.length === 0)
    return [
      { what: 'a body where there is none', change: (response) => ({ ...response, body: Buffer.from('surplus') }) },
    ];
  const as = (what: string, type: string | undefined): ContentFault => ({
    what,
    change: (response) => withHeader(response, 'Content-Type', type),
  });
  const mediaType = context.mediaTypeOf(mediaTypes);
  return [
    ...(mediaTypes.includes('*/*') ? [] : [as('another media type', 'application/x-nothing')]),
    as('no Content-Type', undefined),
    ...(mediaType === undefined
      ? []
      : [
          { ...as('another charset', `${mediaType}; charset=iso-8859-1`), changesNothingOfJson: true as const },
          ...brokenBodies,
        ]),
  ];
}

const brokenBodies: readonly ContentFault[] = [
  { what: 'a body cut short', change: (response) => ({ ...response, body: response.body.subarray(0, -1) }) },
  { what: 'an empty body', change: (response) => ({ ...response, body: Buffer.alloc(0) }) },
  {
    what: 'a byte order mark',
    change: (response) => ({ ...response, body: Buffer.concat([Buffer.from('\uFEFF'), response.body]) }),
    changesNothingOfJson: true,
  },
  {
    what: 'no UTF-8',
    change: (response) =>
      isExactObject(jsonIn(response.body)) || response.body.length > 2
        ? { ...response, body: withByte(response.body, 0xff) }
        : withJson(response, '\ud800'),
  },
];

/** The byte stands before the last one of the body. */
function withByte(body: Buffer, byte: number): Buffer {
  return Buffer.concat([body.subarray(0, -1), Buffer.from([byte]), body.subarray(-1)]);
}
