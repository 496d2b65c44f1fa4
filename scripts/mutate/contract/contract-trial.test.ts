import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../../cli/project.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { contractOf, fixture } from '../../test/contracts.ts';
import { specificationOf } from '../../verify/specification.ts';
import type { Subject } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { contractMutants } from './contract-mutants.ts';
import { ContractTrial } from './contract-trial.ts';

async function subjectOf(file: string): Promise<Subject> {
  const contract = await readContract(file);
  return { file, contract, specification: specificationOf(contract) };
}

const subject = await subjectOf(join(projectFolder, 'spec', 'openapi.yaml'));
const mutants = contractMutants(subject.specification);
const trial = new ContractTrial(subject, mutants);

/**
 * One for each check that detects something:
 * this folder knows no contract in particular, so the first of its kind is taken.
 */
const wanted: Record<string, RegExp> = {
  lint: /parameters\/\d+\/schema\/type: type integer becomes string$/,
  types: /^\/components\/securitySchemes\/.*: scheme \w+ becomes/,
  server: /: maximum \d+ becomes \d+$/,
  client: /\/code\/type: type \w+ gets "null"$/,
  released: /\/links\/[^/]+: link .* is removed$/,
  turned: /^\/workflows\/0\/steps\/1\/successCriteria\/0\/condition: != becomes == /,
  weakened: /^\/workflows\/0\/steps\/1\/successCriteria\/0: criterion .* is removed$/,
};
const full: Record<string, RegExp> = {
  contract: /: default \d+ is removed$/,
  workflows: /^\/workflows\/0\/steps\/2\/successCriteria\/0\/condition: == becomes != /,
};

const idOf = (pattern: RegExp | undefined) => mutants.find(({ id }) => pattern?.test(id) === true)?.id ?? '';

async function tried(patterns: Record<string, RegExp>, isFull: boolean): Promise<Map<string, MutantResult>> {
  const results = new Map<string, MutantResult>();
  const ids = Object.values(patterns).map(idOf);
  for await (const result of trial.run(ids, { seed: 424_242_424, isFull })) results.set(result.id, result);
  return results;
}

afterAll(() => trial.close());

describe('a mutant is reported by the first check that detects it, and by the comparison with the release', () => {
  let results: Map<string, MutantResult>;
  beforeAll(async () => {
    results = await tried(wanted, false);
  });

  test.each<[name: string, detectedBy: string[], furthest: number]>([
    ['lint', ['lint', 'released'], 8],
    ['types', ['types', 'released'], 0],
    ['server', ['server', 'released'], 0],
    ['client', ['client', 'released'], 10],
    ['turned', ['workflows', 'released'], 0],
    ['weakened', ['workflows', 'released'], 20],
  ])('%s', (name, detectedBy, furthest) => {
    const result = results.get(idOf(wanted[name]));
    expect(result).toMatchObject({ kind: 'contract', verdict: 'detected', detectedBy });
    expect(result?.message).not.toBe('');
    // Of a security scheme the comparison names the line on which it begins.
    expect(result?.distances['released']).toBeLessThanOrEqual(2);
    expect(result?.distances[detectedBy[0] ?? '']).toBeLessThanOrEqual(furthest);
  });

  test('what the comparison alone reports has survived', () => {
    expect(results.get(idOf(wanted['released']))).toMatchObject({
      verdict: 'survived',
      detectedBy: ['released'],
      message: undefined,
      distances: { released: 0 },
    });
  });
});

test('a full trial makes every check', async () => {
  const results = await tried(full, true);
  expect(results.get(idOf(full['contract']))?.detectedBy).toEqual(['types', 'released']);
  expect(results.get(idOf(full['workflows']))).toMatchObject({
    detectedBy: ['workflows', 'released'],
    distances: { workflows: 0, released: 0 },
  });
});

test('what nothing detects has survived', async () => {
  const [first] = mutants;
  if (first === undefined) throw new Error('There is no mutant.');
  const same = { ...first, id: 'no change', text: readFileSync(first.location.file, 'utf8') };
  const own = new ContractTrial(subject, [same]);
  for await (const result of own.run([same.id], { seed: 424_242_424, isFull: false }))
    expect(result).toMatchObject({ verdict: 'survived', detectedBy: [], message: undefined, distances: {} });
  await own.close();
  expect.assertions(1);
});

test('a contract that the code is not made for says nothing of the checks', async () => {
  const other = await subjectOf(fixture('weather.yaml'));
  const all = contractMutants(other.specification);
  const strange = new ContractTrial(other, all);
  await expect(strange.run([all[0]?.id ?? ''], { seed: 1, isFull: true }).next()).rejects.toThrow(
    /^The code does not fit the types of the contract as it is: /,
  );
  await strange.close();
});

test('an unknown id cannot be tried', async () => {
  const strange = new ContractTrial(
    {
      ...subject,
      specification: specificationOf(contractOf('openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: {}\n')),
    },
    [],
  );
  await expect(strange.run(['/nowhere: nothing'], { seed: 1, isFull: false }).next()).rejects.toThrow(
    'There is no contract mutant /nowhere: nothing.',
  );
  await strange.close();
});
