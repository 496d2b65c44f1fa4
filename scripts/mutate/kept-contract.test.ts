import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFile } from '../cli/project.ts';
import { readContract } from '../openapi/read-contract.ts';
import { documentWith } from '../test/hostile-documents.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { checkKept } from './kept-contract.ts';

const checking = async (text: string) => {
  const file = join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml');
  return checkKept({ file, contract: await readContract(file) });
};

test('a contract with operations of its own is refused at the first of them', async () => {
  await expect(checking(documentWith({}))).rejects.toThrow(
    /openapi\.yaml:6:5 The server and the client of this project have no POST \/lamps: .*`mutate generated`/,
  );
});

test('a copy of the contract of this project is taken', async () => {
  await expect(checking(readFileSync(projectFile('spec/openapi.yaml'), 'utf8'))).resolves.toBeUndefined();
});
