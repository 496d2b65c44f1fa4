import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { UsageError } from './command-line.ts';
import { keepContract } from './report-file.ts';

const folder = temporaryFolder({ 'openapi.json': '{}', 'types.ts': '' });
const [contract = '', types = ''] = ['openapi.json', 'types.ts'].map((name) => join(folder, name));

test('of the files that a folder is given, none is written over the contract', () => {
  expect(() => keepContract([contract], { out: [types, contract] })).toThrow(UsageError);
  expect(() => keepContract([contract], { out: [types] })).not.toThrow();
});

test('the files of a contract are looked up once for all that is written', () => {
  let lookedUp = 0;
  const files = {
    *[Symbol.iterator]() {
      lookedUp += 1;
      yield contract;
    },
  };
  keepContract(files, { out: Array.from({ length: 9 }, (_, index) => join(folder, `${index}.ts`)), json: types });
  expect(lookedUp).toBe(1);
});
