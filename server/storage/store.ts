import type { components } from '../../generated/types.ts';

export type Animal = components['schemas']['Pet'];
export type NewAnimal = components['schemas']['NewPet'];
export type Status = components['schemas']['PetStatus'];

/** The animals of the store. */
export interface AnimalStore {
  /** Keeps the animal and gives it with its new identifier, which is greater than each one before. */
  add(animal: NewAnimal): Promise<Animal>;
  find(id: number): Promise<Animal | undefined>;
  /** At most `limit` animals, newest first; with a status, only those that have it. */
  list(filter: { limit: number; status?: Status | undefined }): Promise<Animal[]>;
}

/** An API key as it is kept: its secret is known to its holder alone. */
export interface ApiKey {
  id: string;
  secretHash: Uint8Array;
  plan: string;
  /** Limits of this key alone, where its plan leaves them to be agreed. */
  requestsPerMinute: number | null;
  requestsPerDay: number | null;
  name: string | null;
  createdAt: Date;
  revokedAt: Date | null;
  expiresAt: Date | null;
}

export interface ApiKeyStore {
  add(key: ApiKey): Promise<void>;
  find(id: string): Promise<ApiKey | undefined>;
  /** Every key, oldest first. */
  list(): Promise<ApiKey[]>;
  /** False when there is no such key; revoking twice keeps the first date. */
  revoke(id: string, at: Date): Promise<boolean>;
  /** Adds a key, and lets the one that it replaces expire at `until`, or when it would have before. */
  replace(id: string, replacement: ApiKey, until: Date): Promise<void>;
  /** Lets a key expire at another moment, or never. */
  setExpiry(id: string, at: Date | null): Promise<void>;
}

/** Requests, or refusals, of a key in a window. */
export interface Count {
  count: number;
  resetsAt: Date;
}

/** What the rate limiter has counted for a key, from one run of the server to the next. */
export interface KeyUse {
  id: string;
  lastSeen: Date;
  /** Requests that were refused because a limit was exceeded, since the key was made. */
  refused: number;
  /** The latest one, which may be over. */
  ban: { since: Date; until: Date } | null;
  minute: Count | null;
  day: Count | null;
  /** The refusals within a minute, which may lead to a ban. */
  refusals: Count | null;
}

export interface KeyUseStore {
  /** Keeps each of them in the place of what was kept of its key. */
  save(uses: readonly KeyUse[]): Promise<void>;
  list(): Promise<KeyUse[]>;
}

export interface Storage {
  animals: AnimalStore;
  keys: ApiKeyStore;
  keyUses: KeyUseStore;
  /** Why the storage does not read or write; undefined while it does. */
  problem(): string | undefined | Promise<string | undefined>;
  close(): void | Promise<void>;
}

/** The storage does not read or write now; nothing was stored. The message is for whoever runs the server. */
export class StorageUnavailable extends Error {}

/**
 * Whether something was stored is not known: the storage was asked to keep it, and has not answered. The message is for
 * whoever runs the server.
 */
export class OutcomeUnknown extends Error {}

/** The storage cannot be used as it is; the message is for whoever starts the server. */
export class StorageError extends Error {}
