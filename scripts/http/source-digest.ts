import { createHash } from 'node:crypto';

/** What names a script or a style in a Content-Security-Policy that allows no other (CSP Level 3 section 2.3.1). */
export function sourceDigest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
