import type { HttpRequest } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import { headerIn, jsonIn } from '../../http/message-changes.ts';
import { encode } from '../../http/percent-encoding.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor, valueFor } from '../../openapi/parameters/request-parameters.ts';
import { bodySchema, parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { answering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { carriedBy } from './carried-credential.ts';
import { contractAdvice, listClosed, section, serverAdvice } from './operation-security.ts';
import { type Change, refusedCase, type SecurityCase } from './wrong-credentials.ts';

/** The credential is checked before all else of a request. */
export const securityOrder = defineKind({
  id: '{operationId}.security.order',
  section,
  list: (context, operation) =>
    operation === null || invalidRequests(context, operation).length === 0
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
      cases: invalidRequests,
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

/**
 * Requests that would be refused for another reason as well. What is no JSON is not among them: many servers read a
 * body before they ask whose it is. A path that fits no route is unknown before that, too.
 */
function invalidRequests(context: PlanningContext, operation: Operation): SecurityCase[] {
  const { parameters, requestBody } = operation;
  const query = parameters.find(
    ({ in: place, types }) =>
      place === 'query' && ['integer', 'number', 'boolean'].some((type) => types.includes(type)),
  );
  const path = parameters.find((parameter) => parameter.in === 'path');
  return [
    ...(requestBody === null ? [] : wrongBodies(context, operation)),
    ...(query === undefined
      ? []
      : refusedCase(context, operation, 'no credential and a bad query', {
          change: (parts) => ({ ...parts, query: [...parts.query, [encode(query.name), 'text']] }),
        })),
    ...(path === undefined
      ? []
      : ['987654321987', 'none-of-these'].flatMap((value) =>
          refusedCase(context, operation, `no credential and ${path.name} ${value}`, {
            change: (parts) => ({ ...parts, path: { ...parts.path, [path.name]: value } }),
            others: isValidIn(context, path, value) ? [] : [404],
          }),
        )),
  ];
}

/** A body that its schema does not allow, and one of another media type. */
function wrongBodies(context: PlanningContext, operation: Operation): SecurityCase[] {
  const { contract } = context.description;
  const withBody =
    (mediaType: string, text: string): Change =>
    (parts) => ({ ...parts, body: { mediaType, bytes: Buffer.from(text) } });
  const mediaType = operation.requestBody?.mediaTypes.find(isJson);
  const schema = mediaType && bodySchema(contract, operation, mediaType);
  const other = refusedCase(context, operation, 'no credential and a body of another media type', {
    change: withBody('text/plain', 'x'),
  });
  if (mediaType === undefined || schema === undefined) return other;
  const wrong = context.isValid('request', schema, []) ? '{}' : '[]';
  return [
    ...refusedCase(context, operation, 'no credential and a bad body', { change: withBody(mediaType, wrong) }),
    ...other,
  ];
}

function isValidIn(context: PlanningContext, parameter: Parameter, text: string): boolean {
  const value = parameter.types.includes('integer') || parameter.types.includes('number') ? Number(text) : text;
  return parameter.mediaType !== null || context.isValid('request', parameterSchema(parameter), value);
}

/** Tests a request for what a server may report instead of a missing credential. */
function isInvalid(context: MessageContext, operation: Operation): (request: HttpRequest) => boolean {
  const schema = context.requestSchemaOf(operation);
  const mediaType = context.mediaTypeOf(operation.requestBody?.mediaTypes ?? []);
  return (request) => {
    if (operation.requestBody !== null) {
      const body = jsonIn(request.body);
      const isOfType = headerIn(request, 'Content-Type') === mediaType && body !== undefined;
      return schema !== undefined && (!isOfType || context.violations('request', schema, body).length > 0);
    }
    return operation.parameters.some((parameter) => {
      const texts = textsFor(request, operation, parameter);
      const isBad = () => context.parameterViolations(parameter, valueFor(parameter, texts)).length > 0;
      return parameter.in === 'path' || (texts.length > 0 && isBad());
    });
  };
}
