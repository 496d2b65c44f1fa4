import { type Answer, headerOf, isSuccess } from '../../http/exchange.ts';
import { isOfType } from '../../http/media-types.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Judgement } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { sectionOf } from './listed-responses.ts';
import { responseFault } from './response-fault.ts';

/**
 * Where a success may be of several media types, each is given to whoever accepts it alone (RFC 9110 section 12.5.1).
 */
export const acceptedMediaType = defineKind({
  id: '{set}.responses.{status}.content.{mediaType}',
  section: sectionOf,
  list: (_, operation) =>
    choicesOf(operation).map(({ subject, pointer }) => ({
      subject,
      pointer: `${pointer}/content`,
      statement: `A ${subject.status} response must be ${subject.mediaType} where the request accepts that alone.`,
    })),
  contractAdvice: () => 'change the content of the response',
  server: {
    reach: {
      by: 'answers',
      requests: (_, operation) =>
        choicesOf(operation).map(({ subject }) => ({
          subject,
          build: async ({ source }) => {
            const parts = await source.base(operation);
            return { ...parts, headers: [...parts.headers, ['Accept', subject.mediaType]] };
          },
          judge: (answer) => judge(subject, answer),
        })),
    },
    faults: (context, requirement) => {
      const { status, mediaType } = requirement.subject;
      const others = context.responseOf(requirement, status)?.mediaTypes.filter((one) => one !== mediaType) ?? [];
      const fault = (what: string, type: string | undefined) =>
        responseFault(context, requirement, status, what, (response) => withHeader(response, 'Content-Type', type));
      return [
        fault('another media type', 'application/x-nothing'),
        fault('no Content-Type', undefined),
        ...others.slice(0, 1).map((other) => fault('the other media type to everybody', other)),
      ];
    },
    advice: () => 'Send the media type that the request accepts.',
  },
  client: null,
});

interface Choice {
  subject: Record<'set' | 'status' | 'mediaType', string>;
  pointer: string;
}

function choicesOf(operation: Operation | null): Choice[] {
  if (operation === null) return [];
  return Object.entries(operation.responses).flatMap(([status, { mediaTypes, pointer }]) => {
    const own = mediaTypes.filter((mediaType) => !mediaType.includes('*'));
    const isChoice = /^2\d\d$/.test(status) && own.length > 1;
    return isChoice ? own.map((mediaType) => ({ subject: { set: operation.id, status, mediaType }, pointer })) : [];
  });
}

function judge({ status, mediaType }: Choice['subject'], { response }: Answer): Judgement {
  const isAnother = isSuccess(response) && String(response.status) !== status;
  if (response.status === 429 || isAnother) return undefined;
  const received = headerOf(response, 'Content-Type');
  return isSuccess(response) && isOfType(received ?? '', mediaType)
    ? 'kept'
    : {
        documented: `${mediaType}, which alone is accepted.`,
        received: `${response.status}, ${received ?? 'no Content-Type'}`,
      };
}
