import { basePath } from '../../generated/calls.ts';
import type { ClientOptions } from '../create-client.ts';
import type { Send } from '../retry.ts';
import type { Timing } from '../timing.ts';

export const base = `https://adoption.example${basePath}`;
export const key = 'k3y-of-a-Test';

/** A fetch that gives these answers in turn, throws those that are errors, and keeps what it was asked. */
export function answering(...answers: (Response | Error)[]): { fetch: Send; requests: Request[] } {
  const requests: Request[] = [];
  const fetch: Send = (request) => {
    const answer = answers[requests.length];
    requests.push(request);
    if (answer === undefined) throw new Error(`Request ${requests.length} was not expected.`);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, requests };
}

/** A clock that goes on only while somebody sleeps, and the waits that were asked for. */
export function sleepless(random = 1, start = 0): { timing: Timing; waits: number[] } {
  const waits: number[] = [];
  let now = start;
  const sleep = async (milliseconds: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    waits.push(milliseconds);
    now += milliseconds;
  };
  return { timing: { now: () => now, random: () => random, sleep }, waits };
}

/** Options of a client that meets these answers and sleeps no time. */
export function optionsFor(...answers: (Response | Error)[]): ClientOptions & { requests: Request[]; waits: number[] } {
  return { baseUrl: base, apiKey: key, onDeprecated: () => undefined, ...answering(...answers), ...sleepless() };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}
