import type { Verified } from '../connect.ts';
import type { Proof } from '../run.ts';
import { prepareForClients, stubKey } from './client-proof.ts';
import { type ClientRunOptions, holdClient } from './client-run.ts';
import { openProjectClient } from './project-client.ts';

/** Starts the client of this project and holds it against a contract, at a stub made from that contract. */
export async function verifyProjectClient(proof: Proof, { seed, ...options }: Pick<ClientRunOptions, 'progress'> & { seed: number }): Promise<Verified> {
  const client = await openProjectClient();
  try {
    return { verification: await holdClient(prepareForClients(proof, seed), client, options), keys: { key: stubKey, limitedKey: undefined } };
  } finally {
    await client.stop();
  }
}
