import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ContractError } from '../../cli/problem.ts';
import { resolvePart } from '../../openapi/contract.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { contractOf, fixture } from '../../test/contracts.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { textAt } from '../../test/text-at.ts';
import { specificationOf } from '../../verify/specification.ts';
import { ContractCopies } from './contract-copies.ts';
import { contractMutants } from './contract-mutants.ts';

const text = `openapi: 3.1.0
info: { title: Harbour, version: 1.0.0 }
paths:
  /ships:
    get:
      operationId: listShips
      parameters:
        - name: limit
          in: query
          schema: { type: integer, maximum: 100 }
      responses: { '200': { $ref: '#/components/responses/Ships' } }
components:
  responses:
    Ships: { description: Ships. }
`;

test('a mutant of a contract in one file is read as it is written', async () => {
  const specification = specificationOf(contractOf(text));
  const mutant = contractMutants(specification).find(({ what }) => what === 'maximum 100 becomes 99');
  if (mutant === undefined) throw new Error('There is no such mutant.');
  const copies = new ContractCopies(specification);
  const copy = copies.write(mutant, temporaryFolder());
  const contract = await copies.read(copy);
  expect(readFileSync(copy.changed, 'utf8')).toBe(text.replace('100', '99'));
  expect(contract.file).toBe(copy.root);
  expect(resolvePart(contract, mutant.pointer).value).toBe(99);
  expect(textAt(contract.locate(mutant.pointer))).toBe('maximum: 99 }');
});

test('what leads nowhere is reported as a problem of the contract', async () => {
  const specification = specificationOf(contractOf(text));
  const mutant = contractMutants(specification)[0];
  if (mutant === undefined) throw new Error('There is no mutant.');
  const copies = new ContractCopies(specification);
  const circle = text.replace('Ships: { description: Ships. }', "Ships: { $ref: '#/components/responses/Ships' }");
  await expect(copies.read(copies.write({ ...mutant, text: circle }, temporaryFolder()))).rejects.toThrow(
    ContractError,
  );
});

test('a mutant in another file of the contract has all files, and is bundled', async () => {
  const contract = await readContract(fixture('library.yaml'));
  const specification = specificationOf(contract);
  const mutant = contractMutants(specification).find(
    ({ location, what }) => basename(location.file) === 'library-book.yaml' && what.startsWith('property '),
  );
  if (mutant === undefined) throw new Error('There is no such mutant.');
  const copies = new ContractCopies(specification);
  const copy = copies.write(mutant, temporaryFolder());
  expect([copy.root, copy.changed].map((file) => basename(file))).toEqual(['library.yaml', 'library-book.yaml']);
  expect(readFileSync(join(dirname(copy.changed), 'library.yaml'), 'utf8')).toBe(readFileSync(contract.file, 'utf8'));
  const [, , other = ''] = /^property (\S+) becomes (\S+)$/.exec(mutant.what) ?? [];
  const written = JSON.stringify((await copies.read(copy)).document);
  expect(other).not.toBe('');
  expect(written).toContain(`"${other}":`);
  expect(JSON.stringify(contract.document)).not.toContain(`"${other}":`);
});
