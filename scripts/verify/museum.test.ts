import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../cli/project.ts';
import { responseOf } from '../http/test/messages.ts';
import { StillClock } from '../http/test/still-clock.ts';
import { readContract } from '../openapi/read-contract.ts';
import { newSeed } from './server/connect.ts';
import { verify } from './server/run.ts';
import { type RunnableSpecification, specificationOf } from './specification.ts';
import { MuseumServer, museumFaults } from './test/museum-server.ts';

// A document that others have published, where it is at hand.
const file = join(projectFolder, '..', 'shared', 'documents', 'museum.yaml');
const seed = newSeed();
const isThere = existsSync(file);
if (!isThere) console.log(`${file} is not there: a server of the museum is not verified.`);

describe.runIf(isThere)('the museum', () => {
  let specification: RunnableSpecification;
  beforeAll(async () => {
    specification = specificationOf(await readContract(file));
  });

  /** Ids of the requirements that are violated or unproven. */
  async function notKept(options: ConstructorParameters<typeof MuseumServer>[0], isBrief = false): Promise<string[]> {
    const clock = new StillClock();
    const server = new MuseumServer(options);
    const { requirements } = await verify(specification, {
      baseUrl: 'http://localhost',
      keys: { key: 'ada:secret', limitedKey: undefined },
      send: async (request) => responseOf(server.respond(request), clock.now()),
      clock,
      seed,
      isBrief,
    });
    const isWanted = (verdict: string) => verdict === 'violated' || (verdict === 'unproven' && !isBrief);
    return requirements.filter(({ verdict }) => isWanted(verdict)).map(({ requirement: { id } }) => id);
  }

  test.each([{}, { isUpcoming: true }])(`with %j keeps the contract, seed ${seed}`, async (options) =>
    expect(await notKept(options)).toEqual([]),
  );

  test.each(museumFaults)(`with %s violates it, seed ${seed}`, async (fault) =>
    expect(await notKept({ fault }, true)).not.toEqual([]),
  );
});
