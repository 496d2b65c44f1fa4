import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../cli/project.ts';
import { NoResponse } from '../http/exchange.ts';
import { sampleContracts } from '../mutate/sample-contracts/contracts.ts';
import { readContract } from '../openapi/read-contract.ts';
import { unprovenOf, withoutParts } from '../report/summary.ts';
import { verify } from '../verify/server/run.ts';
import { specificationOf } from '../verify/specification.ts';
import { Stub } from './stub.ts';

const key = 'a-key-that-is-right-4711';

// Documents that others have published, where they are at hand.
const published = join(projectFolder, '..', 'shared', 'documents');

const contracts = [
  ...sampleContracts.map(({ name, document }) => ({ name, document })),
  { name: 'this project', document: join(projectFolder, 'spec/openapi.yaml') },
  ...['museum.yaml', 'train-travel.yaml']
    .map((name) => ({ name, document: join(published, name) }))
    .filter(({ document }) => existsSync(document)),
];

test.each(contracts.map(({ name, document }) => [name, document] as const))(
  'a stub of %s is verified as a server of it',
  async (_, document) => {
    // The workflows are for real servers: some are about limits.
    const specification = { ...specificationOf(await readContract(document)), workflows: undefined };
    let ahead = 0;
    const now = () => Date.now() + ahead;
    const stub = new Stub(specification, { now, seed: 1, key, choice: { kind: 'state' } });
    const verification = await verify(specification, {
      baseUrl: 'http://localhost',
      keys: { key, limitedKey: undefined },
      clock: { now, wait: async (milliseconds) => void (ahead += milliseconds) },
      seed: 2,
      send: async (request) => {
        const response = await stub.respond(request);
        if (response.delivery !== undefined) throw new NoResponse(request, `delivered as ${response.delivery.kind}`);
        return { ...response, receivedAt: now() };
      },
    });
    const broken = verification.requirements.flatMap((result) =>
      result.verdict === 'violated'
        ? [`${result.requirement.id}, seed ${verification.seed}: ${result.violation.received}`]
        : [],
    );
    const unproven = withoutParts(unprovenOf(verification.requirements)).map(({ requirement }) => requirement.id);
    expect(broken).toEqual([]);
    expect(unproven).toEqual([]);
  },
);
