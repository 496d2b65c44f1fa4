import { type Exact, parseExact, within, writeExact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { boundaryParameter, writeFormInParts } from '../../http/form-in-parts.ts';
import { isForm, isFormInParts, isJson, isOfType, isReadable } from '../../http/media-types.ts';
import { ownValue } from '../../http/own-value.ts';
import { decode, encode } from '../../http/percent-encoding.ts';
import { sampleFile } from '../../http/sample-files.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type Credential, noCredential } from '../../openapi/credentials.ts';
import type { FormFile, Operation, Parameter } from '../../openapi/operation-table.ts';
import { writeForm } from '../../openapi/parameters/form-body.ts';
import { readPath } from '../../openapi/parameters/parameter-codec.ts';
import { shapeOf } from '../../openapi/parameters/shape.ts';
import { isNamedInBody, type Resource } from '../../openapi/resources/resource.ts';
import { asShown } from '../../openapi/resources/shown-identifier.ts';

/** A request to an operation, in parts that a case can change. Path and query are percent-encoded. */
export interface RequestParts {
  operation: Operation;
  /** In place of the GET of the operation (RFC 9110 section 9.3.2). */
  method?: 'HEAD';
  path: Readonly<Record<string, string>>;
  query: readonly (readonly [name: string, value: string])[];
  headers: readonly (readonly [name: string, value: string])[];
  cookies: readonly (readonly [name: string, value: string])[];
  body: RequestBodyBytes | null;
  credential: Credential;
  /** True where it names something that may not be there: then 404 says nothing of the request. */
  isGuess?: boolean;
}

/** The operation that a request is to, and what its path names. */
export type RequestPlace = Pick<RequestParts, 'operation' | 'path'>;

export interface RequestBodyBytes {
  /** As the contract has it, a range such as `application/*` too. Null: sent without a `Content-Type`. */
  mediaType: string | null;
  /** As they are sent; of a form in parts the JSON of its value, of which the parts are made when it is sent. */
  bytes: Buffer;
}

/** The request as it goes over the network. */
export function assemble({
  operation,
  method,
  path,
  query,
  headers,
  cookies,
  body: given,
  credential,
}: RequestParts): HttpRequest {
  const body = given && inParts(operation, given);
  // What the contract writes in a path may not be allowed in one as it is (RFC 3986 section 3.3).
  const filled = operation.path.replaceAll(/\{([^}]+)\}|[^\w.~!$&'()*+,;=:@/%{}-]+/g, (literal, name?: string) =>
    name === undefined ? encode(literal) : (ownValue(path, name) ?? ''),
  );
  const pairs = [...query, ...credential.query].map(([name, value]) => `${name}=${value}`);
  const jar = [
    ...cookies.map(([name, value]) => `${name}=${value}`),
    ...credential.headers.flatMap(([name, value]) => (name === 'Cookie' ? [value] : [])),
  ];
  const own = credential.headers.filter(([name]) => name !== 'Cookie');
  const contentType: [string, string][] =
    body === null || body.mediaType === null
      ? []
      : [
          [
            'Content-Type',
            ownValue(usualOfRange, body.mediaType) ?? sampleFile(body.mediaType)?.mediaType ?? body.mediaType,
          ],
        ];
  const cookie: [string, string][] = jar.length === 0 ? [] : [['Cookie', jar.join('; ')]];
  const accept: [string, string][] = headers.some(([name]) => name.toLowerCase() === 'accept')
    ? []
    : [['Accept', acceptOf(operation)]];
  return {
    method: method ?? operation.method,
    target: filled + (pairs.length === 0 ? '' : `?${pairs.join('&')}`),
    headers: [...own, ...accept, ...contentType, ...cookie, ...headers],
    body: body?.bytes ?? null,
  };
}

/** A form in parts as it is sent; any other body as it is. */
function inParts({ requestBody }: Operation, body: RequestBodyBytes): RequestBodyBytes {
  const { mediaType } = body;
  if (mediaType === null || !isFormInParts(mediaType) || requestBody?.mediaTypes.includes(mediaType) !== true)
    return body;
  const value = sentBody({ body });
  if (value === undefined) return body;
  const bytes = writeFormInParts(value, requestBody.files ?? {}, contentOf);
  return { mediaType: mediaType + boundaryParameter, bytes };
}

/** A file of its media type, with the text behind its end; the text alone where that is too short or too long. */
function contentOf({ mediaType, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: FormFile, text: string): Buffer {
  const own = Buffer.from(text);
  const { bytes } = sampleFile(mediaType) ?? {};
  const isFile = bytes !== undefined && bytes.length <= maxLength && text.length >= minLength;
  if (!isFile || text.length > maxLength) return own;
  return Buffer.concat([bytes, own]).subarray(0, Math.min(maxLength, bytes.length + own.length));
}

/** A contract may have a range of media types; a body is of one of them (RFC 9110 section 8.3). */
const usualOfRange: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'text/*': 'text/plain',
};

/** Any of the media types that the operation answers with. What a HEAD documents is mostly that of refusals alone. */
function acceptOf({ method, responses }: Operation): string {
  const types = new Set(Object.values(responses).flatMap(({ mediaTypes }) => mediaTypes));
  const json = [...types].filter((type) => /json/i.test(type));
  const others = [...types].filter((type) => !json.includes(type)).map((type) => `${type};q=0.5`);
  return [...json, ...others, ...(method === 'HEAD' ? ['*/*;q=0.1'] : [])].join(', ') || '*/*';
}

/** Names the path of a request with its values. */
export function pathWithValues({ operation, path }: Pick<RequestParts, 'operation' | 'path'>): string {
  return `${operation.path} ${JSON.stringify(Object.entries(path).toSorted())}`;
}

/** The value that a request gives for a parameter in its path, read in the style of the parameter. */
export function pathValue(
  contract: Contract,
  { path }: Pick<RequestParts, 'path'>,
  parameter: Parameter,
): Exact | undefined {
  const text = ownValue(path, parameter.name);
  return text === undefined ? undefined : readPath(shapeOf(contract, parameter), text).readings[0];
}

/** The identifier of the item that a request is to: in its path, else in its body. */
export function itemAsked(contract: Contract, resource: Resource, parts: RequestParts): Exact | undefined {
  const { parameter, idProperty = '' } = resource;
  if (!isNamedInBody(resource, parts.operation)) {
    const inPath = parameter && pathValue(contract, parts, parameter);
    return inPath === undefined ? undefined : asShown(contract, resource, inPath);
  }
  const sent = within(sentBody(parts), [idProperty]);
  // A form has texts alone.
  return parameter !== undefined && typeof sent === 'string'
    ? pathValue(contract, { path: { [parameter.name]: encode(sent) } }, parameter)
    : sent;
}

/** The identifier at the end of a link to an item, read in the style of the parameter that names items, if one does. */
export function linkedIdentifier(contract: Contract, parameter: Parameter | undefined, link: string): Exact {
  const last =
    link
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  const own = parameter && pathValue(contract, { path: { [parameter.name]: last } }, parameter);
  return own ?? decode(last);
}

// Ranges of media types in which nothing is JSON or text, as image/*.
const isOfOtherKind = /^(?!application|text|\*)[^/]+\/\*/;

/** True where a body can be made of what the schema says. Otherwise it is a file or an example, or a guess. */
export function isMadeIn(mediaType: string): boolean {
  return (
    (isReadable(mediaType) && !isOfOtherKind.test(mediaType)) ||
    isFormInParts(mediaType) ||
    ['text/plain', 'application/octet-stream'].some((own) => isOfType(mediaType, own))
  );
}

/** A body in one of the media types that a contract can describe by a schema, or of which a file is known. */
export function encodeBody(mediaType: string, value: Exact): RequestBodyBytes {
  const file = sampleFile(mediaType);
  if (file !== undefined) {
    const text = typeof value === 'string' ? value : '';
    return { mediaType, bytes: Buffer.concat([file.bytes, Buffer.from(text)]) };
  }
  if (isForm(mediaType)) return { mediaType, bytes: Buffer.from(writeForm(value)) };
  const isText = typeof value === 'string' && !isJson(mediaType) && !mediaType.includes('*');
  return { mediaType, bytes: Buffer.from(isText ? value : writeExact(value)) };
}

// Asked for several times of each request.
const sentBodies = new WeakMap<RequestBodyBytes, Exact | undefined>();

/** The value of a body that was sent: JSON, or a form, where fields are texts alone; undefined for any other. */
export function sentBody({ body }: Pick<RequestParts, 'body'>): Exact | undefined {
  if (body === null || sentBodies.has(body)) return body === null ? undefined : sentBodies.get(body);
  const value = valueOf(body);
  sentBodies.set(body, value);
  return value;
}

function valueOf({ mediaType, bytes }: RequestBodyBytes): Exact | undefined {
  const type = mediaType ?? '';
  // JSON that is sent as a form says nothing of what a server reads in it.
  const isOther = isForm(type) ? bytes.toString('latin1', 0, 1) === '{' : !(isJson(type) || isFormInParts(type));
  if (isOther) return undefined;
  if (isForm(type)) return Object.fromEntries(new URLSearchParams(bytes.toString()));
  try {
    return parseExact(bytes);
  } catch {
    return undefined;
  }
}

export const withoutCredential = (parts: RequestParts): RequestParts => ({ ...parts, credential: noCredential });

/** JSON first: the others are tried as requirements of their own. */
export function preferred(mediaTypes: readonly string[]): string[] {
  return [...mediaTypes.filter(isJson), ...mediaTypes.filter((type) => !isJson(type))];
}
