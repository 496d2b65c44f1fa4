/** True for JSON, and what is written in JSON: `application/problem+json` (RFC 6839 section 3.1). */
export function isJson(mediaType: string): boolean {
  return /^application\/(.*\+)?json(\s*;|$)/.test(mediaType);
}
