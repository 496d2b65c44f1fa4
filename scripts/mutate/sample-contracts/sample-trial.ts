import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { CannotRun } from '../../cli/problem.ts';
import { readContract } from '../../openapi/read-contract.ts';
import type { Wrap } from '../../requirements/fault.ts';
import { realClock } from '../../verify/server/connect.ts';
import { type RunnableSpecification, specificationOf } from '../../verify/specification.ts';
import type { Mutant, Trial, TrialOptions } from '../kind.ts';
import { type Tried, tryMutant } from '../one-by-one.ts';
import type { MutantResult } from '../results.ts';
import { serverFaults } from '../server/server-faults.ts';
import { counted, verifyWrapped } from '../server/wrapped-server.ts';
import { type SampleContract, sampleContracts } from './contracts.ts';
import type { Options } from './service.ts';

/** A server of a sample contract: one with a fault, or one that keeps the contract. */
export interface SampleServer extends Mutant {
  isFault: boolean;
  contract: SampleContract;
  specification: RunnableSpecification;
  options: Options;
  /** A fault of a requirement of the contract, which stands before the server. */
  wrap?: Wrap;
}

let known: Promise<readonly SampleServer[]> | undefined;

/** Every server of the sample contracts: the controls, the faults of the servers, and those of each requirement. */
export function sampleServers(): Promise<readonly SampleServer[]> {
  known ??= Promise.all(sampleContracts.map(serversOf)).then((servers) => servers.flat());
  return known;
}

async function serversOf(contract: SampleContract): Promise<SampleServer[]> {
  const specification = specificationOf(await readContract(contract.document));
  const server = (name: string, options: Options, isFault: boolean): SampleServer => {
    const id = `${contract.name} ${name}`;
    return { id, what: id, requirementIds: [], isFault, contract, specification, options };
  };
  return [
    server('control: nothing at all', {}, false),
    ...contract.controls.map(({ name, options }) => server(`control: ${name}`, options, false)),
    ...contract.faults.map(({ name, operation, options }) => server(`${operation}: ${name}`, options, true)),
    ...serverFaults(specification).map(({ id, requirementId, wrap }) => ({
      ...server(id, {}, true),
      requirementIds: [requirementId],
      wrap,
    })),
  ];
}

/**
 * Tries servers of the sample contracts over a socket, those of one go at the same time:
 * mostly they wait for a window of a limit to pass.
 */
export function openSampleTrial(): Trial {
  return {
    async *run(ids, options) {
      const servers = new Map((await sampleServers()).map((server) => [server.id, server]));
      const results = ids.map((id) => {
        const server = servers.get(id);
        if (server === undefined) throw new CannotRun(`There is no server ${id} of a sample contract.`);
        return resultOf(server, options);
      });
      for (const result of results) yield await result;
    },
    close: async () => undefined,
  };
}

/** A fault that leaves its requirement waived is no false verdict: the server need not show what it is about. */
async function resultOf(server: SampleServer, options: TrialOptions): Promise<MutantResult> {
  let waived: string | undefined;
  const result = await tryMutant('server', server, async () => {
    const tried = await verified(server, options);
    for (const one of tried.requirements) {
      if (one.verdict === 'waived' && server.requirementIds.includes(one.requirement.id)) waived = one.reason;
    }
    return tried;
  });
  return result.verdict !== 'detected' && waived !== undefined
    ? { ...result, verdict: 'equivalent', message: waived }
    : result;
}

/** Verifies a server over a socket; one with a fault until the first violation. */
async function verified(
  { contract, specification, isFault, options, requirementIds: [first], wrap = (send) => send }: SampleServer,
  { seed, isFull }: TrialOptions,
): Promise<Tried> {
  const { basePath, key, limitedKey } = contract;
  const { port, close } = await listen(contract.createServer({ basePath, ...options }));
  const { wrap: counting, changes } = counted(wrap);
  try {
    const verification = await verifyWrapped(
      specification,
      { baseUrl: `http://127.0.0.1:${port}${basePath}`, key, limitedKey },
      realClock,
      counting,
      { seed, isBrief: isFault && !isFull, ...(first !== undefined && { first }) },
    );
    return { requirements: verification.requirements, isChanged: first === undefined || changes() > 0 };
  } finally {
    close();
  }
}

async function listen(listener: RequestListener): Promise<{ port: number; close(): void }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: address.port, close };
}
