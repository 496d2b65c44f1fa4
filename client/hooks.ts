/** One request that is sent: a call is sent again where that is safe. */
export interface Sending {
  operationId: string;
  /** 1 for the first request of a call. */
  attempt: number;
  /** Without the key. */
  request: Request;
}

/** What came of it: a response, or what `fetch` threw; both where the body of the response broke off. */
export interface Sent extends Sending {
  response?: Response;
  error?: unknown;
  /** Milliseconds until the call is sent again; undefined where it is not. */
  wait?: number | undefined;
}

/** For logs and traces. What a hook throws rejects the call. */
export interface Hooks {
  /** Before each request; it may set headers, such as `traceparent`. */
  onRequest?: ((sending: Sending) => void) | undefined;
  /** After each request, also when there was no response; `request` is the same object as before. */
  onResponse?: ((sent: Sent & { milliseconds: number }) => void) | undefined;
}
