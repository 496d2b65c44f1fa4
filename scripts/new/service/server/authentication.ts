import { type SecurityRequirement, service } from '../generated/operations.ts';
import type { Authenticate } from './credential.ts';
import { type Caller, credentials } from './credentials.ts';
import { Refusal } from './refusal.ts';

/** How a credential travels (OpenAPI, Security Scheme Object). */
interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
}

const schemes: Readonly<Record<string, SecurityScheme>> = service.securitySchemes;
const checks: Readonly<Record<string, Authenticate<Caller>>> = credentials;

/**
 * Who sends a request: whoever all credentials of one of the alternatives are of.
 * Throws a Refusal (401, RFC 9110 section 15.5.2) where there is none and one is needed.
 */
export async function authenticate(security: readonly SecurityRequirement[], request: Request): Promise<Caller | null> {
  for (const alternative of security) {
    const caller = await callerOf(alternative, request);
    if (caller !== null) return caller;
  }
  const isOpen = security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0);
  if (isOpen) return null;
  throw new Refusal(401, 'unauthorized', 'The request carries no credential that is valid.', {
    'WWW-Authenticate': challengeOf(security),
  });
}

async function callerOf(alternative: SecurityRequirement, request: Request): Promise<Caller | null> {
  let caller: Caller | null = null;
  for (const [name, scopes] of Object.entries(alternative)) {
    const scheme = schemes[name];
    const credential = scheme === undefined ? undefined : credentialOf(scheme, request);
    caller = credential === undefined ? null : ((await checks[name]?.(credential, scopes)) ?? null);
    if (caller === null) return null;
  }
  return caller;
}

/** The credential of a request for a scheme: a token, `user:password`, or the text of an API key. */
function credentialOf(scheme: SecurityScheme, request: Request): string | undefined {
  if (scheme.type === 'apiKey') return apiKeyOf(scheme, request);
  const [, given = '', value] = /^(\S+) +(\S+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  // RFC 9110 section 11.1: the name of a scheme has no case.
  if (value === undefined || given.toLowerCase() !== authorizationScheme(scheme)) return undefined;
  return given.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString() : value;
}

function apiKeyOf({ in: place, name = '' }: SecurityScheme, request: Request): string | undefined {
  if (place === 'query') return new URL(request.url).searchParams.get(name) ?? undefined;
  if (place === 'header') return request.headers.get(name) ?? undefined;
  const cookies = request.headers.get('cookie')?.split(/; */) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

function authorizationScheme({ type, scheme }: SecurityScheme): string {
  return type === 'http' ? (scheme ?? '').toLowerCase() : 'bearer';
}

function challengeOf(security: readonly SecurityRequirement[]): string {
  const used = security.flatMap((alternative) => Object.keys(alternative)).flatMap((name) => schemes[name] ?? []);
  const names = used.map((scheme) => (scheme.type === 'apiKey' ? 'apikey' : authorizationScheme(scheme)));
  const realm = service.title.replaceAll(/[^\x20-\x7e]|["\\]/g, '');
  return [...new Set(names)]
    .map((name) => `${name.replace(/^./, (first) => first.toUpperCase())} realm="${realm}"`)
    .join(', ');
}
