import { type Exact, isExactObject, writeExact } from '../http/exact-json.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import { pointerTo } from '../openapi/json.ts';
import { jsonTypesOf } from '../openapi/json-responses.ts';
import type { DocumentedResponse } from '../openapi/operation-table.ts';
import { headerViolations } from '../openapi/parameters/response-header.ts';
import type { Resource } from '../openapi/resources/resource.ts';
import { resourcesOf } from '../openapi/resources/resources.ts';
import { schemaOf } from '../openapi/schemas/schema-pointers.ts';
import { examplesAt } from '../openapi/values/examples.ts';
import { ValueSource } from '../openapi/values/values.ts';
import { getBeside } from '../requirements/operation/head.ts';
import { preferred } from '../requirements/request/request-parts.ts';
import { type ResponseSet, responsesTo } from '../requirements/response/response-sets.ts';
import { statusPropertiesOf } from '../requirements/response/status-property.ts';
import { listedOnce } from './responses/listed-once.ts';
import { type Content, type ResponseSource, responseWith } from './responses/response.ts';
import { ResponseBodies } from './responses/response-bodies.ts';
import { concreteType, contentsOf } from './responses/response-contents.ts';
import { headersFor } from './responses/response-headers.ts';
import { isBodiless } from './responses/response-status.ts';

type Headers = ScriptedResponse['headers'];

/** Gives for a documented response what stands for it: its first example, else one that has everything. */
export class UsualResponses {
  readonly #source: ResponseSource;
  readonly #values: ValueSource;
  readonly #resources: readonly Resource[];
  readonly #known = new Map<string, ScriptedResponse>();
  readonly #headers = new Map<string, Headers>();

  constructor(source: ResponseSource) {
    this.#source = source;
    this.#resources = resourcesOf(source.description);
    this.#values = new ValueSource(source.description.contract, source.seed, 'response');
  }

  /**
   * The response with this status, documented under `statusKey`, in one of its media types:
   * the first, JSON before others, unless said.
   */
  of(set: ResponseSet, statusKey: string, status: number, mediaType?: string): ScriptedResponse {
    const key = JSON.stringify([set.name, statusKey, status, mediaType]);
    const response = this.#known.get(key) ?? this.#newResponse(set, statusKey, status, mediaType);
    this.#known.set(key, response);
    return response;
  }

  #newResponse(set: ResponseSet, statusKey: string, status: number, wanted: string | undefined): ScriptedResponse {
    const documented = set.responses[statusKey];
    if (documented === undefined) return responseWith(status, [], undefined);
    const headers = this.#headersOf(set, statusKey);
    const mediaType = wanted ?? preferred(documented.mediaTypes)[0];
    const hasBody = mediaType !== undefined && !isBodiless(set, status);
    return responseWith(
      status,
      headers,
      hasBody ? this.#content(set, statusKey, documented, status, mediaType) : undefined,
    );
  }

  /** The headers of a response, the same in each of its media types. */
  #headersOf(set: ResponseSet, statusKey: string): Headers {
    const key = JSON.stringify([set.name, statusKey]);
    const known = this.#headers.get(key);
    if (known !== undefined) return known;
    const documented = set.responses[statusKey];
    const made = documented && headersFor(this.#source.description, this.#values, documented)?.all;
    const headers = this.#asGet(set, documented?.headers ?? [], made ?? []);
    this.#headers.set(key, headers);
    return headers;
  }

  /** A response to HEAD has the headers of that to GET (RFC 9110 section 9.3.2), where it may have them. */
  #asGet({ operation }: ResponseSet, described: DocumentedResponse['headers'], made: Headers): Headers {
    const { description } = this.#source;
    const get = operation === null ? undefined : getBeside(description, operation);
    const statusKey = Object.keys(get?.responses ?? {}).find((status) => /^2/.test(status));
    if (get === undefined || statusKey === undefined) return made;
    const shown = this.#headersOf(responsesTo(get), statusKey);
    return made.map(([name, text]) => {
      const [, same] = shown.find(([other]) => other.toLowerCase() === name.toLowerCase()) ?? [];
      const own = described.find((header) => header.name === name);
      const isAllowed = same !== undefined && own && headerViolations(description, own, same).length === 0;
      return [name, isAllowed ? same : text];
    });
  }

  #content(
    set: ResponseSet,
    statusKey: string,
    documented: DocumentedResponse,
    status: number,
    mediaType: string,
  ): Content | undefined {
    const { description } = this.#source;
    const { contract } = description;
    const media = `${documented.pointer}/content${pointerTo(mediaType)}`;
    const repeating = statusPropertiesOf(contract, { set, status: statusKey, response: documented });
    const known = Object.fromEntries(repeating.map(({ name }) => [name, status]));
    const bodies = new ResponseBodies(description, this.#values, media, known);
    const contentOf = (type: string, body: Exact): Content => ({
      mediaType: type,
      bytes: Buffer.from(writeExact(body)),
    });
    if (!jsonTypesOf(contract, documented).includes(mediaType) || schemaOf(contract, media) === undefined) {
      const [usual] = contentsOf(description, this.#values, { ...documented, mediaTypes: [mediaType] }, known);
      // None is found where a range of media types has a schema that allows no value.
      return usual === undefined ? contentOf('application/json', bodies.nearest()) : usual.content;
    }
    // An example for another status of the same range is as good but for that.
    const { operation } = set;
    const examples = examplesAt(contract, media)
      .map(({ value }) => withKnown(value, known))
      .flatMap((value) => (operation === null ? [value] : [listedOnce(this.#resources, operation, value), value]));
    const body = examples.find((example) => bodies.isAllowed(example)) ?? bodies.most() ?? bodies.nearest();
    return contentOf(concreteType(mediaType), body);
  }
}

function withKnown(value: Exact, known: Readonly<Record<string, Exact>>): Exact {
  return isExactObject(value)
    ? { ...value, ...Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(value, name))) }
    : value;
}
