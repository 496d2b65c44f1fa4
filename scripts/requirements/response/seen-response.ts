import { type Exact, parseExact } from '../../http/exact-json.ts';
import { type Exchange, type HttpRequest, type HttpResponse, headerOf } from '../../http/exchange.ts';
import { documentedType, isJson } from '../../http/media-types.ts';
import { headerIn, jsonIn, splitTarget } from '../../http/message-changes.ts';
import { resolvePart } from '../../openapi/contract.ts';
import { type Description, mayStandFor } from '../../openapi/description.ts';
import { pointerTo } from '../../openapi/json.ts';
import type { DocumentedResponse, Operation, Parameter } from '../../openapi/operation-table.ts';
import { textsFor, valueFor } from '../../openapi/parameters/request-parameters.ts';
import { headerViolations } from '../../openapi/parameters/response-header.ts';
import { remembered } from '../../openapi/remembered.ts';
import { ownIdentifierOf } from '../../openapi/resources/own-identifier.ts';
import { makesNoPage } from '../../openapi/resources/page-parameters.ts';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { jsonBodySchema, parameterSchema, schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { anyInvalid } from '../cases.ts';
import { documentedStatus, type KeyedResponse, type ResponseSet } from './response-sets.ts';
import { SeenBody } from './seen-body.ts';

const resourcesIn = remembered(resourcesOf);

type Header = DocumentedResponse['headers'][number];

/**
 * A response as a server gave it, with what the contract documents for it.
 * What several requirements ask of it is computed once.
 */
export class SeenResponse implements Exchange {
  readonly description: Description;
  readonly set: ResponseSet;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** The path of the contract that was asked; undefined for one that it does not have. */
  readonly path: string | undefined;
  /** As which it is documented; undefined when its status is not. */
  readonly keyed: KeyedResponse | undefined;
  readonly #headerViolations = new Map<Header, string | undefined>();
  #json: { value: Exact | undefined; problem: string | undefined } | undefined;
  #body: { seen: SeenBody | undefined } | undefined;

  constructor(description: Description, set: ResponseSet, { request, response }: Exchange, path: string | undefined) {
    this.description = description;
    this.set = set;
    this.request = request;
    this.response = response;
    this.path = path;
    const status = documentedStatus(set, response.status);
    const documented = status === undefined ? undefined : set.responses[status];
    this.keyed = status === undefined || documented === undefined ? undefined : { set, status, response: documented };
  }

  /** The key under which its status is documented; undefined when it is not. */
  get status(): string | undefined {
    return this.keyed?.status;
  }

  get documented(): DocumentedResponse | undefined {
    return this.keyed?.response;
  }

  /** True for a response to HEAD: it has no body, whatever is documented (RFC 9110 section 9.3.2). */
  get isToHead(): boolean {
    return this.request.method === 'HEAD' || this.set.operation?.method === 'HEAD';
  }

  /**
   * True for an undocumented 400 or 404 where a parameter in the path is no value of its schema.
   * What names nothing by its form has reached no operation, in one reading.
   */
  get hasReachedNoOperation(): boolean {
    return this.status === undefined && [400, 404].includes(this.response.status) && this.#isMisshapen();
  }

  /** True for an undocumented 415 to a body of no documented media type (RFC 9110 section 15.5.16). */
  get refusesMediaType(): boolean {
    const { requestBody } = this.set.operation ?? {};
    if (this.status !== undefined || this.response.status !== 415 || requestBody == null) return false;
    return documentedType(headerIn(this.request, 'Content-Type') ?? '', requestBody.mediaTypes) === undefined;
  }

  /** True for an undocumented 400 to a body that is missing, or no JSON where it must be (RFC 9110 section 15.5.1). */
  get refusesBroken(): boolean {
    const { requestBody } = this.set.operation ?? {};
    if (this.status !== undefined || this.response.status !== 400 || requestBody == null) return false;
    const { body } = this.request;
    if (body === null || body.length === 0) return requestBody.required;
    return isJson(headerIn(this.request, 'Content-Type') ?? '') && jsonIn(body) === undefined;
  }

  /**
   * True for an undocumented 404 of what is beneath something, where another operation beneath that documents it, or
   * one with the same parameter of the components: that nothing is there is as true here.
   */
  get namesNothing(): boolean {
    const { operation } = this.set;
    if (operation === null || this.status !== undefined || this.response.status !== 404) return false;
    const [above] = /^.*?\}/.exec(operation.path) ?? [];
    const shared = new Set(this.#sharedIn(operation));
    return this.description.operations.some(
      (other) =>
        Object.hasOwn(other.responses, '404') &&
        ((above !== undefined && other.path.startsWith(above)) ||
          this.#sharedIn(other).some((pointer) => shared.has(pointer))),
    );
  }

  /** True for an undocumented 409 of a creation that must be given the identifier: another thing may have it. */
  get refusesTaken(): boolean {
    const { operation } = this.set;
    if (operation === null || this.status !== undefined || this.response.status !== 409) return false;
    const { contract } = this.description;
    const own = ownIdentifierOf(contract, resourcesIn(this.description), operation);
    const schema = jsonBodySchema(contract, operation);
    const isMaking = own?.resource.create === operation && schema !== undefined;
    return isMaking && viewSchema(contract, schema).required.has(own.name);
  }

  /** True for an undocumented refusal of a page that no list has: the schemas of the query leave open what it is. */
  get refusesPage(): boolean {
    const { operation } = this.set;
    if (operation === null || this.status !== undefined || !anyInvalid.has(this.response.status)) return false;
    return operation.parameters.some((parameter) => {
      const texts = parameter.in === 'query' ? textsFor(this.request, operation, parameter) : [];
      return texts.length === 1 && makesNoPage(this.description.contract, parameter, valueFor(parameter, texts));
    });
  }

  /**
   * True where the contract does not say which operation answers: no response of this one need have come. So with a 400
   * or 404 of a path without any of the few values that it may have there, as `/v9/books`: many servers know no other.
   */
  get mayBeOfAnother(): boolean {
    const { method, target } = this.request;
    if (this.set.operation === null) return false;
    const isNone = [400, 404].includes(this.response.status) && this.#isNoneOfFew();
    return isNone || this.description.router.isOfAny(method, splitTarget(target).path);
  }

  /** The body as JSON, or why it is none. */
  get json(): { value: Exact | undefined; problem: string | undefined } {
    this.#json ??= readJson(this.response.body);
    return this.#json;
  }

  /** The documented media type of which the body is; undefined where it is of none. */
  get mediaType(): string | undefined {
    const received = headerOf(this.response, 'Content-Type') ?? '';
    return documentedType(received, this.documented?.mediaTypes ?? []);
  }

  /** Whether the body has to be JSON: by its documented media type, or where that leaves it open by its own. */
  get isOfJson(): boolean {
    return isJson(this.mediaType ?? '') || isJson(headerOf(this.response, 'Content-Type') ?? '');
  }

  /**
   * The body for whoever sent the request: JSON as its value;
   * undefined where there is none, or it is of another media type.
   */
  get value(): Exact | undefined {
    if (this.documented === undefined) return this.json.value;
    if (this.isToHead || this.documented.mediaTypes.length === 0) return undefined;
    return this.mediaType === undefined || this.isOfJson ? this.json.value : undefined;
  }

  /** The body where it is JSON with a documented schema. */
  get body(): SeenBody | undefined {
    this.#body ??= { seen: this.#readBody() };
    return this.#body.seen;
  }

  /** The documented header with this name. */
  header(name: string): Header | undefined {
    return this.documented?.headers.find((header) => header.name === name);
  }

  /** How the text of a header violates its schema; undefined where it does not. */
  headerViolation(header: Header, text: string): string | undefined {
    if (!this.#headerViolations.has(header)) {
      this.#headerViolations.set(header, headerViolations(this.description, header, text)[0]?.message);
    }
    return this.#headerViolations.get(header);
  }

  #readBody(): SeenBody | undefined {
    const { mediaType, keyed } = this;
    const { contract } = this.description;
    if (this.isToHead || keyed === undefined || mediaType === undefined || !this.isOfJson) return undefined;
    const schema = schemaOf(contract, `${keyed.response.pointer}/content${pointerTo(mediaType)}`);
    const { value } = this.json;
    return value === undefined || schema === undefined
      ? undefined
      : new SeenBody(this.description, keyed, schema, value);
  }

  /** The path parameters of an operation that stand in the components, where others refer to them as well. */
  #sharedIn({ parameters }: Operation): string[] {
    return parameters
      .filter(({ in: place }) => place === 'path')
      .map(({ pointer }) => resolvePart(this.description.contract, pointer).pointer)
      .filter((pointer) => pointer.startsWith('/components/'));
  }

  #isMisshapen(): boolean {
    const { contract, schemas } = this.description;
    return this.#pathTexts().some(([parameter, text]) => !mayStandFor(contract, schemas, parameter, text));
  }

  #isNoneOfFew(): boolean {
    const { contract, schemas } = this.description;
    return this.#pathTexts().some(
      ([parameter, text]) =>
        enumOf(viewSchema(contract, parameterSchema(parameter))) !== undefined &&
        !mayStandFor(contract, schemas, parameter, text),
    );
  }

  /** The path parameters of the operation, each with the text that the request has in its place. */
  #pathTexts(): [parameter: Parameter, text: string][] {
    const { path = '', parameters = [] } = this.set.operation ?? {};
    const segments = path.split('/');
    const given = splitTarget(this.request.target).path.split('/');
    return parameters.flatMap((parameter): [Parameter, string][] => {
      if (parameter.in !== 'path') return [];
      const at = segments.findIndex((segment) => segment.includes(`{${parameter.name}}`));
      const [before = '', after = ''] = segments[at]?.split(`{${parameter.name}}`) ?? [];
      const text = given[at];
      const isWhole = text?.startsWith(before) === true && text.endsWith(after) && !/[{}]/.test(before + after);
      return isWhole ? [[parameter, text.slice(before.length, text.length - after.length)]] : [];
    });
  }
}

function readJson(body: Buffer): { value: Exact | undefined; problem: string | undefined } {
  if (body.length === 0) return { value: undefined, problem: 'an empty body' };
  try {
    return { value: parseExact(body), problem: undefined };
  } catch (error) {
    return { value: undefined, problem: error instanceof SyntaxError ? 'not JSON' : 'not UTF-8' };
  }
}
