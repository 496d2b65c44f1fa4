import type { Exact } from '../http/exact-json.ts';
import { type HttpRequest, type HttpResponse, headerOf, type Send } from '../http/exchange.ts';
import { isJson } from '../http/media-types.ts';
import { joinTarget, splitTarget, withHeader, withJson } from '../http/message-changes.ts';
import { ownValue } from '../http/own-value.ts';
import { type Carrier, type Credential, carrierOf, credentialFor } from '../openapi/credentials.ts';
import type { Description } from '../openapi/description.ts';
import { pointerTo } from '../openapi/json.ts';
import { jsonTypesOf } from '../openapi/json-responses.ts';
import type { DocumentedResponse, Operation, Parameter } from '../openapi/operation-table.ts';
import { writeHeader } from '../openapi/parameters/parameter-codec.ts';
import { withTexts } from '../openapi/parameters/request-parameters.ts';
import { describedHeader } from '../openapi/parameters/response-header.ts';
import type { Resource } from '../openapi/resources/resource.ts';
import { resourcesOf } from '../openapi/resources/resources.ts';
import { singletonsOf } from '../openapi/resources/singletons.ts';
import { bodySchema, parameterSchema, schemaOf } from '../openapi/schemas/schema-pointers.ts';
import type { SchemaViolation } from '../openapi/schemas/schema-validator.ts';
import { viewSchema } from '../openapi/schemas/schema-view.ts';
import { examplesAt } from '../openapi/values/examples.ts';
import { ValueSource } from '../openapi/values/values.ts';
import { preferred } from './request/request-parts.ts';
import type { Requirement } from './requirement.ts';
import { documentedStatus, type ResponseSet, responsesTo, unmatchedResponses } from './response/response-sets.ts';
import type { Specification } from './specification.ts';

/**
 * What the contract says of a message on its way: whose it is, what it must hold, what an answer to it would be like.
 */
export class MessageContext {
  readonly specification: Specification;
  readonly description: Description;
  readonly resources: readonly Resource[];
  readonly singletons: readonly Resource[];
  readonly values: ValueSource;
  /** What responses are made of: with what is `readOnly`, and without what is `writeOnly`. */
  readonly responseValues: ValueSource;
  readonly #unmatched: ResponseSet;
  readonly #wholeBodies = new Map<string, Exact>();

  constructor(specification: Specification) {
    this.specification = specification;
    this.description = specification.description;
    this.resources = resourcesOf(specification.description);
    this.singletons = singletonsOf(specification.description);
    this.values = new ValueSource(specification.description.contract, 2 ** 29);
    this.responseValues = new ValueSource(specification.description.contract, 2 ** 29, 'response');
    this.#unmatched = unmatchedResponses(specification.description);
  }

  operation(id: string | null): Operation | undefined {
    return this.description.operations.find((operation) => operation.id === id);
  }

  /** The operation that a request is to. */
  operationOf({ method, target }: HttpRequest): Operation | undefined {
    return this.description.router.operationAt(method, splitTarget(target).path);
  }

  isTo(operation: Operation | undefined): (request: HttpRequest) => boolean {
    return (request) => operation !== undefined && this.operationOf(request) === operation;
  }

  /** The responses that a request may get. */
  setOf(request: HttpRequest): ResponseSet {
    const operation = this.operationOf(request);
    return operation === undefined ? this.#unmatched : responsesTo(operation);
  }

  documentedFor(request: HttpRequest, response: HttpResponse): DocumentedResponse | undefined {
    const set = this.setOf(request);
    return set.responses[documentedStatus(set, response.status) ?? ''];
  }

  /** Whether a response is one of those that a requirement is about. */
  isOf(
    requirement: Pick<Requirement, 'operationId'>,
    status: string,
  ): (request: HttpRequest, response: HttpResponse) => boolean {
    const name = requirement.operationId ?? this.#unmatched.name;
    return (request, response) => {
      const set = this.setOf(request);
      return set.name === name && documentedStatus(set, response.status) === status;
    };
  }

  responseOf(requirement: Pick<Requirement, 'operationId'>, status: string): DocumentedResponse | undefined {
    return ownValue(
      requirement.operationId === null ? this.#unmatched.responses : this.operation(requirement.operationId)?.responses,
      status,
    );
  }

  /** Pointer of the schema of a JSON response; undefined where it has none. */
  bodySchemaOf(response: DocumentedResponse): string | undefined {
    const { contract } = this.description;
    const [mediaType] = jsonTypesOf(contract, response);
    const content = mediaType && `${response.pointer}/content${pointerTo(mediaType)}`;
    return content && schemaOf(contract, content);
  }

  /** Pointer of the schema of the JSON that an operation takes; undefined where it has none. */
  requestSchemaOf(operation: Operation): string | undefined {
    const mediaType = this.mediaTypeOf(operation.requestBody?.mediaTypes ?? []);
    return mediaType && bodySchema(this.description.contract, operation, mediaType);
  }

  mediaTypeOf(mediaTypes: readonly string[]): string | undefined {
    return preferred(mediaTypes).find(isJson);
  }

  violations(direction: 'request' | 'response', schema: string, value: Exact): SchemaViolation[] {
    return this.description.schemas.violations(direction, schema, value);
  }

  parameterViolations(parameter: Parameter, value: Exact): SchemaViolation[] {
    return parameter.mediaType === null ? this.violations('request', parameterSchema(parameter), value) : [];
  }

