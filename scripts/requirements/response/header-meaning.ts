import { type HttpResponse, headerOf } from '../../http/exchange.ts';
import { decode } from '../../http/percent-encoding.ts';
import type { Description } from '../../openapi/description.ts';
import { isObject, type JsonObject, objectOf, stringOf } from '../../openapi/json.ts';
import type { DocumentedResponse, Operation } from '../../openapi/operation-table.ts';
import { rateLimitHeaderOf, rateLimitStateOf, resetFormOf, retryAfterOf } from '../rate-limit/rate-limit-headers.ts';

/** What a header says beyond its schema. */
export interface HeaderMeaning {
  statement: string;
  /** Where the contract says so, when that is not at the header itself. */
  pointer?: string;
  /** Why the header of a response is not true; undefined when it is. */
  whyWrong(value: string, seen: Seen): string | undefined;
}

interface Seen {
  response: HttpResponse;
  documented: DocumentedResponse;
  /** The path of the contract that was asked, if it has it. */
  path: string | undefined;
  method: string;
}

const day = 86_400_000;

/** What the header says in a response of the operation, or in one to a request that reached none. Undefined when nothing is known of it. */
export function meaningOf(
  description: Description,
  operation: Operation | null,
  header: DocumentedResponse['headers'][number],
): HeaderMeaning | undefined {
  const part = rateLimitHeaderOf(header.name);
  if (part === 'limit')
    return { statement: 'it is the limit in force', whyWrong: (_, seen) => whyWrongLimit(description, seen) };
  if (part === 'remaining')
    return {
      statement: 'it is the number of requests left, which goes down with each',
      whyWrong: (_, seen) => whyWrongRemaining(description, seen),
    };
  if (part === 'reset') return resetMeaning(description, header);
  switch (header.name.toLowerCase()) {
    case 'retry-after':
      return {
        statement: 'it is the time to wait, in whole seconds or as a date, and agrees with the reset',
        whyWrong: (value, seen) => whyWrongRetryAfter(description, value, seen),
      };
    case 'allow':
      return {
        statement: 'it lists the methods that the path offers',
        whyWrong: (value, seen) => whyWrongAllow(description, value, seen),
      };
    case 'location':
      return operation?.method === 'POST'
        ? { statement: 'it leads to what was created', whyWrong: whyWrongLocation }
        : undefined;
    case 'www-authenticate':
      return challengeMeaning(description, operation);
    default:
      return operation?.deprecation == null
        ? undefined
        : deprecationMeaning(description, operation.pointer, operation.deprecation, header.name.toLowerCase());
  }
}

function whyWrongLimit({ contract }: Description, { response, documented }: Seen): string | undefined {
  const { limit, remaining } = rateLimitStateOf(contract, documented, response);
  return limit !== undefined && remaining !== undefined && remaining > limit
    ? `${limit}, with ${remaining} requests left`
    : undefined;
}

function whyWrongRemaining({ contract }: Description, { response, documented }: Seen): string | undefined {
  const { limit, remaining } = rateLimitStateOf(contract, documented, response);
  if (remaining === undefined) return undefined;
  if (response.status === 429 && remaining > 0) return `${remaining} in a 429, where no request is left`;
  return limit !== undefined && response.status !== 429 && remaining >= limit
    ? `${remaining} of ${limit} after a request that counts`
    : undefined;
}

function resetMeaning(
  { contract, service }: Description,
  header: DocumentedResponse['headers'][number],
): HeaderMeaning {
  const form = resetFormOf(contract, header);
  // The plans that a contract can tell of have a minute and a day.
  const longest = (Object.keys(service.rateLimitPlans).length > 0 ? day : 31 * day) + 60_000;
  const statement =
    form === 'timestamp'
      ? 'it is the Unix timestamp, in seconds, at which the limit resets'
      : 'it is the number of seconds until the limit resets';
  const whyWrong = (value: string, { response, documented }: Seen) => {
    if (!/^\d+$/.test(value)) return `${value}, no whole number`;
    const { resetsAt, limit } = rateLimitStateOf(contract, documented, response);
    const ahead = (resetsAt ?? Number.POSITIVE_INFINITY) - response.receivedAt;
    if (ahead < -2000) return `${value}, ${describeSpan(-ahead)} in the past`;
    if (limit !== undefined && isPerMinute(service.rateLimitPlans, limit) && ahead > 62_500 && ahead < longest)
      return `${value}, ${describeSpan(ahead)} from now for a limit of ${limit} requests a minute`;
    return ahead > longest
      ? `${value}, ${Number.isFinite(ahead) ? `${describeSpan(ahead)} from now` : 'no plausible moment'}`
      : undefined;
  };
  return { statement, whyWrong };
}

/** True when the plans have this number for a minute, and none has it for a day. */
function isPerMinute(plans: JsonObject, limit: number): boolean {
  const all = Object.values(plans).map(objectOf);
  return (
    all.some((plan) => plan['requestsPerMinute'] === limit) && all.every((plan) => plan['requestsPerDay'] !== limit)
  );
}

function describeSpan(milliseconds: number): string {
  return milliseconds < 2 * day
    ? `${Math.round(milliseconds / 1000)} seconds`
    : `${Math.round(milliseconds / day)} days`;
}

