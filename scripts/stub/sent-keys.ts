import type { HttpRequest } from '../http/exchange.ts';
import { joinTarget, splitTarget } from '../http/message-changes.ts';
import { decode } from '../http/percent-encoding.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import { type Carrier, carrierOf } from '../openapi/credentials.ts';
import type { Description } from '../openapi/description.ts';

/** Stands for every key in the requests that are kept: reports show it as `$KEY`, and their curl lines work. */
export const keyMark = 'qZ7kX2vB9wJ4hT6n';

// What is shorter may be a part of any text: it is hidden where keys stand, and nowhere else.
const leastKeyLength = 8;

// Of the connection, not of the request: every HTTP client sets them for itself.
const connectionHeaders = /^(host|connection|keep-alive|content-length|transfer-encoding)$/i;

/** A request without its keys, and what takes them out of all that is said of it. */
export interface WithoutKeys {
  request: HttpRequest;
  hide(text: string): string;
  hideIn(response: ScriptedResponse): ScriptedResponse;
}

/** Takes the keys that a request carries out of it; `known`: one that is hidden wherever it stands. */
export function withoutSentKeys(
  { service }: Description,
  request: HttpRequest,
  known: string | undefined,
): WithoutKeys {
  const secrets = new Set(known === undefined || known === '' ? [] : [known]);
  const carriers = Object.keys(service.securitySchemes).map((name) => carrierOf(service, name));
  const taken = (secret: string): string => {
    for (const spelling of [secret, decode(secret)]) if (spelling.length >= leastKeyLength) secrets.add(spelling);
    return secret === '' ? '' : keyMark;
  };
  const { path, pairs } = splitTarget(request.target);
  const target = joinTarget(
    path,
    pairs.map(([name, value]) => [name, isNamed(carriers, 'query', decode(name)) ? taken(value) : value]),
  );
  const headers = request.headers
    .filter(([name]) => !connectionHeaders.test(name))
    .map(([name, value]) => [name, headerWithout(carriers, name, value, taken)] as const);
  const cut = (text: string, sign: string) =>
    [...secrets].reduce((rest, secret) => rest.replaceAll(secret, sign), text);
  const bytesWithout = (body: Buffer, sign: string) => Buffer.from(cut(body.toString('latin1'), sign), 'latin1');
  return {
    request: {
      method: request.method,
      target: cut(target, keyMark),
      headers: headers.map(([name, value]) => [name, cut(value, keyMark)]),
      body: request.body && bytesWithout(request.body, keyMark),
    },
    hide: (text) => cut(text, '$KEY'),
    hideIn: (response) =>
      secrets.size === 0
        ? response
        : {
            ...response,
            headers: response.headers.map(([name, value]) => [name, cut(value, '$KEY')]),
            body: bytesWithout(response.body, '$KEY'),
          },
  };
}

function isNamed(carriers: readonly Carrier[], kind: 'header' | 'query' | 'cookie', name: string): boolean {
  return carriers.some(
    (carrier) => carrier.kind === kind && 'name' in carrier && carrier.name.toLowerCase() === name.toLowerCase(),
  );
}

function headerWithout(
  carriers: readonly Carrier[],
  name: string,
  value: string,
  taken: (secret: string) => string,
): string {
  if (isNamed(carriers, 'header', name)) return taken(value);
  if (/^cookie$/i.test(name))
    return value.replaceAll(/([^=;\s]+)=([^;]*)/g, (pair: string, own: string, secret: string) =>
      isNamed(carriers, 'cookie', own) ? `${own}=${taken(secret)}` : pair,
    );
  if (!/^(proxy-)?authorization$/i.test(name)) return value;
  const [, scheme, credentials] = /^(\S+ +)(.*)$/s.exec(value) ?? [];
  if (scheme === undefined || credentials === undefined) return taken(value);
  if (!/^basic /i.test(scheme) || credentials === '') return scheme + taken(credentials);
  const decoded = Buffer.from(credentials, 'base64').toString();
  taken(credentials);
  for (const part of [decoded, ...decoded.split(':')]) taken(part);
  return scheme + Buffer.from(decoded.endsWith(':') ? `${keyMark}:` : keyMark).toString('base64');
}
