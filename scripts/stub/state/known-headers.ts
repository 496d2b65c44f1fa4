import { type HttpRequest, headerOf } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { headerViolations } from '../../openapi/parameters/response-header.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { totalsOf } from '../../openapi/resources/beside-items.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import { readerOf } from '../../requirements/response/header-meanings/location.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import type { Page } from './listing.ts';
import type { StateAnswer } from './state-answer.ts';
import { filledPath, itemPath } from './store.ts';

/** What is answered, and to what. */
interface AnsweredRequest {
  request: HttpRequest;
  set: ResponseSet;
  statusKey: string;
  sent: SentValues;
  answer: StateAnswer | undefined;
}

/** The values of headers that follow from what is answered, by name in lower case. */
export function knownHeaders(description: Description, answered: AnsweredRequest): Record<string, string> {
  const { request, answer } = answered;
  if (answer?.kind === 'thing') {
    const location = locationOf(description, answered, answer);
    return location === undefined ? {} : { location };
  }
  if (answer?.kind !== 'page') return {};
  const totals = totalsOf(description, answer.list).headers.map((name) => [
    name.toLowerCase(),
    String(answer.page.total),
  ]);
  return {
    ...Object.fromEntries(totals),
    link: pageLinks(description, request, answer.page),
  };
}

type AnsweredThing = Extract<StateAnswer, { kind: 'thing' }>;

function locationOf(description: Description, answered: AnsweredRequest, thing: AnsweredThing): string | undefined {
  const { request, set, statusKey, sent } = answered;
  const path = readablePath(description, set.operation, sent, thing);
  if (path === undefined) return undefined;
  const location = description.service.basePath + path;
  const header = set.responses[statusKey]?.headers.find(({ name }) => name.toLowerCase() === 'location');
  // A schema may ask for a whole URI.
  const isWhole = header !== undefined && headerViolations(description, header, location).length > 0;
  return isWhole ? `http://${headerOf(request, 'host') ?? 'localhost'}${location}` : location;
}

/** Where a thing can be read, else where it was made; undefined where the request does not say all of it. */
function readablePath(
  description: Description,
  operation: Operation | null,
  { parameters }: SentValues,
  { location, thing }: AnsweredThing,
): string | undefined {
  const isReadable = description.router.find('GET', location).kind === 'operation';
  const reader = isReadable || operation === null ? undefined : readerOf(description, operation);
  if (reader === undefined) return location;
  const given = Object.fromEntries([...parameters].map(([{ name }, value]) => [name, value]));
  const above = reader.path.replace(/\/\{[^}/]+\}$/, '');
  const isKnown = [...above.matchAll(/\{([^}]+)\}/g)].every(([, name = '']) => name in given);
  return isKnown
    ? itemPath(
        filledPath(above, (name) => ownValue(given, name)),
        thing.id,
      )
    : undefined;
}

/** `Link` of a page (RFC 8288): the next one, where there is one, and the page itself. */
function pageLinks(description: Description, request: HttpRequest, page: Page): string {
  const self = `<${description.service.basePath}${request.target}>; rel="self"`;
  const next = nextTarget(description, request, page);
  return next === undefined ? self : `<${next}>; rel="next", ${self}`;
}

/** The path and query of the page after one; undefined for the last one, and where no parameter leads on. */
export function nextTarget({ service }: Description, { target }: HttpRequest, { query }: Page): string | undefined {
  if (query === undefined) return undefined;
  const url = new URL(service.basePath + target, 'http://localhost');
  url.searchParams.set(query.name, textOf(query.value));
  return url.pathname + url.search;
}
