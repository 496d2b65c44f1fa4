import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Contract } from '../openapi/contract.ts';
import { readContract } from '../openapi/read-contract.ts';
import { fixture } from '../test/contracts.ts';
import { runScript } from '../test/run-script.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { textAt } from '../test/text-at.ts';
import { type Drift, describeDrifts, findDrift } from './drift.ts';
import { digest, generateFiles, writeFiles } from './files.ts';

const contract = await readContract(fixture('weather.yaml'));
const files = await generateFiles(contract);
const names = [...files.keys()];

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  await writeFiles(files, folder);
});

function change(name: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(folder, name), 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(join(folder, name), changed);
}

/** A file that generators made from other code: what it says of itself is true. */
function remake(name: string, from: string | RegExp, to: string): void {
  change(name, from, to);
  const [header = '', ...body] = readFileSync(join(folder, name), 'utf8').split(/(?<=^\/\/ sha256 .*\n\n)/m);
  writeFileSync(
    join(folder, name),
    header.replace(/sha256 \w+\n\n$/, `sha256 ${digest(body.join(''))}\n\n`) + body.join(''),
  );
}

async function reasons(expected: Contract = contract, wanted = files): Promise<Record<string, string>> {
  const drifts = await findDrift(expected, wanted, folder);
  return Object.fromEntries(drifts.map(({ file, reason }) => [file.slice(folder.length + 1), reason]));
}

test('there is none in what was just written', async () => {
  expect(await reasons()).toEqual({});
});

describe.each(names)('%s', (name) => {
  test('missing', async () => {
    rmSync(join(folder, name));
    expect(await reasons()).toEqual({ [name]: 'missing' });
  });

  test('edited by hand', async () => {
    appendFileSync(join(folder, name), '\n');
    expect(await reasons()).toEqual({ [name]: 'edited' });
  });

  test('with other line ends', async () => {
    change(name, /\n/g, '\r\n');
    expect(await reasons()).toEqual({ [name]: 'edited' });
  });
});

describe.each(names.filter((name) => name !== 'openapi.json'))('%s', (name) => {
  test.each<[what: string, from: RegExp, to: string]>([
    ['its own digest', /^\/\/ sha256 .{8}/m, '// sha256 00000000'],
    ['what generated it, by hand', /^\/\/ Generated from.*$/m, '// Mine'],
    ['the whole of it', /^[\s\S]*$/, 'mine'],
  ])('edited: %s', async (_, from, to) => {
    change(name, from, to);
    expect(await reasons()).toEqual({ [name]: 'edited' });
  });

  test('made by other versions of the generators', async () => {
    change(name, /ajv \d+/, 'ajv 1');
    remake(name, /\n$/, '\n\n');
    expect(await reasons()).toEqual({ [name]: 'other generators' });
  });

  test('made by another toolchain', async () => {
    remake(name, /\n$/, '\n\n');
    expect(await reasons()).toEqual({ [name]: 'stale' });
  });
});

describe('when the description has changed', () => {
  const changed = {
    ...contract,
    document: { ...contract.document, info: { title: 'Weather Station', version: '2.0.0' } },
  };

  test('every file is stale', async () => {
    expect(await reasons(changed, await generateFiles(changed))).toEqual(
      Object.fromEntries(names.map((name) => [name, 'stale'])),
    );
  });

  test('a file that other versions of the generators made is stale first of all', async () => {
    change('types.ts', /ajv \d+/, 'ajv 1');
    expect(await reasons(changed, await generateFiles(changed))).toMatchObject({ 'types.ts': 'stale' });
  });

  test('the line that is reported is one that follows from the change', async () => {
    const drifts = await findDrift(changed, await generateFiles(changed), folder);
    const drift = drifts.find(({ file }) => file.endsWith('operations.ts'));
    expect(readFileSync(join(folder, 'operations.ts'), 'utf8').split('\n')[(drift?.line ?? 0) - 1]).toBe(
      '  "version": "1.4.0",',
    );
  });
});

test('a document alone may be of any origin', async () => {
  for (const name of names.slice(1)) rmSync(join(folder, name));
  appendFileSync(join(folder, 'openapi.json'), '\n');
  expect(await reasons()).toMatchObject({ 'openapi.json': 'stale', 'types.ts': 'missing' });
});

test('files that nobody generates', async () => {
  mkdirSync(join(folder, 'more'));
  writeFileSync(join(folder, 'more', 'mine.ts'), '');
  writeFileSync(join(folder, 'notes.txt'), '');
  expect(await reasons()).toEqual({ [join('more', 'mine.ts')]: 'not generated', 'notes.txt': 'not generated' });
});

test.each<[file: string, from: string | RegExp, to: string, text: string]>([
  ['types.ts', 'celsius?: number', 'celsius: number', 'celsius:'],
  ['types.ts', 'Kelvin: number', 'Kelvin: string', 'Kelvin:'],
  ['types.ts', 'height?: number | null', 'height?: number', 'name: height'],
  ['openapi.json', '"maxLength": 2\n', '"maxLength": 3\n', 'maxLength: 2'],
  ['operations.ts', '"method": "POST"', '"method": "PUT"', 'post:'],
  ['validators.js', 'lines', 'rows', 'openapi: 3.1.0'],
  ['validators/components/schemas/Reading.js', 'function', ' function', 'Reading:'],
  ['validators/operations/addReading.js', 'export const requestBody', 'const requestBody', 'requestBody:'],
])('a line of %s is located in the description: %s', async (file, from, to, text) => {
  change(file, from, to);
  const [drift] = await findDrift(contract, files, folder);
  expect(drift && textAt(drift.location)).toBe(text);
});

test('generate --check says which file and why', async () => {
  const options = ['--check', '--spec', fixture('weather.yaml'), '--out', folder];
  const good = await runScript('generate.ts', options, folder);
  expect(good).toEqual({
    exitCode: 0,
    stdout: `${folder} is what ${fixture('weather.yaml')} generates.\n`,
    stderr: '',
  });

  change('types.ts', 'celsius?: number', 'celsius: number');
  rmSync(join(folder, 'openapi.json'));
  writeFileSync(join(folder, 'notes.txt'), '');
  const bad = await runScript('generate.ts', options, folder);
  expect(bad).toMatchObject({ exitCode: 1, stdout: '' });
  expect(bad.stderr.split('\n')).toEqual([
    'openapi.json is missing: run `npm run generate`.',
    expect.stringMatching(
      /^types\.ts:\d+ was edited by hand: put the change into the description, then run `npm run generate`\.$/,
    ),
    'notes.txt does not come from the description: delete it or move it elsewhere.',
    '',
  ]);
});

test('what one generation mends is reported in one line, and each other drift in one of its own', () => {
  const drift = (file: string, reason: Drift['reason']) => ({ file, reason, line: 3, location: contract.locate('') });
  const drifts = [
    drift('a.ts', 'other generators'),
    drift('b.ts', 'edited'),
    drift('c.ts', 'other generators'),
    drift('d.ts', 'edited'),
    drift('e.ts', 'stale'),
    drift('f.ts', 'other generators'),
  ];
  expect(describeDrifts(drifts).map(({ text }) => text)).toEqual([
    'a.ts:3 was made by other versions of the generators, like 2 other files: run `npm ci`, then `npm run generate`.',
    'b.ts:3 was edited by hand: put the change into the description, then run `npm run generate`.',
    'd.ts:3 was edited by hand: put the change into the description, then run `npm run generate`.',
    'e.ts:3 is stale: the description or the toolchain has changed since it was generated. Run `npm run generate`.',
  ]);
});
