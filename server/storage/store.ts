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
}

export interface ApiKeyStore {
  add(key: ApiKey): Promise<void>;
  find(id: string): Promise<ApiKey | undefined>;
  /** Every key, oldest first. */
  list(): Promise<ApiKey[]>;
  /** False when there is no such key; revoking twice keeps the first date. */
  revoke(id: string, at: Date): Promise<boolean>;
}

/** What the rate limiter has counted, from one run of the server to the next. */
export interface RateLimitStore {
  save(snapshot: string): Promise<void>;
  /** The snapshot saved last, if any. */
  load(): Promise<string | undefined>;
}

export interface Storage {
  animals: AnimalStore;
  keys: ApiKeyStore;
  rateLimits: RateLimitStore;
  /** Why the storage does not read or write; undefined while it does. */
  problem(): string | undefined;
  close(): void;
}

/** The storage does not read or write now; nothing was stored. The message is for whoever runs the server. */
export class StorageUnavailable extends Error {}

/** The storage cannot be used as it is; the message is for whoever starts the server. */
export class StorageError extends Error {}
