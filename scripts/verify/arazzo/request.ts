import { writeExact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import { decode, encode } from '../../http/percent-encoding.ts';
import { fill, type Message, NoValue, type Scope } from './expressions.ts';
import { bodyOf, isRecord, type Value, type ValueObject, writeText } from './values.ts';
import type { Parameter, Pattern, Payload, Step } from './workflow.ts';

/** A request below the base URL, and what expressions may ask of it. */
export interface BuiltRequest {
  request: HttpRequest;
  message: Message;
}

/** The request of a step. Throws NoValue when an expression in it has none. */
export function buildRequest(
  { operation, parameters, body }: Extract<Step, { kind: 'operation' }>,
  scope: Scope,
): BuiltRequest {
  const values = parameters.map((parameter) => ({ ...parameter, text: writeText(resolve(parameter.value, scope)) }));
  const of = (where: Parameter['in']) => values.filter((parameter) => parameter.in === where);
  const query = of('query').map(({ name, text, allowReserved }) => `${encode(name)}=${encoded(text, allowReserved)}`);
  const path = Object.fromEntries(of('path').map(({ name, text }) => [name, text]));
  const below = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(path, name)) throw new NoValue(`The path parameter ${name} has no value`);
    return encode(ownValue(path, name) ?? '');
  });
  const content = body === null ? null : contentOf(body, scope);
  const headers = of('header').map(({ name, text }) => [name, text] as const);
  const cookies = of('cookie').map(({ name, text }) => `${name}=${text}`);
  const isTyped = content === null || headers.some(([name]) => name.toLowerCase() === 'content-type');
  const request: HttpRequest = {
    method: operation.method,
    target: query.length === 0 ? below : `${below}?${query.join('&')}`,
    headers: [
      ...headers,
      ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
      ...(isTyped ? [] : [['Content-Type', content.contentType] as const]),
    ],
    body: content?.bytes ?? null,
  };
  const queries = Object.fromEntries(of('query').map(({ name, text }) => [name, text]));
  return { request, message: { headers: request.headers, path, query: queries, body: bodyOf(request.body) } };
}

function encoded(text: string, allowReserved: boolean): string {
  const whole = encode(text);
  return allowReserved
    ? whole.replaceAll(/%(?:3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g, decode)
    : whole;
}

/** The value that a pattern stands for. Throws NoValue. */
export function resolve(pattern: Pattern, scope: Scope): Value {
  switch (pattern.kind) {
    case 'value':
      return pattern.value;
    case 'template':
      return fill(pattern.template, scope);
    case 'list':
      return pattern.items.map((item) => resolve(item, scope));
    case 'object':
      return Object.fromEntries(pattern.members.map(([name, member]) => [name, resolve(member, scope)]));
  }
}

function contentOf(
  { contentType, payload, replacements }: Payload,
  scope: Scope,
): { contentType: string; bytes: Buffer } {
  const value = replacements.reduce<Value>(
    (whole, { target, value: replacement }) => withReplaced(whole, target, resolve(replacement, scope)),
    resolve(payload, scope),
  );
  return { contentType, bytes: Buffer.from(contentText(contentType, value), 'utf8') };
}

/** A text is sent as it is, whatever its type: Arazzo has templates of JSON. */
function contentText(contentType: string, value: Value): string {
  if (typeof value === 'string') return value;
  if (!contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')) return writeExact(value);
  return new URLSearchParams(
    Object.entries(isRecord(value) ? value : {}).map(([name, member]) => [name, writeText(member)]),
  ).toString();
}

function withReplaced(whole: Value, [first, ...rest]: string[], value: Value): Value {
  if (first === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((item, index) => (String(index) === first ? withReplaced(item, rest, value) : item));
  const fields: ValueObject = isRecord(whole) ? whole : {};
  if (!Object.hasOwn(fields, first)) throw new NoValue(`The payload has no ${first}, which is to be replaced`);
  return { ...fields, [first]: withReplaced(ownValue(fields, first) ?? null, rest, value) };
}
