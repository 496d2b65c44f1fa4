import type { Verified } from '../server/connect.ts';
import type { RunnableSpecification } from '../specification.ts';
import { type ClientRunOptions, verifyClient } from './client-run.ts';
import { type ClientSelection, clientSpecificationOf, stubKey } from './client-specification.ts';
import { openProjectClient } from './project-client.ts';

/** Starts the client of this project and verifies it against a contract, at a stub made from that contract. */
export async function verifyProjectClient(
  specification: RunnableSpecification,
  {
    seed,
    selection,
    requestsOnly,
    ...options
  }: Pick<ClientRunOptions, 'progress'> & { seed: number } & ClientSelection,
): Promise<Verified> {
  const client = await openProjectClient();
  try {
    return {
      verification: await verifyClient(
        clientSpecificationOf(specification, seed, { selection, requestsOnly }),
        client,
        options,
      ),
      keys: { key: stubKey, limitedKey: undefined },
    };
  } finally {
    await client.stop();
  }
}
