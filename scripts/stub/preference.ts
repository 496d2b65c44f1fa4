import type { HttpRequest } from '../http/exchange.ts';

/** What a request asks the stub for by `Prefer` (RFC 7240): `code=404`, `example=empty`. */
export interface Preference {
  code: number | undefined;
  example: string | undefined;
}

/** Undefined where a request prefers nothing that the stub knows. */
export function preferenceOf({ headers }: HttpRequest): Preference | undefined {
  const fields = headers.filter(([name]) => name.toLowerCase() === 'prefer').map(([, value]) => value);
  const pairs = fields.join(',').matchAll(/(?:^|[,;])\s*(code|example)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;]+))/gi);
  const found = new Map<string, string>();
  // Of a preference that is there twice, the first counts (RFC 7240 section 2).
  for (const [, name = '', quoted, plain = ''] of pairs)
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
  const [code, example] = [found.get('code'), found.get('example')];
  return code === undefined && example === undefined
    ? undefined
    : { code: code === undefined ? undefined : Number(code), example };
}
