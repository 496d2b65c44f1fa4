import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from './create-client.ts';
import type { Send, Timing } from './retry.ts';

export const bruno = { id: 1, name: 'Bruno', categoryId: 3, status: 'available' } as const;
export const clementine = { id: 2, name: 'Clementine', categoryId: 7 } as const;
export const limited = {
  code: 'rate_limited',
  message: 'The limit of 60 requests per minute is exceeded.',
  status: 429,
};

export const base = 'https://adoption.example/v1';
export const key = 'k3y-of-a-test';

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

/** Sleeps no time at all and keeps the waits that were asked for. */
export function sleepless(random = 1, now = 0): { timing: Timing; waits: number[] } {
  const waits: number[] = [];
  const sleep = async (milliseconds: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    waits.push(milliseconds);
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

/** A server on a loopback socket for one test, and the requests that reached it. */
export async function listen(listener: RequestListener): Promise<{ origin: string; received: IncomingMessage[] }> {
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    request.resume();
    request.on('end', () => listener(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, received };
}
