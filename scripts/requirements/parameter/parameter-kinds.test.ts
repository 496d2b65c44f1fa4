import { expect, test } from 'vitest';
import { kindOf } from '../registry.ts';
import type { Requirement } from '../requirement.ts';
import { clientFaultsOf, isDetectedOnServer, serverFaultsOf, violatedByClient } from '../test/fault-detection.ts';
import { specification } from './test/tools-contract.ts';

const isOwn = ({ section, operationId }: Requirement): boolean =>
  section === 'Parameters' && operationId === 'listTools';

// The others are reached otherwise than by cases, or show in a body or a list, which this contract does not describe.
const serverFaults = serverFaultsOf(specification, isOwn).filter(
  ({ requirement, fault }) =>
    kindOf(requirement).server?.reach.by === 'cases' &&
    fault.what !== 'answers with an empty object' &&
    !(requirement.subject['name'] === 'cursor' && fault.what === 'refuses what is of its type'),
);

test.each(serverFaults.map(({ name, requirement, fault }) => [name, requirement, fault] as const))(
  'a server with the fault %s is detected',
  async (_, requirement, fault) => expect(await isDetectedOnServer(specification, requirement, fault)).toBe(true),
);

test.each([
  ['query.kind.required: drops it', 'query.kind.required'],
  ['query.kind.required: under another name', 'query.kind.required'],
  ['header.X-Bench.required: drops it', 'header.X-Bench.required'],
  ['query.kind.repeated: sends it twice', 'query.kind.repeated'],
  ['query.kind.enum: in capitals', 'query.kind.enum'],
  ['query.kind.schema: another value', 'query.kind.enum'],
  ['query.unknown: adds a parameter of its own', 'query.unknown'],
  ['query.unknown: the parameters in capitals', 'query.unknown'],
])('a client with the fault %s violates %s', async (name, violated) => {
  const all = clientFaultsOf(specification, isOwn);
  const found = all.find((one) => one.name === `listTools.parameters.${name}`) ?? expect.fail(`There is no ${name}.`);
  expect(await violatedByClient(specification, found.fault)).toContain(`listTools.parameters.${violated}`);
});
