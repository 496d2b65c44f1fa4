import { headerOf } from '../../http/exchange.ts';
import { documentedType, isJson, isOfType } from '../../http/media-types.ts';
import { jsonIn, withHeader } from '../../http/message-changes.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Description } from '../../openapi/description.ts';
import { pointerTo } from '../../openapi/json.ts';
import { schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import { documentedStatus } from '../../requirements/response/response-sets.ts';
import { brokenJson, page } from './broken-json.ts';
import { type DocumentedStubResponse, responseWith } from './response.ts';
import { isBodiless } from './response-status.ts';

/** In which ways a response can be none of the contract. */
export const kinds = {
  'undocumented status': 'A status that the contract does not have here.',
  'cut body': 'The connection ends before all of the body has come.',
  'incomplete JSON': 'The body is as long as announced, but its JSON does not end.',
  'empty body': 'There is no body where one is documented.',
  'no JSON': 'The body is something else where JSON is documented.',
  'null body': 'The body is null where an object or a list is documented.',
  'media type': 'The documented body has another media type, or none.',
  'missing header': 'A required header is not there.',
  'no response': 'The connection ends without a byte.',
} as const;

export type UndocumentedKind = keyof typeof kinds;

/** A documented response with one change that the contract does not allow. */
export interface UndocumentedStubResponse {
  /** For people, unique in its set: `200 with its body cut after 12 of 40 bytes`. */
  title: string;
  kind: UndocumentedKind;
  /** What was changed. */
  of: DocumentedStubResponse;
  response: ScriptedResponse;
}

/** Responses that no client may take for what the contract documents, made from its documented successes and errors. */
export function undocumentedResponses(
  description: Description,
  set: ResponseSet,
  documented: readonly DocumentedStubResponse[],
): UndocumentedStubResponse[] {
  const firsts = [...Map.groupBy(documented, ({ statusKey }) => statusKey).values()].flatMap(([first]) => first ?? []);
  const success = firsts.find(({ status }) => status < 300);
  const error = firsts.find(({ status }) => status >= 400);
  const usual = success ?? error;
  if (usual === undefined) return [];
  return [
    ...[success, error].flatMap((of) => (of === undefined ? [] : undocumentedStatuses(set, of))),
    ...firsts.flatMap((of) => changed(description, set, of)),
    {
      title: 'no response',
      kind: 'no response',
      of: usual,
      response: { ...usual.response, delivery: { kind: 'none' } },
    },
  ];
}

// Some that servers and what stands before them answer with, and some that nobody has heard of.
const statuses = [200, 201, 202, 204, 206, 299, 302, 304, 307, 418, 502, 599];

function undocumentedStatuses(set: ResponseSet, of: DocumentedStubResponse): UndocumentedStubResponse[] {
  const others = statuses.filter((status) => documentedStatus(set, status) === undefined);
  return others.flatMap((status) => {
    const headers = of.response.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    const place = status === 302 || status === 307 ? [['Location', '/undocumented'] as const] : [];
    const empty = responseWith(status, [...headers, ...place], undefined);
    const like = `${status} in place of ${of.status}`;
    const named = (title: string, response: ScriptedResponse) => ({
      title,
      kind: 'undocumented status' as const,
      of,
      response,
    });
    const withoutBody = named(`${like}, without a body`, empty);
    if (isBodiless(set, status) || of.response.body.length === 0) return [withoutBody];
    const ofError = [withoutBody, named(`${like}, with the HTML page of a proxy`, htmlPage(empty))];
    return [
      named(like, { ...of.response, status, headers: [...of.response.headers, ...place] }),
      ...(status >= 400 ? ofError : []),
    ];
  });
}

/** One documented response with each change that it can have. */
function changed(description: Description, set: ResponseSet, of: DocumentedStubResponse): UndocumentedStubResponse[] {
  const { response, status } = of;
  const { length } = response.body;
  const isOfJson = length > 0 && isJson(headerOf(response, 'Content-Type') ?? '');
  const named = (kind: UndocumentedKind, title: string, other: ScriptedResponse) => ({
    title: `${status} ${title}`,
    kind,
    of,
    response: other,
  });
  const cuts = [...new Set([0, Math.floor(length / 2), length - 1])].filter((after) => after >= 0 && after < length);
  const documented = set.responses[of.statusKey];
  const required = (documented?.headers ?? []).filter(
    (header) =>
      header.required && header.name.toLowerCase() !== 'content-type' && headerOf(response, header.name) !== undefined,
  );
  return [
    ...cuts.map((after) =>
      named('cut body', `with its body cut after ${after} of ${length} bytes`, {
        ...response,
        delivery: { kind: 'cut', after },
      }),
    ),
    ...(isOfJson
      ? brokenJson(response.body).map(({ kind, title, body }) => named(kind, title, { ...response, body }))
      : []),
    ...(isOfJson && !documented?.mediaTypes.some((type) => isOfType('text/html', type))
      ? [named('no JSON', 'with the HTML page of a proxy', htmlPage(response))]
      : []),
    ...(isOfJson && isNullForbidden(description, set, of)
      ? [named('null body', 'with null as its body', { ...response, body: Buffer.from('null') })]
      : []),
    ...(length > 0 ? otherMediaTypes(documented?.mediaTypes ?? []) : []).map((type) =>
      named(
        'media type',
        type === undefined ? 'without a media type' : `as ${type}`,
        withHeader(response, 'Content-Type', type),
      ),
    ),
    ...required.map(({ name }) => named('missing header', `without ${name}`, withHeader(response, name, undefined))),
  ];
}

function htmlPage(response: ScriptedResponse): ScriptedResponse {
  return { ...withHeader(response, 'Content-Type', 'text/html'), body: Buffer.from(page) };
}

function otherMediaTypes(documented: readonly string[]): (string | undefined)[] {
  return [undefined, 'text/html', 'application/octet-stream'].filter(
    (type) => !documented.some((own) => isOfType(type ?? '', own)),
  );
}

/** True where an object or a list is documented, and nothing else. */
function isNullForbidden(
  { contract, schemas }: Description,
  { responses }: ResponseSet,
  { statusKey, response }: DocumentedStubResponse,
): boolean {
  const documented = responses[statusKey];
  const mediaType = documentedType(headerOf(response, 'Content-Type') ?? '', documented?.mediaTypes ?? []);
  if (documented === undefined || mediaType === undefined) return false;
  const media = `${documented.pointer}/content${pointerTo(mediaType)}`;
  const schema = schemaOf(contract, media);
  if (schema === undefined) return false;
  const value = jsonIn(response.body);
  return typeof value === 'object' && value !== null && !schemas.isValid('response', schema, null);
}
