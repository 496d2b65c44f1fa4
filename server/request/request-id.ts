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

/** As many hexadecimal digits in a row: the secret of a key has no others. Decimal ones are a time or a number. */
const secretDigits = /(?=\d*[a-f])[0-9a-f]{16}/i;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * The names of a request: its `X-Request-Id` where that can be taken over, otherwise the identifier of its trace, or a
 * new one. They go to the log, so none is taken over that may be the key of the request; and of one that has no valid
 * key, none that looks like a part of any secret.
 */
export function namesOf(
  header: (name: string) => string | null,
  newRequestId: () => string,
  isAnonymous = false,
): RequestNames {
  const sent = header('x-request-id') ?? '';
  const traceparent = header('traceparent') ?? '';
  if (sent === '' && traceparent === '') return { requestId: newRequestId() };
  const authorization = header('authorization')?.toLowerCase() ?? '';
  const [, traceId] = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent) ?? [];
  const isTraced = traceId !== undefined && !isPartOfKey(traceparent, authorization);
  const isSane = sent.length <= longestId && /^[\w.:=-]+$/.test(sent);
  const isNamed = isSane && !isPartOfKey(sent, authorization) && !(isAnonymous && isLikeSecret(sent));
  return {
    requestId: isNamed ? sent : isTraced ? traceId : newRequestId(),
    ...(isTraced && { traceparent }),
  };
}

/** True for a text that has a part of the key of the request, or the beginning of any key, as it is or encoded. */
function isPartOfKey(text: string, authorization: string): boolean {
  if (text.length < partOfKey) return false;
  return readingsOf(text).some((reading) => {
    const lowerCase = reading.toLowerCase();
    for (let start = 0; start + partOfKey <= lowerCase.length; start++)
      if (authorization.includes(lowerCase.slice(start, start + partOfKey))) return true;
    return lowerCase.includes(keyPrefix);
  });
}

/** True for a text that may have a part of a secret, as it is or encoded. */
function isLikeSecret(text: string): boolean {
  return !uuid.test(text) && readingsOf(text).some((reading) => secretDigits.test(reading));
}

/** What a text may mean. */
function readingsOf(text: string): string[] {
  const encoded = /^[0-9a-f-]+$/i.test(text)
    ? // Node.js reads no further than the first dash.
      [0, 1].map((start) => Buffer.from(text.replaceAll('-', '').slice(start), 'hex'))
    : // One that is cut may begin within a group of four characters.
      [0, 1, 2, 3].map((start) => Buffer.from(text.slice(start), 'base64'));
  return [text, text.replaceAll(/[^0-9a-z]/gi, ''), ...encoded.map((bytes) => bytes.toString('latin1'))];
}
