import { withHeader } from '../../http/message-changes.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { DocumentedStubResponse } from '../../stub/responses/response.ts';
import type { Script } from './client-trial.ts';

/** Responses to the requests of one call that may lead a client to send again. */
export interface RetryScript {
  title: string;
  script: Script;
}

/** What the scripts of one operation are made of. */
interface Responses {
  success: ScriptedResponse;
  /** The documented response of a status, else one with nothing but the status. */
  of(status: number): ScriptedResponse;
}

/** Refusals with and without a time to wait, failures, and connections that end; for a while, and for ever. */
export function retryScripts({ responses }: Operation, documented: readonly DocumentedStubResponse[]): RetryScript[] {
  const own: Responses = {
    success: documented.find(({ status }) => status < 300)?.response ?? bare(200),
    of: (status) => documented.find((one) => one.status === status)?.response ?? bare(status),
  };
  const limited = Object.hasOwn(responses, '429') ? [429, 503] : [503];
  return [
    ...limited.flatMap((status) => waitScripts(own, status)),
    ...[500, 502, 503, 504].flatMap((status) => failureScripts(own, status)),
    ...connectionScripts(own),
    ...[400, 401, 404, 409, 422].map((status) => thenSuccess(own, String(status), () => own.of(status))),
  ];
}

function waitScripts(own: Responses, status: number): RetryScript[] {
  const asking = (value: string | undefined) => withHeader(own.of(status), 'Retry-After', value);
  const once = (what: string, value: string | undefined) => thenSuccess(own, `${status} ${what}`, () => asking(value));
  const inThreeSeconds: Script = (_, { now }) => asking(new Date(now() + 3000).toUTCString());
  return [
    ...[1, 2, 30].map((seconds) => once(`with Retry-After: ${seconds}`, String(seconds))),
    thenSuccess(own, `${status} with Retry-After as a date`, inThreeSeconds),
    once('with Retry-After: 86400', '86400'),
    { title: `${status} with Retry-After: 1 for ever`, script: () => asking('1') },
    { title: `${status} with a Retry-After that grows`, script: (index) => asking(String(index + 1)) },
    once('without Retry-After', undefined),
    once('with a Retry-After that is no time', 'soon'),
  ];
}

function failureScripts(own: Responses, status: number): RetryScript[] {
  const failure = () => withHeader(own.of(status), 'Retry-After', undefined);
  return [{ title: `${status} for ever`, script: failure }, thenSuccess(own, String(status), failure)];
}

function connectionScripts({ success, of }: Responses): RetryScript[] {
  const cut: ScriptedResponse = { ...success, delivery: { kind: 'cut', after: Math.floor(success.body.length / 2) } };
  const none: ScriptedResponse = { ...bare(200), delivery: { kind: 'none' } };
  return [
    { title: 'no response, for ever', script: () => none },
    thenSuccess({ success, of }, 'no response', () => none),
    ...(success.body.length > 1
      ? [
          {
            title: 'a response that is cut, then a whole one',
            script: (index: number) => (index === 0 ? cut : success),
          },
        ]
      : []),
  ];
}

function thenSuccess({ success }: Responses, what: string, first: Script): RetryScript {
  return {
    title: `${what}, then a success`,
    script: (index, around) => (index === 0 ? first(index, around) : success),
  };
}

function bare(status: number): ScriptedResponse {
  return { status, headers: [], body: Buffer.alloc(0), receivedAt: 0 };
}
