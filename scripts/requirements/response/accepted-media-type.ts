import { type Answer, headerOf, isSuccess } from '../../http/exchange.ts';
import { isJson, isOfType } from '../../http/media-types.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { pointerTo } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { Judgement, OutOfReach } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { sectionOf } from './listed-responses.ts';
import { responseFault } from './response-fault.ts';

/**
 * Where a success may be of several media types, each is given to whoever accepts it alone (RFC 9110 section 12.5.1).
 * What is documented as JSON as well may be sent so all the same: many frameworks document more than they write.
 * Pictures, sounds and films may be had as they were stored, as may files of the types of an upload.
 */
export const acceptedMediaType = defineKind({
  id: '{set}.responses.{status}.content.{mediaType}',
  section: sectionOf,
  list: ({ description }, operation) =>
    choicesOf(description, operation).map(({ subject, pointer }) => ({
      subject,
      pointer: `${pointer}/content`,
      statement: `A ${subject.status} response must be ${subject.mediaType} where the request accepts that alone.`,
    })),
  contractAdvice: () => 'change the content of the response',
  server: {
    reach: {
      by: 'answers',
      requests: ({ description }, operation) =>
        choicesOf(description, operation).map((choice) => ({
          subject: choice.subject,
          build: async ({ source }) => {
            const parts = await source.base(operation);
            return { ...parts, headers: [...parts.headers, ['Accept', choice.subject.mediaType]] };
          },
          judge: (answer) => judge(choice, answer),
        })),
    },
    faults: (context, requirement) => {
      const { status, mediaType } = requirement.subject;
      const choices = choicesOf(context.description, context.operation(requirement.operationId) ?? null);
      const own = choices.find(({ subject }) => subject.status === status && subject.mediaType === mediaType);
      const others = context.responseOf(requirement, status)?.mediaTypes.filter((one) => one !== mediaType) ?? [];
      const fault = (what: string, type: string | undefined) =>
        responseFault(context, requirement, status, what, (response) => withHeader(response, 'Content-Type', type));
      return [
        fault('another media type', 'application/x-nothing'),
        fault('no Content-Type', undefined),
        ...(own?.json === undefined ? others : [])
          .filter((one) => !areRecordings(one, mediaType) && own?.uploaded.includes(one) !== true)
          .slice(0, 1)
          .map((other) => fault('the other media type to everybody', other)),
      ];
    },
    advice: () => 'Send the media type that the request accepts.',
  },
  client: null,
});

interface Choice {
  subject: Record<'set' | 'status' | 'mediaType', string>;
  pointer: string;
  /** The JSON as which the contract documents the same objects or lists. */
  json: string | undefined;
  /** The other media types that an upload may have in place of this one. */
  uploaded: string[];
}

function choicesOf({ contract, operations }: Description, operation: Operation | null): Choice[] {
  if (operation === null) return [];
  return Object.entries(operation.responses).flatMap(([status, { mediaTypes, pointer }]) => {
    const own = mediaTypes.filter((mediaType) => !mediaType.includes('*'));
    const isChoice = /^2\d\d$/.test(status) && own.length > 1;
    const json = own.find(isJson);
    const isObject = (mediaType: string) => isStructured(contract, `${pointer}/content${pointerTo(mediaType)}`);
    const jsonFor = (mediaType: string) => (!isJson(mediaType) && isObject(mediaType) ? json : undefined);
    const areUploaded = (...types: string[]) =>
      !types.some(isObject) &&
      operations.some(({ requestBody }) => types.every((type) => requestBody?.mediaTypes.includes(type)));
    return isChoice
      ? own.map((mediaType) => ({
          subject: { set: operation.id, status, mediaType },
          pointer,
          json: jsonFor(mediaType),
          uploaded: own.filter((one) => one !== mediaType && areUploaded(one, mediaType)),
        }))
      : [];
  });
}

/** True for objects and lists, which JSON can say as well. */
function isStructured(contract: Contract, pointer: string): boolean {
  const schema = schemaOf(contract, pointer);
  return (
    schema !== undefined && viewSchema(contract, schema).types.some((type) => type === 'object' || type === 'array')
  );
}

/** True for two media types of pictures, of sounds or of films. */
function areRecordings(one: string, other: string): boolean {
  const [kind] = /^(?:image|audio|video)\//i.exec(other) ?? [];
  return kind !== undefined && one.toLowerCase().startsWith(kind.toLowerCase());
}

function judge(
  { subject: { status, mediaType }, json, uploaded }: Choice,
  { response }: Answer,
): Judgement | OutOfReach {
  const isAnother = isSuccess(response) && String(response.status) !== status;
  if (response.status === 429 || isAnother) return undefined;
  const received = headerOf(response, 'Content-Type');
  if (json !== undefined && isSuccess(response) && isOfType(received ?? '', json))
    return {
      outOfReach: `The response is documented as ${json} as well, which a server may send whatever Accept says.`,
    };
  if (isSuccess(response) && isOfType(received ?? '', mediaType)) return 'kept';
  const isStored = areRecordings(received ?? '', mediaType) || uploaded.some((one) => isOfType(received ?? '', one));
  return isSuccess(response) && isStored
    ? { outOfReach: `What is stored as ${received} need not be available as ${mediaType}.` }
    : {
        documented: `${mediaType}, which alone is accepted.`,
        received: `${response.status}, ${received ?? 'no Content-Type'}`,
      };
}
