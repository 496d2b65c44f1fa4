import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../cli/project.ts';
import { readContract } from '../openapi/read-contract.ts';
import { specificationOf } from '../verify/specification.ts';
import { judged } from './equivalents.ts';
import type { Subject } from './kind.ts';
import { kinds } from './kinds.ts';
import { isGood } from './report.ts';
import type { MutantResult } from './results.ts';
import { reportOf, select } from './selection.ts';

const file = join(projectFolder, 'spec', 'openapi.yaml');
const contract = await readContract(file);
const subject: Subject = { file, contract, specification: specificationOf(contract) };
// Always the same one, so that what is tried does not depend on the moment: `npm run mutate -- KIND` tries all.
const seed = 1;

describe.each(kinds.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
  test(`a sample is detected`, async () => {
    const selection = await select(kind, subject, { only: /^/, sample: 8, seed });
    const trial = await kind.open(subject);
    const results: MutantResult[] = [];
    try {
      for await (const result of trial.run(
        selection.chosen.map(({ id }) => id),
        { seed, isFull: false },
      ))
        results.push(judged(result));
    } finally {
      await trial.close();
    }
    expect(results.filter(({ verdict }) => verdict !== 'detected' && verdict !== 'equivalent')).toEqual([]);
    expect(isGood([reportOf(selection, results)])).toBe(true);
  });

  test('each has an id of its own, and requirements that there are', async () => {
    const [all, requirements] = await Promise.all([kind.list(subject), kind.requirements(subject)]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const known = new Set(requirements.map(({ id }) => id));
    if (kind.reports === 'requirements')
      expect(all.flatMap(({ requirementIds }) => requirementIds).filter((id) => !known.has(id))).toEqual([]);
  });

  test('it is made the same way again', async () => {
    expect((await kind.list(subject)).map(({ id }) => id)).toEqual(
      (await kind.list({ ...subject, contract: { ...contract } })).map(({ id }) => id),
    );
  });
});
