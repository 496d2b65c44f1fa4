import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { type AskedKey, Journal } from './journal.ts';
import type { MutantResult } from './results.ts';

const asked: AskedKey = { fingerprint: 'f', seed: undefined, sample: null, isFull: false, kinds: ['server', 'client'] };
const resultOf = (id: string): MutantResult => ({
  kind: 'server',
  id,
  requirementIds: [],
  what: '',
  location: undefined,
  verdict: 'detected',
  detectedBy: ['a'],
  message: 'Why.',
  distances: { lint: null },
});
const ids = (journal: Journal) => journal.results().map(({ id }) => id);

/** The file of a run with the seed 7 that was interrupted after two results. */
function interrupted(): string {
  const file = join(temporaryFolder(), 'reports', 'partial.jsonl');
  const journal = new Journal(file, asked, () => 7);
  journal.add(resultOf('a'), 1);
  journal.add(resultOf('b'), 2.5);
  return file;
}

const noSeed = () => 8;

test('the same run goes on with what is known, and with the seed that it had', () => {
  const journal = new Journal(interrupted(), asked, noSeed);
  expect(ids(journal)).toEqual(['a', 'b']);
  expect(journal).toMatchObject({ key: { seed: 7 }, knownBefore: 2, secondsBefore: 2.5 });
  expect(journal.results()[0]).toMatchObject({ verdict: 'detected', message: 'Why.', distances: { lint: null } });
});

test('it can be interrupted again', () => {
  const file = interrupted();
  new Journal(file, { ...asked, seed: 7 }, noSeed).add(resultOf('c'), 1);
  expect(new Journal(file, asked, noSeed)).toMatchObject({ knownBefore: 3, secondsBefore: 3.5 });
});

test.each<[name: string, other: Partial<AskedKey>]>([
  ['other sources', { fingerprint: 'g' }],
  ['another seed', { seed: 9 }],
  ['a sample', { sample: 5 }],
  ['a full run', { isFull: true }],
  ['other kinds', { kinds: ['server'] }],
])('another run begins again: %s', (_, other) => {
  const file = interrupted();
  expect(ids(new Journal(file, { ...asked, ...other }, noSeed))).toEqual([]);
  expect(ids(new Journal(file, asked, noSeed))).toEqual([]);
});

test.each([
  ['half a line', '{"seconds":3,"result":{"kind":"ser'],
  ['a line of something else', '{"seconds":3}\n'],
])('%s at the end is as if it were not there', (_, text) => {
  const file = interrupted();
  appendFileSync(file, text);
  const journal = new Journal(file, asked, noSeed);
  journal.add(resultOf('c'), 1);
  expect(ids(new Journal(file, asked, noSeed))).toEqual(['a', 'b', 'c']);
});

test('a file of something else is none', () => {
  const file = interrupted();
  appendFileSync(file, '');
  const other = join(temporaryFolder({ 'partial.jsonl': 'something else\n' }), 'partial.jsonl');
  expect(new Journal(other, asked, noSeed)).toMatchObject({ knownBefore: 0, key: { seed: 8 } });
});

test('when the run is over, nothing is left', () => {
  const file = interrupted();
  new Journal(file, asked, noSeed).remove();
  expect(existsSync(file)).toBe(false);
});

test('without a file nothing is kept', () => {
  const journal = new Journal(undefined, asked, noSeed);
  journal.add(resultOf('a'), 1);
  journal.remove();
  expect(journal).toMatchObject({ isKept: false, key: { seed: 8 } });
  expect(ids(journal)).toEqual(['a']);
});

test('a file that cannot be written is reported', () => {
  const folder = temporaryFolder({ reports: '' });
  expect(() => new Journal(join(folder, 'reports', 'partial.jsonl'), asked, noSeed)).toThrow(
    /^Cannot write .*partial\.jsonl: /,
  );
  expect(readFileSync(join(folder, 'reports'), 'utf8')).toBe('');
});
