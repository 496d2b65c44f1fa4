import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotRun } from '../../cli/problem.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { bookRun } from './test/book-runs.ts';
import { reportOf } from './test/reports.ts';
import { writeContractReport } from './write.ts';

test('writes the page, the same as JSON, and in short', async () => {
  const [report, folder] = [reportOf(await bookRun()), join(temporaryFolder(), 'reports')];
  await writeContractReport(report, folder);
  expect(readdirSync(folder).sort()).toEqual(['contract.html', 'contract.json', 'contract.md']);
  expect(JSON.parse(readFileSync(join(folder, 'contract.json'), 'utf8'))).toEqual(report);
});

test('says where it cannot', async () => {
  const file = join(temporaryFolder({ reports: '' }), 'reports');
  const writing = writeContractReport(reportOf(await bookRun()), file);
  await expect(writing).rejects.toThrow(CannotRun);
  await expect(writing).rejects.toThrow(`Cannot write the report to ${file}: `);
});
