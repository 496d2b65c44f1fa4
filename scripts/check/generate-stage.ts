import { join } from 'node:path';
import { paths } from '../cli/project.ts';
import { keepContract } from '../cli/report-file.ts';
import { describeDrifts, findDrift } from '../generate/drift.ts';
import { generateFiles, listed, writeFiles } from '../generate/files.ts';
import type { Contract } from '../openapi/contract.ts';
import type { Outcome } from '../report/check-verdict.ts';

/** What is said of a folder where nothing had to be written. */
export function upToDate(folder: string): string {
  return `${folder}/ is up to date`;
}

/**
 * Brings the folder of what follows from a contract up to date. With `isStrict` (CI) a file that is not so is a
 * finding; one edited by hand always is.
 */
export async function generateStage(
  contract: Contract,
  isStrict: boolean,
  folder: string = paths.generated,
): Promise<Outcome> {
  const files = await generateFiles(contract);
  keepContract(contract.texts.keys(), { out: [...files.keys()].map((name) => join(folder, name)) });
  const drifts = await findDrift(contract, files, folder);
  const wrong = drifts.filter(({ reason }) => isStrict || reason === 'edited' || reason === 'not generated');
  const findings = describeDrifts(wrong).map(({ drift, text }) => ({
    location: drift.location,
    side: 'generated',
    message: text,
  }));
  if (findings.length > 0) return { summary: '', findings };
  const written = await writeFiles(files, folder);
  return {
    summary: written.length === 0 ? upToDate(folder) : `wrote ${listed(written, folder)}`,
    findings,
  };
}
