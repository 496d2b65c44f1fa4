import type { Verified } from '../connect.ts';
import type { Proof } from '../run.ts';
import { prepareForClients, stubKey } from './client-proof.ts';
import { type ClientRunOptions, holdClient } from './client-run.ts';
import { openProjectClient } from './project-client.ts';

/** Starts the client of this project and holds it against a contract, at a stub made from that contract. */
export async function verifyProjectClient(proof: Proof, { seed, ...options }: Pick<ClientRunOptions, 'progress'> & { seed: number }): Promise<Verified> {
  const starting = openProjectClient();
  const own = prepareForClients(proof, seed);
  const client = await starting;
  try {
    return { verification: await holdClient(own, client, options), keys: { key: stubKey, limitedKey: undefined } };
  } finally {
    await client.stop();
  }
}
