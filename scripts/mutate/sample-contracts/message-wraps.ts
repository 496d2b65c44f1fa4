import type { IncomingHttpHeaders } from 'node:http';
import type { Item, Json } from './schema.ts';
import { isItem, itemOf } from './schema.ts';
import { matchPath } from './serve.ts';
import type { Answer, Call, Fault, Wrap } from './service.ts';
import { bodyOf } from './service.ts';

/** Changes the answers of an operation (`*`: of all); `status` says which of them, if it is there. */
export function onAnswer(
  operation: string,
  status: number | undefined,
  change: (answer: Answer, call: Call) => Partial<Answer>,
): Wrap {
  return (handler) => async (call) => {
    const answer = await handler(call);
    const isMeant =
      (operation === '*' || call.operation === operation) && (status === undefined || answer.status === status);
    return isMeant ? { ...answer, ...change(answer, call) } : answer;
  };
}

/** Changes the JSON object that an operation answers. */
export function onItem(operation: string, status: number, change: (item: Item, call: Call) => Json): Wrap {
  return onAnswer(operation, status, ({ json: value }, call) => ({ json: change(itemOf(value), call) }));
}

/** Changes the calls of an operation before the server sees them. */
export function onCall(operation: string, change: (call: Call) => Partial<Call>): Wrap {
  return (handler) => (call) =>
    handler(operation === '*' || call.operation === operation ? { ...call, ...change(call) } : call);
}

/** Answers some calls of an operation otherwise. */
export function instead(operation: string, isMeant: (call: Call) => boolean, answer: Answer): Wrap {
  return (handler) => (call) =>
    (operation === '*' || call.operation === operation) && isMeant(call) ? structuredClone(answer) : handler(call);
}

export function withHeaders(call: Call, headers: IncomingHttpHeaders): Partial<Call> {
  return { headers: { ...call.headers, ...headers } };
}

export function withQuery(call: Call, values: Record<string, string | undefined>): Partial<Call> {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { query };
}

export function withBody(call: Call, change: (body: Item) => Item): Partial<Call> {
  return { body: Buffer.from(JSON.stringify(change(bodyOf(call)))) };
}

export function without(item: Item, ...names: string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** Changes each object that has all these properties, however deep. */
export function deep(names: string[], change: (item: Item) => Item): (value: Json) => Json {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isItem(value)) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, walk(part)]));
    return names.every((name) => Object.hasOwn(value, name)) ? change(inner) : inner;
  };
  return walk;
}

export function withoutHeader({ headers }: Answer, name: string): Partial<Answer> {
  return { headers: Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name)) };
}

export function withHeader({ headers }: Answer, name: string, value: string): Partial<Answer> {
  return { headers: { ...headers, [name]: value } };
}

export const skips = (name: string, operation: string, rule: string): Fault => ({
  name,
  operation,
  options: { skip: `${operation} ${rule}` },
});

export const wraps = (name: string, operation: string, wrap: Wrap): Fault => ({ name, operation, options: { wrap } });

/** Lets a method through as if it were another one. */
export function alias(method: string, template: string, as: string): Wrap {
  return (handler) => (call) =>
    handler(call.method === method && matchPath(template, call.path) ? { ...call, method: as } : call);
}
