import type { HttpRequest } from '../../http/exchange.ts';
import { headerIn, jsonIn } from '../../http/message-changes.ts';
import { encode } from '../../http/percent-encoding.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { textsFor, valueFor } from '../../openapi/parameters/request-parameters.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import { carriedBy } from './carried-credential.ts';
import { contractAdvice, listClosed, section, serverAdvice } from './operation-security.ts';
import { type Change, refusedCase } from './wrong-credentials.ts';

/** The credential is checked before all else of a request. */
export const securityOrder = defineKind({
  id: '{operationId}.security.order',
  section,
  list: (context, operation) =>
    operation === null || invalidRequests(operation).length === 0
      ? []
      : listClosed(
          context,
          operation,
          'Without a valid credential, the response must reveal nothing else about the request.',
        ).filter(({ side }) => side !== 'client'),
  contractAdvice,
  server: {
    reach: {
      by: 'cases',
      cases: (_, operation) =>
        invalidRequests(operation).flatMap(({ title, change }) => refusedCase(operation, title, { change })),
    },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const isWrong = isInvalid(context, operation);
      const isAbout = (request: HttpRequest, key: string) =>
        context.isTo(operation)(request) && carriedBy(context, request, key).isNone && isWrong(request);
      const answer = answering(
        (request, { key }) => isAbout(request, key),
        async (request, send, { key }) => {
          const response = await send(context.withKey(request, operation, key));
          return response.status < 300 ? send(request) : response;
        },
      );
      return [faultDraft('reveals another reason without a credential', answer)];
    },
    advice: serverAdvice,
  },
  client: null,
});

/** Requests that would be refused for another reason as well. */
function invalidRequests({ parameters, requestBody }: Operation): { title: string; change: Change }[] {
  const query = parameters.find(
    ({ in: place, types }) =>
      place === 'query' && ['integer', 'number', 'boolean'].some((type) => types.includes(type)),
  );
  const path = parameters.find((parameter) => parameter.in === 'path');
  const withBody =
    (mediaType: string | null, text: string): Change =>
    (parts) => ({
      ...parts,
      body: { mediaType: mediaType ?? parts.body?.mediaType ?? null, bytes: Buffer.from(text) },
    });
  return [
    ...(requestBody === null
      ? []
      : [
          { title: 'no credential and a bad body', change: withBody(null, '{') },
          { title: 'no credential and a body of another media type', change: withBody('text/plain', 'x') },
        ]),
    ...(query === undefined
      ? []
      : [
          {
            title: 'no credential and a bad query',
            change: ((parts) => ({ ...parts, query: [...parts.query, [encode(query.name), 'text']] })) satisfies Change,
          },
        ]),
    ...(path === undefined
      ? []
      : ['987654321987', 'none-of-these'].map((value) => ({
          title: `no credential and ${path.name} ${value}`,
          change: ((parts) => ({ ...parts, path: { ...parts.path, [path.name]: value } })) satisfies Change,
        }))),
  ];
}

/** Tests a request for what a server may report instead of a missing credential. */
function isInvalid(context: MessageContext, operation: Operation): (request: HttpRequest) => boolean {
  const schema = context.requestSchemaOf(operation);
  const mediaType = context.mediaTypeOf(operation.requestBody?.mediaTypes ?? []);
  return (request) => {
    if (operation.requestBody !== null) {
      const isOfType = headerIn(request, 'Content-Type') === mediaType;
      return schema !== undefined && (!isOfType || jsonIn(request.body) === undefined);
    }
    return operation.parameters.some((parameter) => {
      const texts = textsFor(request, operation, parameter);
      const isBad = () => context.parameterViolations(parameter, valueFor(parameter, texts)).length > 0;
      return parameter.in === 'path' || (texts.length > 0 && isBad());
    });
  };
}
