import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { paths } from '../cli/project.ts';
import { generateFiles } from '../generate/files.ts';
import type { Contract } from '../openapi/contract.ts';
import { contractOf } from '../test/contracts.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { contractParts } from './contract-parts.ts';
import { type Inputs, keyOfAll, keysOfStages, readInputs } from './inputs.ts';

const document = `openapi: 3.1.0
info: { title: T, version: 1.0.0, description: An API. }
paths:
  /lamps:
    get:
      operationId: listLamps
      summary: Lists.
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema:
                type: object
                properties: { description: { type: string } }
                default: { description: none }
              example: { description: red, summary: short }
`;
const inputs: Inputs = { toolchain: 't', spec: 's', generated: 'g', types: 'y', edited: 'e', server: 'a', client: 'c' };
const keysIn = (contract: Contract, changed: Partial<Inputs> = {}) =>
  keysOfStages({ ...inputs, ...changed }, contract, contractParts(contract));
const keysOf = (text: string, changed: Partial<Inputs> = {}) => keysIn(contractOf(text), changed);
const known = keysOf(document);

/** The stages that are not run again. */
const unchanged = (keys: Readonly<Record<string, string>>) =>
  Object.keys(known).filter((name) => keys[name] === known[name]);

const all = ['readiness', 'types', 'server', 'client', 'verify server', 'verify client'];

test.each<[what: string, from: string, to: string]>([
  ['a description', 'An API.', 'Another API.'],
  ['a summary', 'summary: Lists.', 'summary: Lists all.'],
  ['a description that is new', "'200':\n", "'200':\n          # said\n"],
  ['the way in which it is written', 'title: T,', 'title: "T",'],
])('results are those of the same contract with %s', (_, from, to) => {
  expect(document).toContain(from);
  expect(unchanged(keysOf(document.replace(from, to)))).toEqual(all);
});

test.each<[what: string, from: string, to: string]>([
  ['a property called description', 'description: { type: string }', 'description: { type: integer }'],
  ['a description in a default', 'description: none', 'description: some'],
  ['a description in an example', 'description: red', 'description: blue'],
  ['a summary in an example', 'summary: short', 'summary: long'],
])('only operations that are the same are left of a contract with another value of %s', (_, from, to) => {
  expect(document).toContain(from);
  expect(unchanged(keysOf(document.replace(from, to)))).toEqual([
    'readiness',
    'types',
    'verify server',
    'verify client',
  ]);
});

test.each<[what: string, from: string, to: string]>([
  ['the version', 'version: 1.0.0', 'version: 1.0.1'],
  ['an operationId', 'listLamps', 'listAllLamps'],
])('only the types can be the same in a contract with another value of %s', (_, from, to) => {
  expect(document).toContain(from);
  expect(unchanged(keysOf(document.replace(from, to)))).toEqual(['readiness', 'types']);
});

test.each<[what: string, changed: Partial<Inputs>, reused: string[]]>([
  ['the toolchain', { toolchain: 'u' }, []],
  ['any text of the contract', { spec: 't' }, ['types', 'server', 'client', 'verify server', 'verify client']],
  ['the types', { types: 'z' }, ['readiness', 'server', 'client', 'verify server', 'verify client']],
  ['what was edited by hand', { edited: 'f' }, ['readiness', 'types']],
  ['the server', { server: 'b' }, ['readiness', 'client', 'verify client']],
  ['the client', { client: 'd' }, ['readiness', 'verify server']],
])('a change of %s leaves what does not depend on it', (_, changed, reused) => {
  expect(unchanged(keysOf(document, changed))).toEqual(reused);
});

test('a change of the workflows leaves the types of both sides alone', () => {
  const contract: Contract = contractOf(document);
  const before = keysIn(contract);
  writeFileSync(`${dirname(contract.file)}/rules.arazzo.yaml`, 'arazzo: 1.0.1\n');
  expect(Object.keys(before).filter((name) => before[name] === keysIn(contract)[name])).toEqual(['readiness', 'types']);
});

test('a generated file that was edited by hand is code, and one that is as it was generated is none', async () => {
  const files = Object.fromEntries(await generateFiles(contractOf(document)));
  /** What is edited where a line is added to one of them. */
  const editedWith = (file: string) => {
    const folder = temporaryFolder({ [`${paths.generated}/${file}`]: `${files[file]}// Mine.\n` });
    process.chdir(folder);
    return readInputs().edited;
  };
  const before = process.cwd();
  try {
    process.chdir(temporaryFolder());
    const none = readInputs().edited;
    expect(['openapi.json', 'operations.ts', 'validators.js'].map(editedWith).map((one) => one === none)).toEqual([
      true,
      false,
      false,
    ]);
    process.chdir(temporaryFolder({ [`${paths.generated}/operations.ts`]: files['operations.ts'] ?? '' }));
    expect(readInputs().edited).toBe(none);
  } finally {
    process.chdir(before);
  }
});

test('a whole check depends on every part, and on the stages that it has', () => {
  const key = keyOfAll(inputs, ['lint']);
  expect(keyOfAll({ ...inputs }, ['lint'])).toBe(key);
  for (const name of Object.keys(inputs)) expect(keyOfAll({ ...inputs, [name]: 'x' }, ['lint'])).not.toBe(key);
  expect(keyOfAll(inputs, ['lint', 'types'])).not.toBe(key);
});
