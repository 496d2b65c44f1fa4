import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CannotRun } from '../../cli/problem.ts';
import { type Drift, describeDrifts, findDrift } from '../../generate/drift.ts';
import { generateFiles } from '../../generate/files.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Trial } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { type GeneratedMutant, generatedMutants } from './generated-mutants.ts';

const folderName = 'generated';

/** Tries what may become of the generated files, in folders of their own. */
export async function openGeneratedTrial(contract: Contract): Promise<Trial> {
  const files = await generateFiles(contract);
  const known = new Map((await generatedMutants(contract)).map((one) => [one.id, one]));
  return {
    async *run(ids) {
      for (const id of ids) {
        const one = known.get(id);
        if (one === undefined) throw new CannotRun(`There is no generated mutant ${id}.`);
        yield await tryMutant(contract, files, one);
      }
    },
    close: async () => undefined,
  };
}

async function tryMutant(
  contract: Contract,
  files: Map<string, string>,
  mutant: GeneratedMutant,
): Promise<MutantResult> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-'));
  try {
    for (const [name, text] of mutant.files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const drifts = await findDrift(contract, files, folder);
    return resultOf(
      mutant,
      drifts.map((drift) => ({ ...drift, file: drift.file.slice(folder.length + 1) })),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Detected only by the right reason, reported for every file that it concerns, and for no other. */
export function resultOf({ id, what, file, lines, expected }: GeneratedMutant, drifts: readonly Drift[]): MutantResult {
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
