import { keyPrefix } from '../api-keys/api-key.ts';

/** The names by which a caller knows a request. */
export interface RequestNames {
  requestId: string;
  /** The caller's place in a trace (W3C Trace Context), as it was sent. */
  traceparent?: string;
}

/** A key has a secret of 256 bits, which take 43 characters at least. */
const longestId = 40;
/** Shorter texts are found in a key by chance. */
const partOfKey = 16;

/**
 * The names of a request: its `X-Request-Id` where that can be taken over, otherwise the identifier of its trace, or a
 * new one. They go to the log, so none is taken over that may be the key of the request.
 */
export function namesOf(header: (name: string) => string | null, newRequestId: () => string): RequestNames {
  const sent = header('x-request-id') ?? '';
  const traceparent = header('traceparent') ?? '';
  if (sent === '' && traceparent === '') return { requestId: newRequestId() };
  const authorization = header('authorization')?.toLowerCase() ?? '';
  const [, traceId] = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent) ?? [];
  const isTraced = traceId !== undefined && !isPartOfKey(traceparent, authorization);
  const isNamed = sent.length <= longestId && /^[\w.:=-]+$/.test(sent) && !isPartOfKey(sent, authorization);
  return {
    requestId: isNamed ? sent : isTraced ? traceId : newRequestId(),
    ...(isTraced && { traceparent }),
  };
}

/** True for a text that has a part of the key of the request, or the beginning of any key, as it is or encoded. */
function isPartOfKey(text: string, authorization: string): boolean {
  if (text.length < partOfKey) return false;
  const encoded = /^[0-9a-f-]+$/i.test(text)
    ? // Node.js reads no further than the first dash.
      [0, 1].map((start) => Buffer.from(text.replaceAll('-', '').slice(start), 'hex'))
    : // One that is cut may begin within a group of four characters.
      [0, 1, 2, 3].map((start) => Buffer.from(text.slice(start), 'base64'));
  const readings = [text, text.replaceAll(/[^0-9a-z]/gi, ''), ...encoded.map((bytes) => bytes.toString('latin1'))];
  return readings.some((reading) => {
    const lowerCase = reading.toLowerCase();
    for (let start = 0; start + partOfKey <= lowerCase.length; start++)
      if (authorization.includes(lowerCase.slice(start, start + partOfKey))) return true;
    return lowerCase.includes(keyPrefix);
  });
}
