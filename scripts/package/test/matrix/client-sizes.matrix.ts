import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { projectFile } from '../../../cli/project.ts';
import { packPackage, run } from '../packed-package.ts';
import { newProject } from './project.ts';

interface Client {
  name: string;
  /** Empty for the client of this project: a README is of its own version. */
  version: string;
  code: string[];
}

/** One program with each client: it lists with a filter, creates, reads one. This project writes the file itself. */
const written = JSON.parse(readFileSync(projectFile('client/test/size-pages.json'), 'utf8')) as Client[];
const clients = written.map((client, index) => ({ ...client, page: `page-${index}.ts` }));
const baseUrl = 'https://adoption.example/v1';

let project: string;
beforeAll(async () => {
  const pinned = clients.filter(({ version }) => version).map(({ name, version }) => `${name}@${version}`);
  project = await newProject(await packPackage(), [...pinned, 'typescript@5.9.3']);
  const generate = (generator: string, ...options: string[]) =>
    run(process.execPath, [join('node_modules/.bin', generator), ...options], project);
  const document = 'node_modules/animal-adoption-contract/dist/generated/openapi.json';
  const api = { input: document, output: { target: 'orval.ts', client: 'fetch', baseUrl } };
  writeFileSync(join(project, 'orval.config.mjs'), `export default ${JSON.stringify({ api })};\n`);
  await generate('orval', '--config', 'orval.config.mjs');
  await generate('openapi-ts', '-i', document, '-o', 'hey-api', '-c', '@hey-api/client-fetch');
  for (const { page, code } of clients) writeFileSync(join(project, page), code.join('\n'));
});

/** What a page loads: bundled, minified and compressed, as most servers send it. */
async function bytesOf(page: string): Promise<number> {
  const build = await rolldown({ input: page, cwd: project, platform: 'browser' });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return gzipSync(output[0].code, { level: 9 }).length;
}

test('every page compiles', async () => {
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'bundler'];
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const pages = clients.map(({ page }) => page);
  expect(await run(process.execPath, [compiler, ...options, ...pages], project)).toBe('');
});

test('the README of the client says how large a page is with each client', async () => {
  const measured = clients.map(async ({ name, version, page }) => {
    const bytes = await bytesOf(page);
    return [name, version, bytes.toLocaleString('en')];
  });
  const [, section = ''] = readFileSync(projectFile('client/README.md'), 'utf8').split('\n## Size\n');
  const [table = ''] = /^\|.*(\n\|.*)*/m.exec(section) ?? [];
  const cells = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.slice(2).map((row) => row.slice(1, 4))).toEqual(await Promise.all(measured));
});
