import { escaped } from '../../http/json-spelling.ts';
import { isJson } from '../../http/media-types.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { clientAdvice, section, serverAdvice, wholeBody } from './body-requirement.ts';
import { alteredBody } from './sent-body-faults.ts';
import { type BodyCase, isValid, jsonTaker, refusingRequests, usualType } from './whole-body.ts';

function casesOf(operation: Operation): BodyCase[] {
  if (!isJson(usualType(operation) ?? '')) return [];
  return [
    {
      subject: { operationId: operation.id },
      title: 'escaped',
      expectation: { kind: 'accepted' },
      build: async (at, isFresh) => {
        const parts = await at.source.base(operation, 'all', isFresh);
        return {
          ...parts,
          body: parts.body && { ...parts.body, bytes: Buffer.from(escaped(parts.body.bytes.toString())) },
        };
      },
    },
  ];
}

/** JSON in any of the spellings that it has (RFC 8259 sections 2 and 7). */
export const bodyEscapes = defineKind({
  id: '{operationId}.requestBody.escapes',
  section,
  list: (_, operation) =>
    operation?.requestBody == null || casesOf(operation).length === 0
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: `${operation.requestBody.pointer}/content`,
            statement: 'The JSON may be written with escapes and blanks.',
          },
        ],
  contractAdvice: () => 'describe another media type',
  server: {
    reach: { by: 'cases', cases: (_, operation) => casesOf(operation) },
    faults: (context, { subject }) => {
      const taker = jsonTaker(context, subject);
      if (taker === undefined) return [];
      return [
        refusingRequests(taker, 'refuses escapes', (_, text) => /\\u00/.test(text)),
        refusingRequests(
          taker,
          'refuses a blank at the start',
          (request, text) => isValid(taker, request) && text.startsWith(' '),
        ),
      ];
    },
    advice: serverAdvice,
  },
  client: {
    callerValue: wholeBody,
    // How JSON is spelt is for the client to choose: what arrives must be the value that the caller gave.
    reach: { by: 'calls' },
    faults: (context, { subject }) => alteredBody(context, operationOf(context, subject)),
    advice: clientAdvice,
  },
});
