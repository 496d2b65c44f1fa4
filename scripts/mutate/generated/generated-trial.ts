import { join } from 'node:path';
import { CannotRun } from '../../cli/problem.ts';
import { type Drift, describeDrifts, driftsOf } from '../../generate/drift.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Trial } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { type ChangedFiles, filesOf, type GeneratedMutant, generatedMutants } from './generated-mutants.ts';

const folderName = 'generated';

/** Tries what may become of the generated files. */
export async function openGeneratedTrial(contract: Contract): Promise<Trial> {
  const files = await filesOf(contract);
  const known = new Map((await generatedMutants(contract)).map((one) => [one.id, one]));
  return {
    async *run(ids) {
      for (const id of ids) {
        const one = known.get(id);
        if (one === undefined) throw new CannotRun(`There is no generated mutant ${id}.`);
        const made = await one.make();
        yield resultOf(one, made, driftsOf(contract, files, made.files));
      }
    },
    close: async () => undefined,
  };
}

/** Detected only by the right reason, reported for every file that it concerns, and for no other. */
export function resultOf(
  { id, what, file }: GeneratedMutant,
  { lines, expected }: ChangedFiles,
  drifts: readonly Drift[],
): MutantResult {
  const own = drifts.find((drift) => drift.file === file);
  const isRight = drifts.length === expected.size && drifts.every((drift) => expected.get(drift.file) === drift.reason);
  const [first] = describeDrifts(drifts.map((drift) => ({ ...drift, file: join(folderName, drift.file) })));
  const distance =
    own?.line === undefined || lines === undefined ? null : Math.max(0, lines.first - own.line, own.line - lines.last);
  return {
    kind: 'generated',
    id,
    requirementIds: [],
    what,
    location: { file: join(folderName, file), line: lines?.first ?? 1, column: 1 },
    verdict: isRight ? 'detected' : 'survived',
    detectedBy: isRight && own !== undefined ? [own.reason] : [],
    message: first?.text,
    distances: own === undefined ? {} : { generate: distance },
  };
}
