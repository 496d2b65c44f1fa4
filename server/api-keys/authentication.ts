import { operations, type SecurityRequirement, service } from '../../generated/operations.ts';
import { Refusal } from '../refusal.ts';
import { ContractViolation } from '../response.ts';
import type { ApiKey, ApiKeyStore } from '../storage/store.ts';
import { findApiKey } from './api-key.ts';

/**
 * Stops the start when an operation asks for a credential that this server cannot check: letting such requests through
 * would be the worst of all answers.
 */
export function assertSecurityIsChecked(
  table: Record<string, { pointer: string; security: readonly SecurityRequirement[] }> = operations,
  schemes: Record<string, { type: string; scheme?: string | null }> = service.securitySchemes,
): void {
  const checked = Object.entries(schemes).filter(([, { type, scheme }]) => type === 'http' && scheme === 'bearer');
  const names = checked.map(([name]) => name);
  for (const [id, { pointer, security }] of Object.entries(table)) {
    const unchecked = security
      .flatMap((alternative) => Object.keys(alternative))
      .filter((name) => !names.includes(name));
    if (unchecked.length > 0)
      throw new ContractViolation(pointer, `${id} asks for ${unchecked.join(', ')}, which this server cannot check.`);
    const [scopes] = security.flatMap((alternative) => Object.values(alternative)).filter((list) => list.length > 0);
    if (scopes !== undefined)
      throw new ContractViolation(
        pointer,
        `${id} asks for the scopes ${scopes.join(', ')}, which this server cannot check.`,
      );
  }
}

/** True when every way to call the operation takes a credential (OpenAPI, Security Requirement Object). */
export function needsCredential(security: readonly SecurityRequirement[]): boolean {
  return security.length > 0 && security.every((alternative) => Object.keys(alternative).length > 0);
}

const missing = refusalOf(
  'missing_api_key',
  'The Authorization header carries no API key: send `Authorization: Bearer <API_KEY>`.',
  '',
);
const notValid = refusalOf('invalid_api_key', 'The API key is not valid.', ', error="invalid_token"');

/** The key in an `Authorization` header; a Refusal (401, RFC 6750 section 3) when there is none or it is not valid. */
export async function authenticate(store: ApiKeyStore, header: string | null, now: number): Promise<ApiKey | Refusal> {
  const [, text] = /^bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return text === undefined ? missing : ((await findApiKey(store, text, now)) ?? notValid);
}

function refusalOf(code: 'missing_api_key' | 'invalid_api_key', message: string, parameters: string): Refusal {
  return new Refusal(401, code, message, { 'WWW-Authenticate': `Bearer realm="${service.title}"${parameters}` });
}
