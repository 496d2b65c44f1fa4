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
  const mayBeLogged = (id: string) => id.length < partOfKey || !authorization.includes(id.toLowerCase());
  const [, traceId] = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent) ?? [];
  const isTraced = traceId !== undefined && mayBeLogged(traceId);
  const isNamed = sent.length <= longestId && /^[\w.:=-]+$/.test(sent) && mayBeLogged(sent);
  return {
    requestId: isNamed ? sent : isTraced ? traceId : newRequestId(),
    ...(isTraced && { traceparent }),
  };
}
