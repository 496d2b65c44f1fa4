import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';

/** Why a request that Node.js lets through is refused; `hasStrictLine` says whether its request line is well-formed. */
export function faultOf(request: IncomingMessage, hasStrictLine: boolean): string | undefined {
  const { headers, httpVersion, rawHeaders, url = '' } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'The request must be HTTP/1.1 or HTTP/1.0.';
  // Whoever stands before the server may have read another target.
  if (!hasStrictLine) return 'The request line must have one space before its target and one after it.';
  // RFC 9112 section 3.2.
  const hosts = rawHeaders.reduce(
    (count, text, index) => count + Number(index % 2 === 0 && text.toLowerCase() === 'host'),
    0,
  );
  const hasHost = hosts === 1 ? headers.host !== '' : hosts === 0 && httpVersion === '1.0';
  if (!hasHost) return 'The request must have one Host header field.';
  const coding = headers['transfer-encoding'];
  // RFC 9112 section 6.1.
  if (coding !== undefined && httpVersion === '1.0') return 'The request must have no transfer coding in HTTP/1.0.';
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return 'The request must have no transfer coding but chunked.';
  return hasDotSegment(url) ? 'The path of the request must have no segment . or .., encoded or not.' : undefined;
}

/**
 * True for a target with a dot segment, which would be resolved before a route is looked for: whoever stands before the
 * server and lets through what begins with a prefix has seen another path.
 */
function hasDotSegment(target: string): boolean {
  if (!target.includes('.') && !target.includes('%2')) return false;
  // To some who stand before the server, what follows a number sign is path as well.
  const [path = ''] = target.split('?', 1);
  return /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\]|%2f|%5c)/i.test(path);
}

/** The refusal of what the HTTP parser of Node.js has not taken, by the code of its error. */
export function refusalFor(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal(408, 'request_timeout', 'The request did not arrive in time.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal(431, 'headers_too_large', 'The header fields of the request are too large.');
  return malformed('The request is not valid HTTP.');
}

export function malformed(message: string): Refusal {
  return new Refusal(400, 'malformed_request', message);
}
