import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { service } from '../../generated/operations.ts';
import type { ApiKey, ApiKeyStore } from '../storage/store.ts';

export type Plan = keyof typeof service.rateLimitPlans;

export interface PlanLimits {
  requestsPerMinute: number;
  requestsPerDay: number;
}

/** Milliseconds for which a key is still served that has another one in its place. */
const hour = 3_600_000;

/** How the text of every key begins. */
export const keyPrefix = 'adoption_';
// The identifier and the secret have no underscore, so the parts can be distinguished.
const format = new RegExp(`^${keyPrefix}([0-9a-f]{16})_([0-9a-f]{64})$`);

export interface NewApiKey {
  plan: Plan;
  name?: string | undefined;
  /** Limits agreed with the holder, on a plan that leaves them open. */
  limits?: PlanLimits | undefined;
  expiresAt?: Date | undefined;
}

/**
 * Makes a key and gives its text, which is kept nowhere.
 * A secret of 256 random bits cannot be guessed from its hash, so a fast hash does.
 */
export async function createApiKey(
  store: ApiKeyStore,
  { plan, name, limits, expiresAt }: NewApiKey,
  now: Date,
): Promise<string> {
  const { text, ...made } = newSecret();
  await store.add({
    ...made,
    plan,
    requestsPerMinute: limits?.requestsPerMinute ?? null,
    requestsPerDay: limits?.requestsPerDay ?? null,
    name: name ?? null,
    createdAt: now,
    revokedAt: null,
    expiresAt: expiresAt ?? null,
  });
  return text;
}

/**
 * Makes a key in the place of another one, which expires in an hour, and gives its text; undefined where that one is
 * not in force.
 */
export async function rotateApiKey(store: ApiKeyStore, id: string, now: Date): Promise<string | undefined> {
  const old = await store.find(id);
  if (old === undefined || !isInForce(old, now.getTime())) return undefined;
  const { text, ...made } = newSecret();
  await store.replace(id, { ...old, ...made, createdAt: now }, new Date(now.getTime() + hour));
  return text;
}

/** True for a key that ends so soon that one in its place, which ends with it, would be of no use. */
export function endsSoon({ expiresAt }: ApiKey, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() + hour;
}

function newSecret(): { text: string } & Pick<ApiKey, 'id' | 'secretHash'> {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('hex');
  return { text: `${keyPrefix}${id}_${secret}`, id, secretHash: hashOf(secret) };
}

/** The identifier in the text of a key; undefined for a text of another form. */
export function idOf(text: string): string | undefined {
  return format.exec(text)?.[1];
}

/**
 * The key that `text` is, or undefined when there is none that is in force. Takes the same time for each secret.
 */
export async function findApiKey(store: ApiKeyStore, text: string, now: number): Promise<ApiKey | undefined> {
  const [, id, secret] = format.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const key = await store.find(id);
  const matches = timingSafeEqual(hashOf(secret), key?.secretHash ?? hashOf(''));
  return matches && key !== undefined && isInForce(key, now) ? key : undefined;
}

/** True for a key that is neither revoked nor expired at `now`, in milliseconds since the epoch. */
export function isInForce({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt.getTime());
}

/** A key has limits that the contract does not give it. */
export class PlanError extends Error {}

/**
 * The limits of a key: those of its plan in the contract, or its own where the plan leaves them to be agreed.
 * Throws PlanError when the contract does not have the plan (any more).
 */
export function limitsOf(key: ApiKey): PlanLimits {
  if (!isPlan(key.plan))
    throw new PlanError(`Key ${key.id} has the plan ${key.plan}, which the contract does not have: revoke it.`);
  const plan = service.rateLimitPlans[key.plan];
  return {
    requestsPerMinute: agreedOr(plan.requestsPerMinute, key.requestsPerMinute, key),
    requestsPerDay: agreedOr(plan.requestsPerDay, key.requestsPerDay, key),
  };
}

/** True when the contract leaves the limits of the plan to be agreed with the holder of a key. */
export function hasAgreedLimits(plan: Plan): boolean {
  return Object.values(service.rateLimitPlans[plan]).includes('custom');
}

export function isPlan(name: string): name is Plan {
  return Object.hasOwn(service.rateLimitPlans, name);
}

function agreedOr(documented: number | 'custom', agreed: number | null, key: ApiKey): number {
  const limit = documented === 'custom' ? agreed : documented;
  if (limit === null)
    throw new PlanError(`Key ${key.id} has no agreed limits, which the plan ${key.plan} asks for: revoke it.`);
  return limit;
}

function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
