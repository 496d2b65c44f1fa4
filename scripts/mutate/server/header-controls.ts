import { type HttpRequest, type HttpResponse, headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { MessageContext } from '../../requirements/message-context.ts';
import {
  rateLimitHeaderOf,
  rateLimitStateOf,
  requiredResetForm,
} from '../../requirements/rate-limit/rate-limit-headers.ts';
import { altered, type Control } from './control.ts';

/** Headers that the contract does not have, and other ways to write those that it has. */
export function headerControls(context: MessageContext): Control[] {
  return [...spellingControls(), ...contentControls(), ...announcementControls(), ...rateLimitControls(context)];
}

/** Other spellings of headers, and headers that the contract does not have. */
function spellingControls(): Control[] {
  return [
    altered('more headers', (response) => ({
      ...response,
      headers: [
        ['Server', 'nginx'],
        ['X-Request-Id', '0b1e'],
        ['Vary', 'Origin'],
        ['Cache-Control', 'no-store'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ...response.headers,
        ['ETag', '"1"'],
        ['X-Powered-By', 'Thought'],
      ],
    })),
    altered(
      'header names in lower case',
      spelled((name) => name.toLowerCase()),
    ),
    altered(
      'header names in upper case',
      spelled((name) => name.toUpperCase()),
    ),
    altered('headers in another order', (response) => ({ ...response, headers: response.headers.toReversed() })),
  ];
}

function contentControls(): Control[] {
  return [
    typed('charset in lower case', (type) => `${type}; charset=utf-8`),
    typed('charset in upper case, quoted', (type) => `${type};CHARSET="UTF-8"`),
    typed('media type in upper case', (type) => type.toUpperCase()),
    typed('no charset', (type) => type),
    without('Date'),
    altered('chunked', (response) =>
      withHeader(withHeader(response, 'Content-Length', undefined), 'Transfer-Encoding', 'chunked'),
    ),
    altered('connection closed', (response) =>
      withHeader(withHeader(response, 'Connection', 'close'), 'Keep-Alive', undefined),
    ),
    rewritten('HEAD and OPTIONS offered', 'Allow', (text) =>
      [...new Set([...text.split(/, */), 'HEAD', 'OPTIONS'])].toReversed().join(','),
    ),
    rewritten(
      'more in the challenge',
      'WWW-Authenticate',
      (text) => `${text}${text.includes('=') ? ',' : ''} error="invalid_token", error_description="no such key"`,
    ),
  ];
}

function announcementControls(): Control[] {
  return [
    rewritten('another hour of the day of the end', 'Sunset', (text) =>
      new Date(Date.parse(text) + 3 * 3_600_000).toUTCString(),
    ),
    rewritten(
      'another hour of the day of the deprecation',
      'Deprecation',
      (text) => `@${Number(text.slice(1)) + 3600}`,
    ),
    rewritten(
      'more links',
      'Link',
      (text) => `<https://example.com/docs>; rel="deprecation"; type="text/html", ${text}; title="Use this"`,
    ),
    rewritten('an absolute link', 'Link', (text) => text.replace('</', '<https://example.com/')),
  ];
}

function rateLimitControls(context: MessageContext): Control[] {
  return [
    altered('a reset rounded down', (response, request) => resetBy(context, request, response, -1)),
    altered('time to wait rounded up', (response) => {
      const text = headerOf(response, 'Retry-After');
      return text === undefined ? response : withHeader(response, 'Retry-After', String(Number(text) + 1));
    }),
    altered('requests with a bad key are not counted', (response, request) => {
      const documented = context.documentedFor(request, response);
      const state =
        documented === undefined || response.status !== 401
          ? undefined
          : rateLimitStateOf(context.description.contract, documented, response);
      const name = documented?.headers.find((header) => rateLimitHeaderOf(header.name) === 'remaining')?.name;
      return name === undefined || state?.limit === undefined
        ? response
        : withHeader(response, name, String(state.limit));
    }),
  ];
}

function typed(name: string, write: (type: string) => string): Control {
  return altered(name, (response) => {
    const type = headerOf(response, 'Content-Type');
    return type === undefined ? response : withHeader(response, 'Content-Type', write(type.split(';')[0] ?? type));
  });
}

function without(name: string): Control {
  return altered(`no ${name}`, (response) => withHeader(response, name, undefined));
}

function rewritten(name: string, header: string, write: (text: string) => string): Control {
  return altered(name, (response) => {
    const text = headerOf(response, header);
    return text === undefined ? response : withHeader(response, header, write(text));
  });
}

function spelled(spell: (name: string) => string): (response: HttpResponse) => HttpResponse {
  return (response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => [spell(name), value] as const),
  });
}

function resetBy(context: MessageContext, request: HttpRequest, response: HttpResponse, seconds: number): HttpResponse {
  const header = context
    .documentedFor(request, response)
    ?.headers.find(({ name }) => rateLimitHeaderOf(name) === 'reset');
  const text = header === undefined ? undefined : headerOf(response, header.name);
  if (
    header === undefined ||
    text === undefined ||
    requiredResetForm(context.description.contract, header) !== 'unix-timestamp'
  )
    return response;
  return withHeader(response, header.name, String(Number(text) + seconds));
}
