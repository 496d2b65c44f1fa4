import type { StartedSide } from '../server/connect.ts';
import { type ClientRunOptions, verifyClient } from './client-run.ts';
import { type ClientSelection, clientSpecificationOf, stubKey } from './client-specification.ts';
import { openProjectClient } from './project-client.ts';

type Options = Pick<ClientRunOptions, 'progress'> & { seed: number } & ClientSelection;

/** Starts the client of this project, which is verified at a stub made from the contract. */
export function startProjectClient(): StartedSide<Options> {
  const starting = openProjectClient();
  // Why it has not started is said when it is verified.
  starting.catch(() => undefined);
  return {
    verify: async (specification, { seed, selection, requestsOnly, ...options }) => {
      const own = clientSpecificationOf(specification, seed, { selection, requestsOnly });
      return {
        verification: await verifyClient(own, await starting, options),
        keys: { key: stubKey, limitedKey: undefined },
      };
    },
    stop: () =>
      starting.then(
        (client) => client.stop(),
        () => undefined,
      ),
  };
}
