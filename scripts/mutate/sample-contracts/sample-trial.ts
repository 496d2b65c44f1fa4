import { once } from 'node:events';
import { createServer } from 'node:http';
import { CannotRun } from '../../cli/problem.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { verifyAt } from '../../verify/server/connect.ts';
import { type RunnableSpecification, specificationOf } from '../../verify/specification.ts';
import type { Mutant, Trial, TrialOptions } from '../kind.ts';
import { type Tried, tryMutant } from '../one-by-one.ts';
import { type SampleContract, sampleContracts } from './contracts.ts';
import type { Options } from './service.ts';

/** A server of a sample contract: one with a fault, or one that keeps the contract. */
export interface SampleServer extends Mutant {
  isFault: boolean;
  contract: SampleContract;
  options: Options;
}

/** Every server of the sample contracts. */
export const sampleServers: readonly SampleServer[] = sampleContracts.flatMap((contract) => [
  serverOf(contract, `${contract.name} control: nothing at all`, {}, false),
  ...contract.controls.map(({ name, options }) =>
    serverOf(contract, `${contract.name} control: ${name}`, options, false),
  ),
  ...contract.faults.map(({ name, operation, options }) =>
    serverOf(contract, `${contract.name} ${operation}: ${name}`, options, true),
  ),
]);

function serverOf(contract: SampleContract, id: string, options: Options, isFault: boolean): SampleServer {
  return { id, what: id, requirementIds: [], isFault, contract, options };
}

/**
 * Tries servers of the sample contracts over a socket, those of one go at the same time:
 * mostly they wait for a window of a limit to pass.
 */
export function openSampleTrial(): Trial {
  const specifications = new Map<SampleContract, Promise<RunnableSpecification>>();
  const specificationFor = (contract: SampleContract) => {
    const known = specifications.get(contract) ?? readContract(contract.document).then(specificationOf);
    specifications.set(contract, known);
    return known;
  };
  const resultOf = (id: string, options: TrialOptions) => {
    const server = sampleServers.find((one) => one.id === id);
    if (server === undefined) throw new CannotRun(`There is no server ${id} of a sample contract.`);
    return tryMutant('server', server, async () => verified(server, await specificationFor(server.contract), options));
  };
  return {
    async *run(ids, options) {
      for (const result of ids.map((id) => resultOf(id, options))) yield await result;
    },
    close: async () => undefined,
  };
}

/** Verifies a server over a socket; one with a fault until the first violation. */
async function verified(
  { contract: { basePath, key, limitedKey, createServer: listenerFor }, isFault, options }: SampleServer,
  specification: RunnableSpecification,
  { seed, isFull }: TrialOptions,
): Promise<Tried> {
  const server = createServer(listenerFor({ basePath, ...options })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  try {
    const baseUrl = `http://127.0.0.1:${address.port}${basePath}`;
    const { verification } = await verifyAt(
      specification,
      baseUrl,
      { key, limitedKey },
      { seed, timeout: 300, isBrief: isFault && !isFull },
    );
    return { requirements: verification.requirements, isChanged: true };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
