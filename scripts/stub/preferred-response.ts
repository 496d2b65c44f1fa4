import { STATUS_CODES } from 'node:http';
import type { ScriptedResponse } from '../http/scripted-response.ts';
import { pointerTo } from '../openapi/json.ts';
import { examplesAt } from '../openapi/values/examples.ts';
import { documentedStatus, type ResponseSet } from '../requirements/response/response-sets.ts';
import type { Preference } from './preference.ts';
import { documentedResponses } from './responses/documented-responses.ts';
import { type ResponseSource, responseWith } from './responses/response.ts';
import type { UsualResponses } from './usual-responses.ts';

/** What a request prefers, or why it cannot have it. */
export type Preferred =
  | { kind: 'documented'; title: string; statusKey: string; response: ScriptedResponse }
  | { kind: 'undocumented'; title: string; response: ScriptedResponse };

/**
 * The response that a request asks for by name.
 * `isFaulty`: a status that the contract does not have is given all the same.
 */
export function preferredResponse(
  source: ResponseSource,
  usual: UsualResponses,
  set: ResponseSet,
  { code, example }: Preference,
  isFaulty: boolean,
): Preferred {
  const statusKey = code === undefined ? undefined : documentedStatus(set, code);
  if (code !== undefined && statusKey === undefined) {
    const isStatus = Number.isInteger(code) && code >= 200 && code <= 599;
    return isFaulty && isStatus
      ? {
          kind: 'undocumented',
          title: `${code}, undocumented`,
          response: plainResponse(code, STATUS_CODES[code] ?? ''),
        }
      : unknown(source, set, Number.isNaN(code) ? 'such response' : `response ${code}`);
  }
  if (example !== undefined) {
    const found = documentedResponses(source, set).find(
      (one) => one.example === example && (statusKey === undefined || one.statusKey === statusKey),
    );
    return found === undefined
      ? unknown(source, set, `example ${example}${code === undefined ? '' : ` for ${code}`}`)
      : { kind: 'documented', title: found.title, statusKey: found.statusKey, response: found.response };
  }
  if (code === undefined || statusKey === undefined) return unknown(source, set, 'such response');
  return { kind: 'documented', title: `${code}, as preferred`, statusKey, response: usual.of(set, statusKey, code) };
}

/** A response of the stub itself, which the contract does not have. */
export function plainResponse(
  status: number,
  text: string,
  headers: ScriptedResponse['headers'] = [],
): ScriptedResponse {
  return responseWith(status, headers, { mediaType: 'text/plain; charset=utf-8', bytes: Buffer.from(`${text}\n`) });
}

function unknown({ description: { contract } }: ResponseSource, set: ResponseSet, what: string): Preferred {
  const there = Object.entries(set.responses).map(([key, { pointer, mediaTypes }]) => {
    const names = mediaTypes
      .flatMap((type) => examplesAt(contract, `${pointer}/content${pointerTo(type)}`))
      .map(({ name }) => name);
    return names.length === 0 ? key : `${key} (examples: ${names.join(', ')})`;
  });
  return {
    kind: 'undocumented',
    title: '400, not as preferred',
    response: plainResponse(400, `Prefer: ${set.name} has no ${what}. It has ${there.join('; ')}.`),
  };
}
