import { isForm, isJson, isOfType } from '../../http/media-types.ts';
import { headerIn } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { bodiesOf } from './bodies.ts';
import type { BodyPart } from './body-part.ts';
import { clientAdvice, section, wholeBody } from './body-requirement.ts';
import { usualType } from './whole-body.ts';

/** Media types beside the one that requests usually have, of which a body can be made. */
function otherTypes({ description: { contract } }: PlanningContext, operation: Operation): string[] {
  const usual = usualType(operation);
  return bodiesOf(contract, operation)
    .filter(({ mediaType, whole }) => isJson(mediaType) || (isForm(mediaType) && hasFields(whole)))
    .map(({ mediaType }) => mediaType)
    .filter((type) => type !== usual && !type.includes('*'));
}

/** A form without any field is an empty body, which a server may take for none. */
function hasFields({ properties, alternatives }: BodyPart): boolean {
  return properties.size > 0 || alternatives.length > 0;
}

/** A media type that a body may be of as well. */
export const bodyOtherMediaType = defineKind({
  id: '{operationId}.requestBody.content.{mediaType}',
  section,
  list: (context, operation) =>
    operation?.requestBody == null
      ? []
      : otherTypes(context, operation).map((mediaType) => ({
          subject: { operationId: operation.id, mediaType },
          pointer: `${operation.requestBody?.pointer ?? operation.pointer}/content`,
          statement: `The body may be ${mediaType}.`,
        })),
  contractAdvice: () => 'remove the media type',
  server: {
    reach: {
      by: 'cases',
      cases: (context, operation) =>
        otherTypes(context, operation).map((mediaType) => ({
          subject: { operationId: operation.id, mediaType },
          title: mediaType,
          expectation: { kind: 'accepted' },
          build: async (at) =>
            at.source.withBody(
              await at.source.base(operation, 'none'),
              mediaType,
              await at.source.validBody(operation, mediaType, 'all'),
            ),
        })),
    },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const isTo = context.isTo(operation);
      const refuse = answering(
        (request) => isTo(request) && isOfType(headerIn(request, 'Content-Type') ?? '', subject.mediaType),
        (request, send) => context.refused(send, request, operation),
      );
      return [faultDraft('refuses it', refuse)];
    },
    advice: ({ mediaType }) => `Take a body that is ${mediaType}.`,
  },
  client: {
    callerValue: wholeBody,
    reach: {
      by: 'requests',
      refusedAt: () => 'media type',
      judge: ({ body }, { mediaType }) =>
        body.documented === mediaType && body.reached.size > 0 && body.violations.size === 0 ? 'kept' : undefined,
    },
    // A client may send any of the media types: none of them can be missed.
    faults: () => [],
    advice: clientAdvice,
  },
});
