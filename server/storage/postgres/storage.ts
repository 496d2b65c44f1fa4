import { errorMessage } from '../../error-message.ts';
import type { Log } from '../../pipeline.ts';
import { describeDatabase } from '../database-url.ts';
import { type Storage, StorageError } from '../store.ts';
import { animalStore } from './animals.ts';
import { apiKeyStore } from './api-keys.ts';
import { Connections } from './connections.ts';
import { postgresCounts } from './counts.ts';
import { Health } from './health.ts';
import { keyUseStore } from './key-uses.ts';
import { migrate } from './schema.ts';

/**
 * Storage in a PostgreSQL database, which several servers may share and count requests in; migrated when it is opened.
 * Throws StorageError when it cannot be used or was written by a later version of this server.
 */
export async function openPostgresStorage(url: string) {
  try {
    await migrate(url);
  } catch (error) {
    const reason = errorMessage(error);
    const name = describeDatabase({ engine: 'PostgreSQL', url });
    throw new StorageError(`The database ${name} cannot be used: ${reason}.`, { cause: error });
  }
  const connections = new Connections(url);
  const health = new Health(connections);
  const storage: Storage = {
    animals: animalStore(connections),
    keys: apiKeyStore(connections),
    keyUses: keyUseStore(connections),
    problem: () => health.problem(),
    close: () => connections.close(),
  };
  return { storage, openCounts: (log: Log) => postgresCounts(connections, log) };
}
