import type { Middleware } from 'openapi-fetch';
import type { Operation } from '../generated/operations.ts';
import type { components } from '../generated/types.ts';
import { parseExactly } from './json.ts';
import { operationAt } from './operation.ts';

type ErrorBody = components['schemas']['Error'];

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

  constructor(message: string, response: Response, options?: ErrorOptions) {
    super(message, options);
    this.response = response;
  }
}

/** Lets only what the contract documents reach the caller as `data`, and gives every refusal an `error` of the documented shape. */
export const checkedResponses: Middleware = {
  async onResponse({ request, response, schemaPath, options }) {
    // The response is changed in place and not returned: openapi-fetch takes back no response of `fetch` where the global
    // Response is another one, as it is in a process that also runs a Hono server.
    if (!response.ok) await withDocumentedError(response);
    else
      await checkSuccess(
        response,
        `${request.method} ${schemaPath}`,
        operationAt(request.method, schemaPath),
        options.parseAs,
      );
  },
};

/** The response when its status, media type and JSON are as documented. With another `parseAs` than JSON its body is left unread. */
export async function checkSuccess(
  response: Response,
  call: string,
  operation: Pick<Operation, 'responses'> | undefined,
  parseAs: string,
): Promise<Response> {
  const { status } = response;
  const documented =
    operation?.responses[status] ??
    operation?.responses[`${Math.floor(status / 100)}XX`] ??
    operation?.responses['default'];
  if (documented !== undefined && (parseAs !== 'json' || documented.mediaTypes.length === 0)) return response;

  const { text, isUtf8 } = await readText(response);
  const fail = (why: string, options?: ErrorOptions) =>
    new UnexpectedResponseError(`${call} answered ${status}${why}.`, withText(response, text), options);
  if (documented === undefined) throw fail(', which the contract does not document');
  const type = mediaType(response);
  if (!documented.mediaTypes.includes(type))
    throw fail(` with ${type === '' ? 'no media type' : type} instead of ${documented.mediaTypes.join(' or ')}`);
  if (text === '') throw fail(' with an empty body');
  if (!isUtf8) throw fail(' with a body that is no UTF-8');
  try {
    const value = parseExactly(text);
    return Object.defineProperty(withText(response, text), 'json', { value: async () => value });
  } catch (cause) {
    throw fail(` with a body that cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

async function withDocumentedError(response: Response): Promise<Response> {
  const { text, isUtf8 } = await readText(response);
  return withText(response, isUtf8 && holdsError(text) ? text : JSON.stringify(errorFor(response, text)));
}

/** `text()` would put U+FFFD for bytes that are no UTF-8 (RFC 8259 section 8.1) and say nothing. */
async function readText(response: Response): Promise<{ text: string; isUtf8: boolean }> {
  const bytes = await response.arrayBuffer();
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder().decode(bytes), isUtf8: false };
  }
}

function holdsError(text: string): boolean {
  try {
    const body = parseExactly(text);
    return (
      typeof body === 'object' &&
      body !== null &&
      'code' in body &&
      typeof body.code === 'string' &&
      'message' in body &&
      typeof body.message === 'string' &&
      'status' in body &&
      Number.isInteger(body.status)
    );
  } catch {
    return false;
  }
}

function errorFor(response: Response, text: string): ErrorBody {
  const start = text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  const body = start === '' ? 'an empty body' : `a body that is no error object of the contract: ${start}`;
  return {
    code: unexpectedResponse,
    message: `The server answered ${response.status} with ${body}`,
    status: response.status,
  };
}

function mediaType(response: Response): string {
  return (response.headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
}

/**
 * The same response with its body read. A new Response would lose the url and refuse some statuses; and openapi-fetch takes
 * `Content-Length: 0` for "no error".
 */
function withText(response: Response, text: string): Response {
  const headers = new Headers(response.headers);
  if (headers.get('Content-Length') === '0') headers.delete('Content-Length');
  return Object.defineProperties(response, {
    headers: { value: headers, configurable: true },
    text: { value: async () => text, configurable: true },
  });
}
