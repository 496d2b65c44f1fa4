import { type ClientProof, prepareForClients } from '../../verify/client/client-proof.ts';
import { saidFacts } from '../../verify/client/client-trials.ts';
import type { FactDraft } from '../../verify/facts.ts';
import { clientFaults } from './client-faults.ts';
import { openClientTrial } from './client-trial.ts';
import type { Kind, Subject } from '../kind.ts';

// Which values are generated is the same in every process.
const seed = 2 ** 29;

/** Clients that depart from one fact each: a stub tells them. */
export const clientKind: Kind = {
  name: 'client',
  batch: 8,
  seconds: 0.1,
  list: async (subject) => {
    const { own, facts } = await heldBy(subject);
    return clientFaults(own.proof, facts).map(({ id, factId, what }) => ({ id, factIds: [factId], what }));
  },
  open: async (subject) => {
    const { own, facts } = await heldBy(subject);
    return openClientTrial(own, clientFaults(own.proof, facts));
  },
  facts: async (subject) => (await heldBy(subject)).facts.map(({ id, location, pointer }) => ({ id, location: location ?? subject.contract.locate(pointer) })),
  mustReachAll: true,
  tells: 'facts',
  advice: 'the stub does not notice: add a trial for this fact in scripts/verify/client.',
};

/** The facts that a client is held to by some call. */
async function heldBy({ proof }: Subject): Promise<{ own: ClientProof; facts: readonly FactDraft[] }> {
  const own = prepareForClients(proof, seed);
  const said = await saidFacts(own);
  return { own, facts: own.facts.filter(({ id }) => said.has(id)) };
}
