import type { ApiKey, KeyUse } from '../storage/store.ts';
import { isInForce } from './api-key.ts';

/** A key in a line, without its secret: its plan, what is the matter with it, how it was used, whose it is. */
export function describeKey(key: ApiKey, use: KeyUse | undefined, now: Date): string {
  const { id, plan, requestsPerMinute, requestsPerDay, createdAt, name } = key;
  const limits = requestsPerMinute === null ? '' : ` (${requestsPerMinute} a minute, ${requestsPerDay} a day)`;
  return [id, plan + limits, createdAt.toISOString(), stateOf(key, use, now), describeUse(use), name]
    .join('\t')
    .trimEnd();
}

function stateOf(key: ApiKey, use: KeyUse | undefined, now: Date): string {
  const { revokedAt, expiresAt } = key;
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
  const expiry = expiresAt === null ? '' : expiresAt.toISOString();
  if (!isInForce(key, now.getTime())) return `expired ${expiry}`;
  const states = [
    ...(use?.ban && now < use.ban.until
      ? [`banned since ${use.ban.since.toISOString()} until ${use.ban.until.toISOString()}`]
      : []),
    ...(expiry === '' ? [] : [`expires ${expiry}`]),
  ];
  return states.join(', ') || 'active';
}

function describeUse(use: KeyUse | undefined): string {
  return use === undefined ? 'never seen' : `seen ${use.lastSeen.toISOString()}, ${use.refused} refused`;
}
