import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { DocumentedStubResponse } from '../../stub/responses/response.ts';

/** Responses to the requests of one call that tempt a client to send again. */
export interface RetryScript {
  title: string;
  /** The response to each request, from 0. */
  script(index: number): ScriptedResponse;
}

/** Refusals with and without a time to wait, failures, and connections that end; for a while, and for ever. */
export function retryScripts(
  { responses }: Operation,
  documented: readonly DocumentedStubResponse[],
  now: () => number,
): RetryScript[] {
  const success = documented.find(({ status }) => status < 300)?.response ?? bare(200);
  const of = (status: number) => documented.find((one) => one.status === status)?.response ?? bare(status);
  const once = (first: () => ScriptedResponse) => (index: number) => (index === 0 ? first() : success);
  const date = (seconds: number) => new Date(now() + seconds * 1000).toUTCString();
  const limited = Object.hasOwn(responses, '429') ? [429, 503] : [503];
  const waits = limited.flatMap((status): RetryScript[] => [
    ...[1, 2, 30].map((seconds) => ({
      title: `${status} with Retry-After: ${seconds}, then a success`,
      script: once(() => withRetryAfter(of(status), String(seconds))),
    })),
    {
      title: `${status} with Retry-After as a date, then a success`,
      script: once(() => withRetryAfter(of(status), date(3))),
    },
    {
      title: `${status} with Retry-After: 86400, then a success`,
      script: once(() => withRetryAfter(of(status), '86400')),
    },
    { title: `${status} with Retry-After: 1 for ever`, script: () => withRetryAfter(of(status), '1') },
    {
      title: `${status} with a Retry-After that grows`,
      script: (index) => withRetryAfter(of(status), String(index + 1)),
    },
    {
      title: `${status} without Retry-After, then a success`,
      script: once(() => withRetryAfter(of(status), undefined)),
    },
    {
      title: `${status} with a Retry-After that is no time, then a success`,
      script: once(() => withRetryAfter(of(status), 'soon')),
    },
  ]);
  const failures = [500, 502, 503, 504].flatMap((status): RetryScript[] => [
    { title: `${status} for ever`, script: () => withRetryAfter(of(status), undefined) },
    { title: `${status}, then a success`, script: once(() => withRetryAfter(of(status), undefined)) },
  ]);
  const cut: ScriptedResponse = { ...success, delivery: { kind: 'cut', after: Math.floor(success.body.length / 2) } };
  const none: ScriptedResponse = { ...bare(200), delivery: { kind: 'none' } };
  return [
    ...waits,
    ...failures,
    { title: 'no response, for ever', script: () => none },
    { title: 'no response, then a success', script: once(() => none) },
    ...(success.body.length > 1
      ? [{ title: 'a response that is cut, then a whole one', script: once(() => cut) }]
      : []),
    ...[400, 401, 404, 409, 422].map(
      (status): RetryScript => ({ title: `${status}, then a success`, script: once(() => of(status)) }),
    ),
  ];
}

function bare(status: number): ScriptedResponse {
  return { status, headers: [], body: Buffer.alloc(0), receivedAt: 0 };
}

function withRetryAfter(response: ScriptedResponse, value: string | undefined): ScriptedResponse {
  const others = response.headers.filter(([name]) => name.toLowerCase() !== 'retry-after');
  return { ...response, headers: value === undefined ? others : [...others, ['Retry-After', value]] };
}