  /** The same request, with the credential that an operation asks for and no other. */
  withKey(request: HttpRequest, operation: Operation | undefined, key: string): HttpRequest {
    const [alternative = {}] = (
      operation?.security ?? this.description.operations.flatMap(({ security }) => security)
    ).filter((one) => Object.keys(one).length > 0);
    return this.withCredential(request, credentialFor(this.description.service, alternative, key));
  }

  /** The same request, with this credential and no other. */
  withCredential(request: HttpRequest, { headers, query }: Credential): HttpRequest {
    const bare = this.withoutKey(request);
    const { path, pairs } = splitTarget(bare.target);
    return { ...bare, target: joinTarget(path, [...pairs, ...query]), headers: [...bare.headers, ...headers] };
  }

  /** Without whatever may be a credential. */
  withoutKey(request: HttpRequest): HttpRequest {
    const carriers = this.carriers();
    const names = new Set([
      'authorization',
      'x-api-key',
      ...carriers.flatMap((carrier) =>
        carrier.kind === 'header' ? [carrier.name.toLowerCase()] : carrier.kind === 'cookie' ? ['cookie'] : [],
      ),
    ]);
    const queried = new Set([
      'api_key',
      'access_token',
      'key',
      'token',
      ...carriers.flatMap((carrier) => (carrier.kind === 'query' ? [carrier.name] : [])),
    ]);
    const { path, pairs } = splitTarget(request.target);
    return {
      ...request,
      target: joinTarget(
        path,
        pairs.filter(([name]) => !queried.has(name)),
      ),
      headers: request.headers.filter(([name]) => !names.has(name.toLowerCase())),
    };
  }

  carriers(): Carrier[] {
    return Object.keys(this.description.service.securitySchemes).map((name) =>
      carrierOf(this.description.service, name),
    );
  }

  /** What the server says to a request like this one that it has to refuse. */
  async refused(send: Send, request: HttpRequest, operation: Operation): Promise<HttpResponse> {
    return send(this.spoiled(request, operation) ?? this.withoutKey(request));
  }

  /** The request with something in it that the contract forbids: its query, else its body, else its path. */
  spoiled(request: HttpRequest, operation: Operation): HttpRequest | undefined {
    for (const place of ['query', 'path']) {
      if (place === 'path' && operation.requestBody !== null) return { ...request, body: Buffer.from('{') };
      for (const parameter of operation.parameters.filter((one) => one.in === place && one.mediaType === null)) {
        const wrong = ['none-of-these', '!', '-1'].find(
          (text) => this.parameterViolations(parameter, parameter.types.includes('array') ? [text] : text).length > 0,
        );
        if (wrong !== undefined) return withTexts(request, operation, parameter, [wrong]);
      }
    }
    return undefined;
  }

  /** A documented response as the contract shows it by its examples, with what headers another response has already. */
  madeUp(request: HttpRequest, status: number, like: HttpResponse): HttpResponse {
    const { contract } = this.description;
    const set = this.setOf(request);
    const documented = set.responses[documentedStatus(set, status) ?? ''];
    if (documented === undefined) return { ...like, status };
    const headers = documented.headers.map((header): [string, string] => [
      header.name,
      headerOf(like, header.name) ?? this.#headerText(header),
    ]);
    const mediaType = this.mediaTypeOf(documented.mediaTypes) ?? 'application/json';
    const schema = this.bodySchemaOf(documented);
    if (schema === undefined) return { ...like, status, headers, body: Buffer.alloc(0) };
    const [example] = examplesAt(contract, schema.replace(/\/schema$/, ''));
    const body = example?.value ?? this.responseValues.valueAt(schema, 'all');
    return withJson(withHeader({ ...like, status, headers }, 'Content-Type', mediaType), body);
  }

  /** A response header by its example, else made from its schema. */
  #headerText(header: DocumentedResponse['headers'][number]): string {
    const { contract } = this.description;
    const { style, schema } = describedHeader(contract, header);
    const [example] = examplesAt(contract, header.pointer);
    return writeHeader(style, example?.value ?? (schema === undefined ? '' : this.values.valueAt(schema, 'required')));
  }

  /** A body of a response, with all that its schema has: the same one each time. */
  wholeBody(schema: string): Exact {
    const known = this.#wholeBodies.get(schema) ?? this.responseValues.valueAt(schema, 'all');
    this.#wholeBodies.set(schema, known);
    return known;
  }

  /** A body that an operation takes. */
  sampleBody(operation: Operation): Exact {
    const schema = this.requestSchemaOf(operation);
    return schema === undefined ? {} : this.values.valueAt(schema, 'all');
  }

  /** Pointer of the schema of one part of a body. */
  schemaAt(schema: string, steps: readonly string[]): string {
    return steps.reduce((pointer, step) => {
      const view = viewSchema(this.description.contract, pointer);
      return (/^\d+$/.test(step) ? view.items : view.properties.get(step)) ?? pointer;
    }, schema);
  }

  /** Names of the properties that a JSON object of a schema must have. */
  requiredIn(schema: string): string[] {
    return [...viewSchema(this.description.contract, schema).required.keys()];
  }
}

/** The operation that a subject names. Throws for one that the contract does not have. */
export function operationOf(context: MessageContext, { operationId }: { operationId: string }): Operation {
  const operation = context.operation(operationId);
  if (operation === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return operation;
}
