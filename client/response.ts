import type { CallDescription } from '../generated/calls.ts';
import type { ApiError } from '../generated/types.ts';
import type { Answer } from './answer.ts';
import { parseExactly } from './json.ts';

/** The `code` of an `error` that this client wrote because the server's answer held none that the contract knows. */
export const unexpectedResponse = 'unexpected_response';

/**
 * A success that cannot be handed on as `data`: its status or its media type is not documented, its body is no JSON in
 * UTF-8, or it holds a number that JavaScript would alter. Whether the request took effect is unknown.
 */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  /** The response; its `text()` still gives the body. */
  readonly response: Response;

  constructor(message: string, response: Response) {
    super(message);
    this.response = response;
  }
}

/**
 * The body of a success: its status, media type and JSON are as documented. Undefined where no body is documented.
 *
 * @throws UnexpectedResponseError otherwise; `apiKey` is not in its message.
 */
export function dataOf({ response, text, isUtf8 }: Answer, operation: CallDescription, apiKey: string): unknown {
  const { successes, method, path } = operation;
  const { status } = response;
  const mediaTypes = successes[status] ?? successes['2XX'] ?? successes['default'];
  const fail = (why: string) =>
    new UnexpectedResponseError(`${method} ${path} answered ${status}${hide(why, apiKey)}.`, response);
  if (mediaTypes === undefined) throw fail(', which the contract does not document');
  if (mediaTypes.length === 0) return undefined;
  const type = mediaType(response);
  if (!mediaTypes.includes(type.toLowerCase()))
    throw fail(` with ${type || 'no media type'} instead of ${mediaTypes.join(' or ')}`);
  if (!isUtf8) throw fail(` with ${described(text, 'not UTF-8', apiKey)}`);
  try {
    return parseExactly(text);
  } catch (error) {
    const isAltered = error instanceof RangeError;
    throw fail(` with ${isAltered ? `a body where ${error.message}` : described(text, 'not JSON', apiKey)}`);
  }
}

/** The error object that the server sent, or one that says what it sent instead. `apiKey` is in neither. */
export function errorOf({ response, text, isUtf8 }: Answer, apiKey: string): ApiError {
  const { status, type } = response;
  const body = isUtf8 ? parsed(hide(JSON.stringify(parsed(text)) ?? '', apiKey)) : undefined;
  if (isErrorOf(status, body)) return body;
  const what = `${status} with ${described(text, 'no error object of the contract', apiKey)}`;
  const answer = type === 'opaqueredirect' ? 'a redirect, which a browser does not show' : what;
  return { code: unexpectedResponse, message: `The server answered ${answer}`, status };
}

/** Takes the key out of a text, also where it is escaped for JSON or a URL. */
function hide(text: string, apiKey: string): string {
  // A shorter key, such as one of a test, is a part of words: `invalid_api_key`.
  if (!apiKey[5]) return text;
  const spellings = [JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey), apiKey];
  return spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '[API key]'), text);
}

/** The start of a body. The key is taken out before the text is cut, which could leave a part of it. */
function described(text: string, kind: string, apiKey: string): string {
  const start = hide(text, apiKey).replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  return start ? `a body that is ${kind}: ${start}` : 'an empty body';
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function isErrorOf(status: number, body: unknown): body is ApiError {
  const { code, message, status: own }: Partial<Record<keyof ApiError, unknown>> = Object(body);
  return typeof code === 'string' && typeof message === 'string' && own === status;
}

function mediaType(response: Response): string {
  return response.headers.get('Content-Type')?.split(/[;\s]/, 1)[0] ?? '';
}
