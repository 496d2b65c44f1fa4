import { describe, expect, test } from 'vitest';
import { sampleContracts } from '../../mutate/sample-contracts/contracts.ts';
import { readContract } from '../../openapi/read-contract.ts';
import type { RequestParts } from '../../requirements/request/request-parts.ts';
import type { Verification, Violation } from '../result.ts';
import { specificationOf } from '../specification.ts';
import { verifyClient } from './client-run.ts';
import { clientSpecificationOf } from './client-specification.ts';
import type { ClientFaults } from './test/client-faults.ts';
import { plainClient } from './test/plain-client.ts';

const describeViolation = ({ documented, received, curl }: Violation) => `${documented} Received: ${received} ${curl}`;
const violations = ({ requirements, seed }: Verification) =>
  requirements.flatMap((result) =>
    result.verdict === 'violated'
      ? [`${result.requirement.id}, seed ${seed}: ${describeViolation(result.violation)}`]
      : result.verdict === 'unproven'
        ? [`${result.requirement.id} unproven, seed ${seed}: ${result.reason}`]
        : [],
  );

const violated = ({ requirements }: Verification) =>
  requirements.filter(({ verdict }) => verdict === 'violated').map(({ requirement }) => requirement.id);

const verifications = new Map(
  sampleContracts.map(({ name, document }) => [
    name,
    readContract(document).then((contract) => clientSpecificationOf(specificationOf(contract), 1)),
  ]),
);

async function verified(name: string, faults: ClientFaults, briefFor?: string): Promise<Verification> {
  const own = await verifications.get(name);
  if (own === undefined) throw new Error(`There is no contract ${name}.`);
  return verifyClient(
    own,
    plainClient(own.specification.description, faults),
    briefFor === undefined ? {} : { briefFor },
  );
}

test.each(sampleContracts.map(({ name }) => name))('a client that keeps %s violates nothing', async (name) => {
  const verification = await verified(name, {});
  expect(violations(verification)).toEqual([]);
  expect(verification.requests).toBeGreaterThan(200);
});

const withQuery = (change: (pairs: RequestParts['query']) => RequestParts['query']): ClientFaults => ({
  changes: (parts) => ({ ...parts, query: change(parts.query) }),
});
const withKey = (change: (value: string) => string): ClientFaults => ({
  changes: (parts) => ({
    ...parts,
    credential: {
      ...parts.credential,
      headers: parts.credential.headers.map(([name, value]) => [name, change(value)]),
    },
  }),
});

test.each<[what: string, faults: ClientFaults, found: string[]]>([
  ['what is sent', withQuery(() => []), ['listTasks.parameters.query.cursor.type']],
  ['what is made of responses', { trustsStatus: true, tries: 100 }, []],
])('where the requests of an operation alone are tried, %s is not taken for more', async (_, faults, found) => {
  const specification = (await verifications.get('tasks'))?.specification;
  if (specification === undefined) throw new Error('There is no contract of tasks.');
  const tried = { selection: new Set(['listTasks', null]), requestsOnly: new Set(['listTasks']) };
  const own = clientSpecificationOf(specification, 1, tried);
  const verification = await verifyClient(own, plainClient(specification.description, faults));
  const ids = verification.requirements.map(({ requirement: { id } }) => id);
  expect(violated(verification)).toEqual(expect.arrayContaining(found));
  expect(violated(verification).length > 0).toBe(found.length > 0);
  expect(ids).toContain('listTasks.parameters.query.cursor.type');
  expect(ids.filter((id) => /^listTasks\.(responses|retry)\b/.test(id))).toEqual([]);
});

// Each begins with the trials for the requirement that it violates, in one of the contracts.
describe('a client that violates a requirement is detected, and by which', () => {
  test.each<[what: string, contract: string, faults: ClientFaults, requirement: string]>([
    ['drops its query', 'tasks', withQuery(() => []), 'listTasks.parameters.query.cursor.type'],
    [
      'adds a parameter',
      'tasks',
      withQuery((pairs) => [...pairs, ['traced', '1']]),
      'listTasks.parameters.query.unknown',
    ],
    [
      'sends parameters twice',
      'tasks',
      withQuery((pairs) => pairs.flatMap((pair) => [pair, pair])),
      'listTasks.parameters.query.cursor.repeated',
    ],
    [
      'sends no credential',
      'tasks',
      { changes: (parts) => ({ ...parts, credential: { headers: [], query: [] } }) },
      'createTask.security.none',
    ],
    ['sends another key', 'tasks', withKey((value) => `${value}x`), 'createTask.security.altered'],
    [
      'sends a body cut short',
      'tasks',
      {
        changes: (parts) => ({
          ...parts,
          body: parts.body === null ? null : { ...parts.body, bytes: parts.body.bytes.subarray(0, -1) },
        }),
      },
      'createTask.requestBody.wellFormed',
    ],
    [
      'sends another media type',
      'tasks',
      {
        changes: (parts) => ({
          ...parts,
          body: parts.body === null ? null : { ...parts.body, mediaType: 'text/plain' },
        }),
      },
      'createTask.requestBody.contentType',
    ],
    ['sends again for ever', 'tasks', { tries: 100 }, 'listTasks.retry.stops'],
    ['sends again at once', 'rentals', { isImpatient: true }, 'listStations.retry.waits'],
    ['never sends again', 'rentals', { tries: 1 }, 'listStations.retry.follows'],
    ['sends again whatever may have been processed', 'tasks', { repeatsAll: true }, 'createTask.retry.safe'],
    ['follows redirects with its key', 'tasks', { followsWithKey: true }, 'listTasks.security.elsewhere'],
    ['takes undocumented statuses for successes', 'tasks', { trustsStatus: true }, 'listTasks.responses.undocumented'],
    ['swallows what it cannot read', 'tasks', { swallows: true }, 'listTasks.responses.undocumented'],
    ['rounds integers', 'rentals', { roundsIntegers: true }, 'listStations.responses.200.body.data[].id.type'],
    ['says nothing of what is deprecated', 'shapes', { isSilent: true }, 'measureDrawing.deprecation.reported'],
  ])('%s (%s)', async (_, contract, faults, requirement) => {
    expect(violated(await verified(contract, faults, requirement))).toEqual([requirement]);
  });

  test('garbles what it gets after a retry', async () => {
    expect(violated(await verified('tasks', { garblesRetries: true }, 'listTasks.retry.safe'))).toEqual([
      'listTasks.responses.200.body.items.type',
    ]);
  });
});
