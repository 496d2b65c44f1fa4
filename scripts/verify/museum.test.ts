import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../cli/project.ts';
import { readContract } from '../openapi/read-contract.ts';
import { type RunnableSpecification, specificationOf } from './specification.ts';
import { MuseumServer, museumFaults } from './test/museum-server.ts';
import { notKeptBy } from './test/not-kept.ts';

// A document that others have published, where it is at hand.
const file = join(projectFolder, '..', 'shared', 'documents', 'museum.yaml');
// Always the same: a verdict does not depend on the moment.
const seed = 1;
const isThere = existsSync(file);
if (!isThere) console.log(`${file} is not there: a server of the museum is not verified.`);

describe.runIf(isThere)('the museum', () => {
  let specification: RunnableSpecification;
  beforeAll(async () => {
    specification = specificationOf(await readContract(file));
  });

  const notKept = (options: ConstructorParameters<typeof MuseumServer>[0], isBrief = false) =>
    notKeptBy(new MuseumServer(options), specification, 'ada:secret', seed, isBrief);

  test.each([{}, { isUpcoming: true }, { readsAnyType: true }])(`with %j keeps the contract`, async (options) =>
    expect(await notKept(options)).toEqual([]),
  );

  test.each(museumFaults)(`with %s violates it`, async (fault) =>
    expect(await notKept({ fault }, true)).not.toEqual([]),
  );
});