function whyWrongRetryAfter(
  { contract }: Description,
  value: string,
  { response, documented }: Seen,
): string | undefined {
  const seconds = retryAfterOf(response);
  if (seconds === undefined) return `${value}, neither whole seconds nor an HTTP date`;
  if (/^\d+$/.test(value) && seconds < 1) return `${value}, no time to wait`;
  const { resetsAt } = rateLimitStateOf(contract, documented, response);
  if (resetsAt === undefined || response.status !== 429) return undefined;
  const ahead = (resetsAt - response.receivedAt) / 1000;
  return Math.abs(seconds - ahead) > 2.5 ? `${value}, with the reset ${Math.round(ahead)} seconds away` : undefined;
}

function whyWrongAllow({ operations }: Description, value: string, { path, method }: Seen): string | undefined {
  const listed = value.split(',').map((one) => one.trim().toUpperCase());
  const offered = operations.filter((operation) => operation.path === path).map((operation) => operation.method);
  const missing = offered.filter((one) => !listed.includes(one));
  if (missing.length > 0) return `${value}, without ${missing.join(', ')}`;
  return listed.includes(method) ? `${value}, with the method that was refused` : undefined;
}

/** RFC 9110 section 10.2.2: the last segment is then something that the body says of the new thing, most likely its identifier. */
function whyWrongLocation(value: string, { response }: Seen): string | undefined {
  if (response.status !== 201) return undefined;
  try {
    const body: unknown = JSON.parse(response.body.toString());
    const last = decode(pathOf(value).split('/').at(-1) ?? '');
    return isObject(body) && !Object.values(body).map(String).includes(last)
      ? `${value}, which is none of what was created`
      : undefined;
  } catch {
    return undefined;
  }
}

/** RFC 9110 section 11.6.1: a challenge for the scheme that the contract asks for. */
function challengeMeaning({ service }: Description, operation: Operation | null): HeaderMeaning | undefined {
  const names =
    operation === null
      ? Object.keys(service.securitySchemes)
      : operation.security.flatMap((alternative) => Object.keys(alternative));
  const schemes = names.flatMap((name) => {
    const scheme = objectOf(service.securitySchemes[name]);
    return scheme['type'] === 'http' ? [stringOf(scheme['scheme'])?.toLowerCase() ?? ''] : [];
  });
  if (schemes.length === 0) return undefined;
  const whyWrong = (value: string) =>
    schemes.some((scheme) => new RegExp(`(^|,\\s*)${scheme}(\\s|$|,)`, 'i').test(value))
      ? undefined
      : `${value}, no challenge for ${schemes.join(' or ')}`;
  return { statement: `it asks for ${schemes.join(' or ')}`, whyWrong };
}

function deprecationMeaning(
  { operations, service }: Description,
  pointer: string,
  { since, sunset, replacement }: NonNullable<Operation['deprecation']>,
  name: string,
): HeaderMeaning | undefined {
  if (name === 'deprecation' && since !== null) {
    return {
      pointer: `${pointer}/x-deprecated-since`,
      statement: `it says deprecated since ${since} (RFC 9745)`,
      whyWrong: (value) =>
        isOnDay(/^@\d+$/.test(value) ? Number(value.slice(1)) * 1000 : Number.NaN, since) ? undefined : value,
    };
  }
  if (name === 'sunset' && sunset !== null) {
    return {
      pointer: `${pointer}/x-sunset`,
      statement: `it says removed on ${sunset} (RFC 8594)`,
      whyWrong: (value) => (isOnDay(/ GMT$/.test(value) ? Date.parse(value) : Number.NaN, sunset) ? undefined : value),
    };
  }
  const successor = operations.find(({ id }) => id === replacement?.operationId);
  if (name !== 'link' || successor === undefined) return undefined;
  const target = service.basePath + successor.path;
  const whyWrong = (value: string) => {
    const links = [...value.matchAll(/<([^>]*)>([^<]*)/g)].map(([, link = '', attributes = '']) => ({
      link,
      relations: /;\s*rel="?([^";,]*)/i.exec(attributes)?.[1]?.split(/\s+/) ?? [],
    }));
    const isSuccessor = ({ link, relations }: (typeof links)[number]) =>
      relations.includes('successor-version') && pathOf(link).endsWith(successor.path);
    return links.some(isSuccessor) ? undefined : value;
  };
  return {
    pointer: `${pointer}/x-replacement`,
    statement: `it links to ${target} as the successor-version (RFC 5829)`,
    whyWrong,
  };
}

function pathOf(link: string): string {
  return URL.canParse(link, 'http://localhost') ? new URL(link, 'http://localhost').pathname : link;
}

/** A date is one of these days in any time zone that has it as this one. */
function isOnDay(moment: number, date: string): boolean {
  const start = Date.parse(`${date}T00:00:00Z`);
  return moment >= start && moment < start + day;
}

/** The header of a response, and why it is not true; undefined when it is, or is missing. */
export function whyWrongHeader(meaning: HeaderMeaning, name: string, seen: Seen): string | undefined {
  const value = headerOf(seen.response, name);
  return value === undefined ? undefined : meaning.whyWrong(value, seen);
}
