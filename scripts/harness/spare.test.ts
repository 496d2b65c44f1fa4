import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectFile } from '../cli/project.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { DrivenProcess } from './driver.ts';
import { Spare } from './spare.ts';

const started: DrivenProcess[] = [];
afterEach(() => Promise.all(started.splice(0).map((process) => process.stop())));

/** A process of a module that leaves a file behind when it is loaded. */
function startProcess(folder: string, name: string) {
  const program = projectFile('scripts/harness/server-process.ts');
  const process = new DrivenProcess({ name, program, programArguments: [join(folder, `${name}.ts`)] });
  started.push(process);
  return { process };
}

const leaving = (file: string) =>
  `import { writeFileSync } from 'node:fs';
writeFileSync(new URL('./${file}', import.meta.url), '');
export const openHarness = () => undefined;`;

test('a process loads its module when it is asked to start', async () => {
  const folder = temporaryFolder({ 'one.ts': leaving('one'), 'other.ts': leaving('other') });
  const { process: one } = startProcess(folder, 'one');
  const { process: other } = startProcess(folder, 'other');
  await other.started();
  expect(existsSync(join(folder, 'one'))).toBe(false);
  await one.started();
  expect(existsSync(join(folder, 'one'))).toBe(true);
});

test('what is taken was prepared, once', async () => {
  const folder = temporaryFolder({ 'one.ts': leaving('one') });
  const spare = new Spare(() => startProcess(folder, 'one'));
  spare.prepare();
  spare.prepare();
  const [prepared] = started;
  expect(spare.take().process).toBe(prepared);
  expect(spare.take().process).not.toBe(prepared);
  expect(started).toHaveLength(2);
});

test('what has ended is not taken', async () => {
  const folder = temporaryFolder({ 'one.ts': leaving('one') });
  const spare = new Spare(() => startProcess(folder, 'one'));
  spare.prepare();
  const [prepared] = started;
  await prepared?.stop();
  const { process } = spare.take();
  expect(process).not.toBe(prepared);
  await process.started();
});
