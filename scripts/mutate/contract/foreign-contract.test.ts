import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectFile } from '../../cli/project.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { specificationOf } from '../../verify/specification.ts';
import { contractMutants } from './contract-mutants.ts';
import { ContractTrial } from './contract-trial.ts';

test('a finding of the linter in the document of somebody else is none in its mutants', async () => {
  const own = readFileSync(projectFile('spec/openapi.yaml'), 'utf8');
  const folder = temporaryFolder({ 'copy.yaml': own.replace(/^ {2}version: .*$/m, '  version: 1') });
  const file = join(folder, 'copy.yaml');
  const contract = await readContract(file);
  const specification = specificationOf(contract);
  const mutants = contractMutants(specification);
  const id = mutants.find((mutant) => /: maximum \d+ becomes \d+$/.test(mutant.id))?.id ?? '';
  const trial = new ContractTrial({ file, contract, specification }, mutants);
  onTestFinished(() => trial.close());
  const { value } = await trial.run([id], { seed: 1, isFull: false }).next();
  expect(value).toMatchObject({ id, detectedBy: expect.not.arrayContaining(['lint']) as string[] });
});
