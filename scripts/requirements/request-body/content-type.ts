import type { HttpRequest } from '../../http/exchange.ts';
import { isForm, isFormInParts, isJson, isOfType } from '../../http/media-types.ts';
import { headerIn, withHeader } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { anyOf, invalid, orUnsupported, refusals } from '../cases.ts';
import { requestFault } from '../client/request-fault.ts';
import type { FaultDraft } from '../fault.ts';
import type { Judgement } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { ReadRequest } from '../request/read-request.ts';
import { section } from './body-requirement.ts';
import {
  type BodyCase,
  boundBy,
  changedBody,
  eitherWay,
  type JsonTaker,
  jsonTaker,
  refused,
  refusingRequests,
  takingRequests,
  usualType,
} from './whole-body.ts';

const otherTypes = [
  'text/plain',
  'application/xml',
  'application/json',
  'text/json',
  'application/vnd.example+json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
];

function isDocumented({ requestBody }: Operation, type: string): boolean {
  return requestBody?.mediaTypes.some((own) => isOfType(type, own)) === true;
}

function casesOf(operation: Operation): BodyCase[] {
  const usual = usualType(operation);
  if (usual === undefined) return [];
  const wrong = refusals(operation, invalid);
  const unsupported = refusals(operation, [415]) ?? orUnsupported(wrong);
  const open = eitherWay(anyOf(unsupported, wrong));
  const foreign = [...otherTypes, ...typesNear(operation, usual)].filter((type) => !isDocumented(operation, type));
  const as = (title: string, expectation: Parameters<typeof changedBody>[2], mediaType: string | null) =>
    // What is empty may be taken for no body at all, of whatever type.
    changedBody(operation, title, expectation, ({ bytes }) => ({
      bytes: bytes.length === 0 ? Buffer.from(' ') : bytes,
      mediaType,
    }));
  // What is written in JSON may be read as JSON (RFC 6839), and a merge patch may come as what it is written in.
  const mayBeRead = (type: string) =>
    isJson(usual) && (type.endsWith('+json') || (type === 'application/json' && usual.endsWith('+json')));
  return [
    ...foreign.flatMap((type) =>
      as(type, mayBeRead(type) || isReadAnyway(operation, usual) ? open : refused(unsupported), type),
    ),
    // RFC 9110 section 8.3: a server may then look at the body itself.
    ...as('no Content-Type', open, null),
    ...(isJson(usual)
      ? [
          ...as('in another case', open, usual.toUpperCase()),
          // Other types have parameters of their own: JSON:API 1.1 section 5.1 has this one refused.
          ...as('with a charset', isPlainJson(usual) ? { kind: 'accepted' } : open, `${usual}; charset=utf-8`),
        ]
      : []),
  ];
}

/** What begins like a media type, and nobody sends. Only who documents 415 says that it reads types to their end. */
function typesNear({ responses }: Operation, type: string): string[] {
  return Object.hasOwn(responses, '415') ? [`${type}x`] : [];
}

/** Many servers read whatever comes as JSON, or as bytes: who documents 415 says that the type is looked at. */
function isReadAnyway({ responses }: Operation, usual: string): boolean {
  return !isForm(usual) && !isFormInParts(usual) && !Object.hasOwn(responses, '415');
}

function isPlainJson(type: string): boolean {
  return isOfType(type, 'application/json');
}

/** The media types that a body may be of. */
export const bodyContentType = defineKind({
  id: '{operationId}.requestBody.contentType',
  section,
  list: (_, operation) => {
    const { requestBody } = operation ?? {};
    if (operation === null || requestBody == null || usualType(operation) === undefined) return [];
    return [
      {
        subject: { operationId: operation.id },
        pointer: `${requestBody.pointer}/content`,
        statement: `The body must be ${requestBody.mediaTypes.join(' or ')}.`,
        ...boundBy(casesOf(operation)),
      },
    ];
  },
  contractAdvice: () => 'describe the media type',
  server: {
    reach: { by: 'cases', cases: (_, operation) => casesOf(operation) },
    faults: (context, { subject }) => {
      const taker = jsonTaker(context, subject);
      return taker === undefined ? [] : typeFaults(taker);
    },
    advice: () => 'Take the documented media types, and refuse every other one.',
  },
  client: {
    callerValue: () => ({ kind: 'body', path: '' }),
    reach: { by: 'requests', refusedAt: () => 'media type', judge },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const types: readonly [what: string, type: string | undefined][] = [
        ['as text', 'text/plain'],
        ['without its type', undefined],
        ['as a form', 'application/x-www-form-urlencoded'],
      ];
      return types
        .filter(([, type]) => type === undefined || !isDocumented(operation, type))
        .map(([what, type]) =>
          requestFault(context, operation, what, (request) => withHeader(request, 'Content-Type', type)),
        );
    },
    advice: () => 'Send the body with a documented media type in Content-Type.',
  },
});

function typeFaults(taker: JsonTaker): FaultDraft[] {
  const { operation, mediaType } = taker;
  const isTyped = (test: (type: string) => boolean) => (request: HttpRequest) => test(typeOf(request));
  const takes = (what: string, test: (type: string) => boolean) =>
    takingRequests(taker, what, isTyped(test), (request) => withHeader(request, 'Content-Type', mediaType));
  // Where no refusal is documented, a server may take any media type.
  const isRefused = refusals(operation, [...invalid, 415]) !== undefined && !isReadAnyway(operation, mediaType);
  return [
    ...(isRefused
      ? [
          takes('takes another media type', (type) => /^(text|application\/xml)/.test(type)),
          ...typesNear(operation, mediaType).map((near) =>
            takes('takes a media type that begins like it', (type) => type.startsWith(near)),
          ),
          takes('takes what a form sends', (type) => /form/.test(type)),
        ]
      : []),
    ...(isPlainJson(mediaType)
      ? [
          refusingRequests(
            taker,
            'refuses a charset',
            isTyped((type) => /charset=utf-8/i.test(type)),
          ),
        ]
      : []),
  ];
}

function typeOf(request: HttpRequest): string {
  return headerIn(request, 'Content-Type') ?? '';
}

function judge({ operation, body: { bytes, documented, contentType } }: ReadRequest): Judgement {
  if (bytes === null) return undefined;
  if (documented !== undefined) return 'kept';
  return {
    documented: `Content-Type: ${operation.requestBody?.mediaTypes.join(' or ')}`,
    received: contentType === '' ? 'no Content-Type' : `Content-Type: ${contentType}`,
  };
}
