import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Drift } from '../../generate/drift.ts';
import { digest } from '../../generate/files.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { contractOf, fixture } from '../../test/contracts.ts';
import { runScript } from '../../test/run-script.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { documentChanges } from '../contract/document-changes.ts';
import type { MutantResult } from '../results.ts';
import { type GeneratedMutant, generatedMutants, leftOutOf } from './generated-mutants.ts';
import { openGeneratedTrial, resultOf } from './generated-trial.ts';

const spec = fixture('library.yaml');
const contract = await readContract(spec);
const mutants = await generatedMutants(contract);
const trial = await openGeneratedTrial(contract);
const results = new Map<string, MutantResult>();
for await (const result of trial.run(
  mutants.map(({ id }) => id),
  { seed: 1, isFull: false },
))
  results.set(result.id, result);

const mutantOf = (id: string): GeneratedMutant =>
  mutants.find((one) => one.id === id) ?? expect.fail(`There is no ${id}.`);

test('each is made of another folder, and detected', async () => {
  const folders = new Set<string>();
  for (const { make } of mutants) folders.add(digest(JSON.stringify([...(await make()).files])));
  expect(folders.size).toBe(mutants.length);
  expect([...results.values()].filter(({ verdict }) => verdict !== 'detected')).toEqual([]);
});

test.each([
  ['types.ts: a word edited', 'edited'],
  ['openapi.json: other line ends', 'edited'],
  ['validators.js: a blank at the end of a line', 'edited'],
  ['operations.ts: a line added at the end', 'edited'],
  ['types.ts: its digest edited', 'edited'],
  ['validators.d.ts: another version, the same code', 'other generators'],
  ['types.ts: another version, other code', 'other generators'],
  ['types.ts: stale: a property has another type', 'stale'],
  ['openapi.json: stale with all others: a response is gone', 'stale'],
  ['operations.ts: missing', 'missing'],
  ['more/types.ts: nobody generates it', 'not generated'],
])('%s: %s', (id, reason) => {
  expect(results.get(id)?.detectedBy).toEqual([reason]);
});

test('the reported line is the one that was changed', () => {
  const distances = [...results.values()].map(({ distances }) => distances['generate']);
  expect(distances.filter((lines) => lines !== 0 && lines !== null)).toEqual([]);
  expect(distances.filter((lines) => lines === 0).length).toBeGreaterThan(80);
});

const mutant = mutantOf('types.ts: a word edited');
const made = await mutant.make();

describe('only the right reason counts as detection', () => {
  const line = made.lines?.first ?? 0;
  const drift = (own: Partial<Drift> = {}): Drift => ({
    file: 'types.ts',
    reason: 'edited',
    line,
    location: { file: 'a.yaml', line: 1, column: 1 },
    ...own,
  });

  test.each<[name: string, drifts: Drift[], expected: Partial<MutantResult>]>([
    ['as it is', [drift()], { verdict: 'detected', distances: { generate: 0 } }],
    ['another line', [drift({ line: line + 3 })], { verdict: 'detected', distances: { generate: 3 } }],
    ['no line', [drift({ line: undefined })], { verdict: 'detected', distances: { generate: null } }],
    ['nothing', [], { verdict: 'survived', detectedBy: [], message: undefined, distances: {} }],
    ['another reason', [drift({ reason: 'stale' })], { verdict: 'survived', detectedBy: [] }],
    ['another file', [drift({ file: 'operations.ts' })], { verdict: 'survived', distances: {} }],
    ['another file too', [drift(), drift({ file: 'operations.ts' })], { verdict: 'survived' }],
  ])('%s', (_, drifts, expected) => {
    expect(resultOf(mutant, made, drifts)).toMatchObject(expected);
  });

  test('of several files, one that is not reported is one too many', async () => {
    const all = mutantOf('openapi.json: stale with all others: a response is gone');
    const files = await all.make();
    const stale = [...files.expected.keys()].map((file) => drift({ file, reason: 'stale' }));
    expect(resultOf(all, files, stale).verdict).toBe('detected');
    expect(resultOf(all, files, stale.slice(1)).verdict).toBe('survived');
  });
});

test.each(['types.ts: a word edited', 'types.ts: stale: an enum has one value more', 'more.ts: nobody generates it'])(
  'the command itself reports it: %s',
  async (id) => {
    const folder = temporaryFolder();
    const { files } = await mutantOf(id).make();
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, 'generated', name)), { recursive: true });
      writeFileSync(join(folder, 'generated', name), text);
    }
    const run = await runScript('generate.ts', ['--check', '--spec', spec], folder);
    expect(run).toEqual({ exitCode: 1, stdout: '', stderr: `${results.get(id)?.message}\n` });
  },
);

test('a document is changed in one requirement each, if it has such a requirement', () => {
  const changes = documentChanges(contract.document);
  expect(changes.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'a bound is another one',
      'an enum has one value more',
      'a method is another one',
      'a property has another name',
      'the version is another one',
    ]) as string[],
  );
  expect(
    new Set([contract.document, ...changes.map(({ document }) => document)].map((document) => JSON.stringify(document)))
      .size,
  ).toBe(changes.length + 1);
  expect(documentChanges({ openapi: '3.1.0', paths: {} })).toEqual([]);
});

test('of a contract of which much is generated, fewer changes are tried, and that is said', async () => {
  const values = Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(15_000)}`);
  const components = `components: { schemas: { Value: { type: string, enum: ${JSON.stringify(values)} } } }`;
  const large = contractOf(`openapi: 3.1.0
info: { title: Values, version: 1.0.0, description: Many. }
paths:
  /values:
    get:
      description: One of them.
      operationId: readValue
      responses:
        '200': { description: D, content: { application/json: { schema: { $ref: '#/components/schemas/Value' } } } }
        '404': { description: D }
${components}`);
  const stale = async (one: typeof contract) =>
    (await generatedMutants(one)).filter(({ id }) => id.includes('stale with all others')).length;
  expect(await leftOutOf(contract)).toEqual([]);
  expect(await stale(contract)).toBe(documentChanges(contract.document).length);
  const left = documentChanges(large.document).length - (await stale(large));
  expect(left).toBeGreaterThan(0);
  expect(await leftOutOf(large)).toEqual([`${left} changes of the contract left out, as so much is generated of it`]);
});
