import { type DocumentedResponse, operations, service } from '../../generated/operations.ts';

const responses: Readonly<Record<string, DocumentedResponse>>[] = [
  ...Object.values(operations).map((operation) => operation.responses),
  service.unmatchedResponses,
];
const documentedHeaders = responses.flatMap((all) =>
  Object.values(all).flatMap(({ headers }) => headers.map(({ name }) => name)),
);
const exposedHeaders = [...new Set([...documentedHeaders, 'traceparent'])].join(', ');
const requestHeaders = 'Authorization, Content-Type, X-Request-Id, traceparent';

/** Headers that let scripts of the allowed origins read a response (Fetch standard, CORS protocol). */
export function crossOriginHeaders(
  allowed: readonly string[],
  header: (name: string) => string | null,
): Record<string, string> {
  if (allowed.length === 0) return {};
  const origin = header('origin');
  if (origin === null || !allowed.includes(origin)) return { Vary: 'Origin' };
  return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders };
}

/** Headers of the answer to a preflight request; undefined where there is none to give. */
export function preflightHeaders(
  allowed: readonly string[],
  methods: string,
  header: (name: string) => string | null,
): Record<string, string> | undefined {
  const origin = header('origin');
  if (origin === null || !allowed.includes(origin) || header('access-control-request-method') === null)
    return undefined;
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Max-Age': '600',
  };
}
