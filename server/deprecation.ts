import { type Deprecation, operations, service } from '../generated/operations.ts';

/**
 * The headers by which a deprecated operation announces itself: `Deprecation` (RFC 9745, a structured date), `Sunset`
 * (RFC 8594, an HTTP date) and a `Link` to its replacement (RFC 8288, relation of RFC 5829).
 */
export function deprecationHeaders(deprecation: Deprecation | null): Record<string, string> {
  const headers: Record<string, string> = {};
  if (deprecation?.since) headers['Deprecation'] = `@${Date.parse(deprecation.since) / 1000}`;
  if (deprecation?.sunset) headers['Sunset'] = new Date(deprecation.sunset).toUTCString();
  const replacement = Object.values(operations).find(({ id }) => id === deprecation?.replacement?.operationId);
  if (replacement) headers['Link'] = `<${service.basePath}${replacement.path}>; rel="successor-version"`;
  return headers;
}
