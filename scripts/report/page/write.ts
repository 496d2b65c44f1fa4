import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../cli/make-folder.ts';
import { CannotRun, errorMessage } from '../../cli/problem.ts';
import { contractMarkdown } from './markdown.ts';
import { contractPage } from './page.ts';
import type { ContractReport } from './report.ts';

/**
 * Writes a report as page, JSON and Markdown: `contract.html`, `contract.json`, `contract.md`.
 * Throws CannotRun where that is not possible.
 */
export async function writeContractReport(report: ContractReport, folder: string): Promise<void> {
  const files = {
    'contract.html': contractPage(report),
    'contract.json': `${JSON.stringify(report, null, 2)}\n`,
    'contract.md': contractMarkdown(report),
  };
  try {
    makeFolder(folder);
    await Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(folder, file), text)));
  } catch (cause) {
    throw new CannotRun(`Cannot write the report to ${folder}: ${errorMessage(cause)}`, { cause });
  }
}
