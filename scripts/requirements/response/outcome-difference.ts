import { shortened } from '../../cli/text.ts';
import { type Exact, isPlain, within, writeExact } from '../../http/exact-json.ts';
import { headerOf } from '../../http/exchange.ts';
import { differenceBetween } from '../../http/json-difference.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Outcome } from '../client/calls.ts';
import { givenValue, isTruthy, sentValue } from './outcome-values.ts';

type Answered = Extract<Outcome, { kind: 'answered' }>;

/**
 * How what a client made of a response differs from the response.
 * `path`: keys and indices down to the part of the body.
 */
export interface OutcomeDifference {
  about: { kind: 'status' } | { kind: 'header'; name: string } | { kind: 'body'; path: readonly string[] };
  documented: string;
  received: string;
}

const longest = 300;

/**
 * A documented response arrives as `data` when it is a success, else as `error`, with its status,
 * its headers and its whole body.
 */
export function outcomeDifference(response: ScriptedResponse, outcome: Outcome): OutcomeDifference | undefined {
  if (outcome.kind === 'rejected')
    return ofStatus(`A ${response.status} is handed to the caller.`, `the call rejects: ${outcome.message}`);
  return (
    statusDifference(response, outcome) ?? headerDifference(response, outcome) ?? bodyDifference(response, outcome)
  );
}

/**
 * True when a caller learns that a response holds a number which JavaScript would alter: that is all a client can do.
 */
export function isRightlyRefused(response: ScriptedResponse, outcome: Outcome): boolean {
  const body = sentValue(response);
  return (
    body !== undefined &&
    !isPlain(body) &&
    (outcome.kind === 'rejected' || (outcome.data === undefined && isTruthy(outcome.error)))
  );
}

/** The caller gets another status than that of the response. */
export function statusDifference(response: ScriptedResponse, { status }: Answered): OutcomeDifference | undefined {
  return status === response.status ? undefined : ofStatus(`The caller gets status ${response.status}.`, `${status}`);
}

function ofStatus(documented: string, received: string): OutcomeDifference {
  return { about: { kind: 'status' }, documented, received };
}

// Of the connection, not of the response; cookies are for whoever keeps them.
const unreadable = /^(content-length|set-cookie|connection|transfer-encoding)$/i;

function headerDifference(response: ScriptedResponse, outcome: Answered): OutcomeDifference | undefined {
  for (const [name] of response.headers) {
    if (unreadable.test(name)) continue;
    const expected = headerOf(response, name);
    const given = outcome.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
    if (expected?.trim() !== given)
      return {
        about: { kind: 'header', name },
        documented: `The caller can read ${name}: ${expected}`,
        received: given ?? 'no such header',
      };
  }
  return undefined;
}

function bodyDifference(response: ScriptedResponse, { data, error }: Answered): OutcomeDifference | undefined {
  const isSuccess = response.status < 300;
  const [own, other] = isSuccess ? [data, error] : [error, data];
  const [name, otherName] = isSuccess ? ['data', 'error'] : ['error', 'data'];
  if (other !== undefined)
    return ofStatus(
      `A ${response.status} is ${name}, and not ${otherName}.`,
      `${otherName} ${shortened(other, longest)}`,
    );
  const body = sentValue(response);
  // Without a body there is nothing to hand on, but an error is an error all the same.
  if (body === undefined)
    return isSuccess || isTruthy(own)
      ? undefined
      : ofStatus('An error without a body is still an error.', `error ${own ?? 'undefined'}`);
  const given = own === undefined ? undefined : givenValue(own);
  const path = differenceBetween(body, given);
  if (path === undefined) return undefined;
  return {
    about: { kind: 'body', path },
    documented: `${name}${path.map((step) => `.${step}`).join('')} as it was sent: ${textOf(within(body, path))}`,
    received: textOf(within(given, path)),
  };
}

function textOf(value: Exact | undefined): string {
  return value === undefined ? 'nothing' : shortened(writeExact(value), longest);
}
