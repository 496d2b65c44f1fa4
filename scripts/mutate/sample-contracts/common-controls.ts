import { instead, onAnswer, withHeader } from './message-wraps.ts';
import type { Json } from './schema.ts';
import { isItem } from './schema.ts';
import type { Answer, Call, Control } from './service.ts';
import { empty } from './service.ts';

/** What no contract can mind; `refuse` gives the documented refusal of a bad parameter. */
export function commonControls(refuse: (detail: string) => Answer, queryNames: string[]): Control[] {
  const reversed = (value: Json): Json =>
    Array.isArray(value)
      ? value.map(reversed)
      : isItem(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, inner]) => [name, reversed(inner)]),
          )
        : value;
  const isUnknown = (call: Call) => [...call.query.keys()].some((name) => !queryNames.includes(name));
  return [
    {
      name: 'sends headers of its own',
      options: {
        wrap: onAnswer('*', undefined, ({ headers }) => ({
          headers: { ...headers, 'X-Request-Id': '6f1d', 'Cache-Control': 'no-store', Vary: 'Accept', Server: 'nginx' },
        })),
      },
    },
    {
      name: 'prints JSON on many lines',
      options: {
        wrap: onAnswer('*', undefined, ({ json: value }) =>
          value === undefined ? {} : { text: JSON.stringify(value, null, 2) },
        ),
      },
    },
    {
      name: 'escapes all but ASCII in JSON',
      options: {
        wrap: onAnswer('*', undefined, ({ json: value }) =>
          value === undefined
            ? {}
            : {
                text: JSON.stringify(value).replaceAll(
                  /[^ -~]/g,
                  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
                ),
              },
        ),
      },
    },
    { name: 'sends bodies in chunks', options: { wrap: onAnswer('*', undefined, () => ({ chunked: true })) } },
    {
      name: 'orders properties otherwise',
      options: {
        wrap: onAnswer('*', undefined, ({ json: value }) => (value === undefined ? {} : { json: reversed(value) })),
      },
    },
    {
      name: 'names the charset',
      options: {
        wrap: onAnswer('*', undefined, (answer) =>
          answer.json === undefined
            ? {}
            : withHeader(answer, 'Content-Type', `${answer.headers['Content-Type']}; charset=utf-8`),
        ),
      },
    },
    {
      name: 'writes header names in lower case',
      options: {
        wrap: onAnswer('*', undefined, ({ headers }) => ({
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        })),
      },
    },
    {
      name: 'writes media types in upper case',
      options: {
        wrap: onAnswer('*', undefined, (answer) =>
          answer.json === undefined
            ? {}
            : withHeader(answer, 'Content-Type', String(answer.headers['Content-Type']).toUpperCase()),
        ),
      },
    },
    {
      name: 'takes 50 ms for each answer',
      options: {
        wrap: (handler) => async (call) => {
          await new Promise((settle) => setTimeout(settle, 50));
          return handler(call);
        },
      },
    },
    {
      name: 'closes the connection after each answer',
      options: { wrap: onAnswer('*', undefined, (answer) => withHeader(answer, 'Connection', 'close')) },
    },
    { name: 'has 130 things from the start', options: { prefilled: 130 } },
    {
      name: 'refuses unknown query parameters',
      options: {
        wrap: (handler) => async (call) => {
          const answer = await handler(call);
          const refusal = refuse('unknown query parameter');
          return call.method === 'GET' && answer.status < 300 && isUnknown(call)
            ? { ...refusal, headers: { ...answer.headers, ...refusal.headers } }
            : answer;
        },
      },
    },
    {
      name: 'answers HEAD wherever there is a GET',
      options: {
        wrap: (handler) => (call) =>
          handler(call.method === 'HEAD' && call.operation === undefined ? { ...call, method: 'GET' } : call),
      },
    },
    {
      name: 'answers OPTIONS with 204',
      options: {
        wrap: instead(
          '*',
          ({ method }) => method === 'OPTIONS',
          empty(204, { Allow: 'GET, POST, PUT, DELETE, OPTIONS' }),
        ),
      },
    },
  ];
}
