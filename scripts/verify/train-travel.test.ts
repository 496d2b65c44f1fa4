import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../cli/project.ts';
import { readContract } from '../openapi/read-contract.ts';
import { type RunnableSpecification, specificationOf } from './specification.ts';
import { notKeptBy } from './test/not-kept.ts';
import { TrainTravelServer, trainTravelFaults } from './test/train-travel-server.ts';

// A document that others have published, where it is at hand.
const file = join(projectFolder, '..', 'shared', 'documents', 'train-travel.yaml');
// Always the same: a verdict does not depend on the moment.
const seed = 1;
const isThere = existsSync(file);
if (!isThere) console.log(`${file} is not there: a server of train journeys is not verified.`);

describe.runIf(isThere)('train journeys', () => {
  let specification: RunnableSpecification;
  beforeAll(async () => {
    specification = specificationOf(await readContract(file));
  });

  const notKept = (options: ConstructorParameters<typeof TrainTravelServer>[0], isBrief = false) =>
    notKeptBy(new TrainTravelServer(options), specification, 'token', seed, isBrief);

  test.each([{}, { readsAnyType: true }])(`with %j keep the contract`, async (options) =>
    expect(await notKept(options)).toEqual([]),
  );

  // What lists nothing shows little of its items.
  test(`without any station do not violate it`, async () => expect(await notKept({ isEmpty: true }, true)).toEqual([]));

  test.each(trainTravelFaults)(`with %s violates it`, async (fault) =>
    expect(await notKept({ fault }, true)).not.toEqual([]),
  );
});
