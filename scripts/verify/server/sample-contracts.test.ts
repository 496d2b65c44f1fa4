import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type SampleContract, sampleContracts } from '../../mutate/sample-contracts/contracts.ts';
import type { Options } from '../../mutate/sample-contracts/service.ts';
import { readContract } from '../../openapi/read-contract.ts';
import '../../test/time-limits.ts';
import { verdictOf } from '../../report/summary.ts';
import type { Verification } from '../result.ts';
import { newSeed, verifyAt } from './connect.ts';
import { specificationOf } from './run.ts';

// There are some four hundred faults, and seventy controls: with 1 here, all of them are tried, which takes many minutes.
const everyFault = 20;
const everyControl = 13;

/** Holds one of the servers, over a socket, against its contract. */
async function verified(
  { document, basePath, key, limitedKey, createServer: listenerFor }: SampleContract,
  options: Options,
  isBrief: boolean,
): Promise<Verification> {
  const server = createServer(listenerFor({ basePath, ...options })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  try {
    const specification = specificationOf(await readContract(document));
    return (
      await verifyAt(
        specification,
        `http://127.0.0.1:${port}${basePath}`,
        { key, limitedKey },
        { seed: newSeed(), isBrief },
      )
    ).verification;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const violations = ({ requirements, seed }: Verification) =>
  requirements.flatMap((result) =>
    result.verdict === 'broken'
      ? [`${result.requirement.id}, seed ${seed}: ${result.violation.received}`]
      : result.verdict === 'unproven'
        ? [`${result.requirement.id} unproven, seed ${seed}: ${result.reason}`]
        : [],
  );

// Mostly they wait for a window of the limit to pass.
describe.concurrent.each(sampleContracts.map((contract) => [contract.name, contract] as const))('%s', (_, contract) => {
  test('is kept by its own server', async () => {
    const verification = await verified(contract, {}, false);
    expect(violations(verification)).toEqual([]);
    expect(verdictOf(verification)).toBe('kept');
  });

  test.each(
    contract.controls
      .filter((__, index) => index % everyControl === 0)
      .map(({ name, options }) => [name, options] as const),
  )('is kept by a server that %s', async (__, options) => {
    expect(violations(await verified(contract, options, false))).toEqual([]);
  });

  test.each(
    contract.faults
      .filter((__, index) => index % everyFault === 0)
      .map(({ name, operation, options }) => [name, operation, options] as const),
  )('%s: %s is told', async (__, ___, options) => {
    expect(verdictOf(await verified(contract, options, true))).not.toBe('kept');
  });
});
