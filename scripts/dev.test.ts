import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProjectCopy, spec } from './check/test/project-copy.ts';
import { openBrowser } from './test/open-browser.ts';

const copy = new ProjectCopy();
const child = spawn(process.execPath, [join(copy.folder, 'scripts/dev.ts'), '--port', '0'], {
  cwd: copy.folder,
  env: { ...process.env, ...copy.environment },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let printed = '';
child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
let browser: Browser;

/** Resolves to what was printed since `from`, when it has what is waited for. */
async function said(what: RegExp, from = 0): Promise<string> {
  while (!what.test(printed.slice(from))) {
    if (child.exitCode !== null) throw new Error(`It has ended:\n${printed}`);
    await sleep(20);
  }
  return printed.slice(from);
}

/** Resolves to what was printed since `from` until a check ended, kept or not. */
async function saidUntilVerdict(from: number): Promise<string> {
  return said(/^(?:The contract is |No verdict: ).*$/m, from);
}

beforeAll(async () => {
  browser = await openBrowser();
  expect(await saidUntilVerdict(0)).toMatch(/^The contract is kept on both sides\./m);
});
afterAll(async () => {
  child.kill('SIGKILL');
  await browser?.close();
});

test('both sides are verified before their tests have ended', () => {
  const [before = '', after = ''] = printed.split(
    /^Both sides are verified: the contract is kept\. \(\d+\.\d s\) The tests of server and client are to come\.$/m,
  );
  expect(before.match(/^✓ verify (server|client) /gm)).toHaveLength(2);
  expect(after.match(/^✓ \w+ /gm)?.toSorted()).toEqual(['✓ client ', '✓ server ']);
});

test('the reference server says where it is', async () => {
  expect((await said(/ is at \S+, its data in .*\n/)).match(/ is at \S+, its data in /g)).toHaveLength(1);
});

test('each save is checked, and a newer one ends the check of an older one', async () => {
  const page = await browser.newPage();
  const [, address = ''] = /^The page is at (\S+)$/m.exec(printed) ?? [];
  await page.goto(address);
  const status = page.getByRole('status');
  await status.getByText('The contract is kept on both sides.').waitFor();
  await page.frameLocator('iframe').locator('openapi-explorer').waitFor();
  const generated = copy.read('generated/openapi.json');

  const before = printed.length;
  copy.change(spec, /^paths:$/m, () => 'paths: [');
  expect(await saidUntilVerdict(before)).toMatch(
    /✗ lint .* 1 finding\n {2}spec\/openapi\.yaml:\d+:\d+ spec: This is not valid YAML/,
  );
  await status.getByText('This is not valid YAML').waitFor();
  // The line itself, with a mark below the place.
  await status.getByText(/^ *\d+ \| .*\n *\| +\^$/m).waitFor();
  expect(copy.read('generated/openapi.json')).toBe(generated);

  const broken = printed.length;
  // One save: two could be seen one after the other.
  copy.change(spec, /^[\s\S]*$/, (text) =>
    text.replace(/^paths: \[$/m, 'paths:').replace(/^ {2}title: .*$/m, '  title: One store'),
  );
  await said(/ check of /, broken);
  copy.change(spec, /^ {2}title: .*$/m, () => '  title: Another store');
  const rest = await saidUntilVerdict(broken);
  expect(rest.match(/ check of /g)).toHaveLength(2);
  await page.frameLocator('iframe').getByText('Another store').first().waitFor();
  await page.close();
});

test('a save while tests run is checked, and the tests of the one before say no more', async () => {
  const first = printed.length;
  copy.change(spec, /^ {2}title: .*$/m, () => '  title: A third store');
  expect(await said(/^(?:Both sides are verified|The contract is |No verdict: )/m, first)).toMatch(/^Both sides/m);
  copy.change(spec, /^ {2}title: .*$/m, () => '  title: A fourth store');
  const rest = await saidUntilVerdict(first);
  expect(rest).toMatch(/^The contract is kept on both sides\./m);
  expect(rest.match(/ check of /g)).toHaveLength(2);
  // What has passed is kept, also where tests were still to come.
  expect(rest.match(/^✓ verify (server|client) .*$/gm)).toHaveLength(4);
  expect(rest.match(/^✓ (server|client) /gm)).toHaveLength(2);
});

test('a lint rule that is edited is the one that lints', async () => {
  const before = printed.length;
  const rule = "always: () => ({ Info: (_, { report, location }) => report({ message: 'Refused.', location }) }),";
  copy.change('spec/rules/plugin.ts', /(?<=^ {2}const rules = \{)$/m, () => rule);
  expect(await said(/✗ lint .*\n.*/, before)).toMatch(/spec: Refused\./);
});

test('it ends with all that it has started', async () => {
  const said = /(http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1] ?? '';
  expect((await fetch(said)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(fetch(said)).rejects.toThrow('fetch failed');
});
