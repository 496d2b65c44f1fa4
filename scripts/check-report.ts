import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contract } from './contract/contract.ts';
import { isObject } from './contract/json.ts';
import { fingerprintOf } from './mutate/fingerprint.ts';
import type { MutantReport } from './mutate/results.ts';
import { contractReport } from './page/contract-report.ts';
import { writeContractReport } from './page/write.ts';
import type { Stage } from './verdict.ts';
import type { Verified } from './verify/connect.ts';
import { withoutKeys } from './verify/report/redact.ts';

const folder = 'reports';

/** A contract and what each side made of it; undefined for one that could not be held against it. */
export interface HeldContract {
  contract: Contract;
  server: Verified | undefined;
  client: Verified | undefined;
}

/** Writes the page of a check, with the mutants of the last run, and gives its name. Without a contract there is none: the last one is taken away. */
export async function reportCheck(stages: readonly Stage[], held: HeldContract | undefined): Promise<string | undefined> {
  if (held === undefined) {
    await Promise.all(['html', 'json', 'md'].map((type) => rm(join(folder, `contract.${type}`), { force: true })));
    return undefined;
  }
  const { contract, server, client } = held;
  const [mutants, fingerprint] = await Promise.all([lastMutants(), fingerprintOf(contract)]);
  const report = contractReport({ contract, server: server && withoutKeys(server.verification, server.keys), client: client && withoutKeys(client.verification, client.keys), mutants, fingerprint, stages, at: new Date() });
  await writeContractReport(report, folder);
  return join(folder, 'contract.html');
}

/** What the last run of mutants left, of whichever kinds; undefined when there was none. */
async function lastMutants(): Promise<MutantReport | undefined> {
  const text = await readFile(join(folder, 'mutants.json'), 'utf8').catch(() => undefined);
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
  return isObject(value) && value['formatVersion'] === 1 && Array.isArray(value['mutants']);
}
