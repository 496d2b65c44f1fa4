import { shortened } from '../../cli/text.ts';
import { type Exact, isPlain, parseExact, within, writeExact } from '../../http/exact-json.ts';
import { headerOf } from '../../http/exchange.ts';
import { differenceBetween } from '../../http/json-difference.ts';
import { isJson } from '../../http/media-types.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { pointerTo } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Outcome } from '../client/calls.ts';

/** What a client made of a response, where it is not what the contract lets a caller expect. */
export interface OutcomeProblem {
  about: { kind: 'status' } | { kind: 'header'; name: string } | { kind: 'body'; path: string[] };
  documented: string;
  received: string;
}

/** How a documented response must arrive: as `data` when it is a success, else as `error`, with its status, its headers and its whole body. */
export function violationOf(response: ScriptedResponse, outcome: Outcome): OutcomeProblem | undefined {
  const body = bodyOf(response);
  const isSuccess = response.status < 300;
  if (outcome.kind === 'rejected')
    return {
      about: { kind: 'status' },
      documented: `A ${response.status} is handed to the caller.`,
      received: `the call rejects: ${outcome.message}`,
    };
  if (outcome.status !== response.status)
    return {
      about: { kind: 'status' },
      documented: `The caller is told ${response.status}.`,
      received: `${outcome.status}`,
    };
  const changed = changedHeader(response, outcome);
  if (changed !== undefined) return changed;
  const [own, other] = isSuccess ? [outcome.data, outcome.error] : [outcome.error, outcome.data];
  const [name, otherName] = isSuccess ? ['data', 'error'] : ['error', 'data'];
  if (other !== undefined)
    return {
      about: { kind: 'status' },
      documented: `A ${response.status} is ${name}, and not ${otherName}.`,
      received: `${otherName} ${shortened(other)}`,
    };
  // Without a body there is nothing to hand on, but an error is an error all the same.
  if (body === undefined)
    return isSuccess || isTruthy(own)
      ? undefined
      : {
          about: { kind: 'status' },
          documented: 'An error without a body is an error.',
          received: `error ${own ?? 'undefined'}`,
        };
  const path = differenceBetween(body, valueOf(own));
  if (path === undefined) return undefined;
  const given = within(valueOf(own), path);
  return {
    about: { kind: 'body', path },
    documented: `${name}${path.map((step) => `.${step}`).join('')} as it was sent: ${textOf(within(body, path))}`,
    received: textOf(given),
  };
}

/** True when a caller is told that a response holds a number which JavaScript would alter: that is all a client can do. */
export function isRightlyRefused(response: ScriptedResponse, outcome: Outcome): boolean {
  const body = bodyOf(response);
  return (
    body !== undefined &&
    !isPlain(body) &&
    (outcome.kind === 'rejected' || (outcome.data === undefined && isTruthy(outcome.error)))
  );
}

/** How a response that the contract does not have must not arrive: as a success, or as nothing at all. */
export function mistakenFor(
  response: ScriptedResponse,
  outcome: Outcome,
  isBodyIntact: boolean,
): OutcomeProblem | undefined {
  if (outcome.kind === 'rejected') return undefined;
  if (outcome.status !== response.status)
    return {
      about: { kind: 'status' },
      documented: `The caller is told ${response.status}.`,
      received: `${outcome.status}`,
    };
  if (outcome.error === undefined && !(isBodyIntact && (outcome.data !== undefined || response.body.length === 0)))
    return {
      about: { kind: 'status' },
      documented: 'A response that the contract does not have is told as an error, or the call rejects.',
      received: `${response.status} as data ${outcome.data ?? 'undefined'}`,
    };
  if (outcome.error === undefined || isTruthy(outcome.error)) return undefined;
  return {
    about: { kind: 'status' },
    documented: 'Nothing is swallowed: what is no success gives an error that is one.',
    received: `${response.status} as error ${outcome.error}`,
  };
}

/** An error that is none of the bodies which the operation documents for errors: its type lies. */
export function untypedError(
  { contract, schemas }: Description,
  { responses }: Operation,
  outcome: Outcome,
): OutcomeProblem | undefined {
  if (outcome.kind === 'rejected' || outcome.error === undefined || responses[outcome.status]?.mediaTypes.length === 0)
    return undefined;
  const error = valueOf(outcome.error) ?? null;
  const documented = Object.entries(responses)
    .filter(([status]) => !/^[123]/.test(status))
    .flatMap(([, { pointer, mediaTypes }]) =>
      mediaTypes.filter(isJson).map((type) => `${pointer}/content${pointerTo(type)}/schema`),
    );
  const isTyped =
    documented.length === 0 ||
    documented.some((pointer) => schemas.isValid('response', partAt(contract, pointer).pointer, error));
  return isTyped
    ? undefined
    : {
        about: { kind: 'status' },
        documented: 'An error has the shape of a documented one, whatever the server sent.',
        received: shortened(outcome.error),
      };
}

/** What a client hands on, as the numbers that JavaScript has: -2^63 is one, though it is written with other digits. */
function valueOf(json: string | undefined): Exact | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as Exact);
}

/** The JSON of a response; undefined where it has no body, or another media type. */
function bodyOf(response: ScriptedResponse): Exact | undefined {
  return response.body.length === 0 || !isJson(headerOf(response, 'Content-Type') ?? '')
    ? undefined
    : parseExact(response.body);
}

function changedHeader(
  response: ScriptedResponse,
  outcome: Extract<Outcome, { kind: 'answered' }>,
): OutcomeProblem | undefined {
  for (const [name] of response.headers) {
    if (/^(content-length|set-cookie|connection|transfer-encoding)$/i.test(name)) continue;
    const [expected, given] = [
      headerOf(response, name),
      outcome.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1],
    ];
    if (expected?.trim() !== given)
      return {
        about: { kind: 'header', name },
        documented: `The caller can read ${name}: ${expected}`,
        received: given ?? 'no such header',
      };
  }
  return undefined;
}

function isTruthy(json: string | undefined): boolean {
  return json !== undefined && !['null', 'false', '0', '""'].includes(json);
}

function textOf(value: Exact | undefined): string {
  return value === undefined ? 'nothing' : shortened(writeExact(value));
}
