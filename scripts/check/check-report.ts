import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '../cli/project.ts';
import { fingerprintOf } from '../mutate/fingerprint.ts';
import type { MutantReport } from '../mutate/results.ts';
import type { Contract } from '../openapi/contract.ts';
import { isObject } from '../openapi/json.ts';
import type { Stage } from '../report/check-verdict.ts';
import { contractReport } from '../report/page/contract-report.ts';
import { writeContractReport } from '../report/page/write.ts';
import type { PublicVerification } from '../report/redact.ts';

/** A contract and what each side made of it; undefined for one that could not be verified. */
export interface VerifiedContract {
  contract: Contract;
  server: PublicVerification | undefined;
  client: PublicVerification | undefined;
}

/**
 * Writes the page of a check, with the mutants of the last run, and gives its name.
 * Without a contract there is none: the last one is taken away.
 */
export async function reportCheck(
  stages: readonly Stage[],
  verified: VerifiedContract | 'unchanged' | undefined,
): Promise<string | undefined> {
  const page = join(paths.reports, 'contract.html');
  if (verified === 'unchanged') return existsSync(page) ? page : undefined;
  if (verified === undefined) {
    await Promise.all(
      ['html', 'json', 'md'].map((type) => rm(join(paths.reports, `contract.${type}`), { force: true })),
    );
    return undefined;
  }
  const { contract, server, client } = verified;
  const mutants = await lastMutants();
  const report = contractReport({
    contract,
    server,
    client,
    mutation: mutants && { mutants, fingerprint: await fingerprintOf(contract) },
    stages,
    at: new Date(),
  });
  await writeContractReport(report, paths.reports);
  return page;
}

/** What the last run of mutants left, of whichever kinds; undefined when there was none. */
async function lastMutants(): Promise<MutantReport | undefined> {
  const text = await readFile(join(paths.reports, 'mutants.json'), 'utf8').catch(() => undefined);
  // One that is cut, or of another version, is as good as none.
  try {
    const report: unknown = JSON.parse(text ?? 'null');
    return isReport(report) ? report : undefined;
  } catch {
    return undefined;
  }
}

/** By its version: the file is written by this project alone. */
function isReport(value: unknown): value is MutantReport {
  return isObject(value) && value['formatVersion'] === 2 && Array.isArray(value['mutants']);
}
