import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { beforeAll, expect, test, vi } from 'vitest';
import { projectFile } from '../../../cli/project.ts';
import { packPackage, run } from '../packed-package.ts';
import { newProject } from './project.ts';

vi.setConfig({ hookTimeout: 600_000 });

const [baseUrl, apiKey] = ['https://adoption.example/v1', 'key-of-the-page'];
const headers = `{ Authorization: 'Bearer ${apiKey}' }`;
const print = 'console.log(listed.data, created.data, read.data);';

const callsByPath = `
const listed = await client.GET('/pets', { params: { query: { status: 'available' } } });
const created = await client.POST('/pets', { body: { name: 'Bruno', categoryId: 3 } });
const read = await client.GET('/pets/{petId}', { params: { path: { petId: 1 } } });
${print}`;

/** One program with each client: it lists with a filter, creates, reads one. A README is of its own version. */
const clients = [
  {
    name: 'this one',
    version: '',
    code: `import { createClient } from 'animal-adoption-contract/client';
const client = createClient({ baseUrl: '${baseUrl}', apiKey: '${apiKey}' });${callsByPath}`,
  },
  {
    name: 'openapi-fetch',
    version: '0.17.0',
    code: `import type { paths } from 'animal-adoption-contract';
import createClient from 'openapi-fetch';
const client = createClient<paths>({ baseUrl: '${baseUrl}', headers: ${headers} });${callsByPath}`,
  },
  {
    name: '@hey-api/openapi-ts',
    version: '0.99.0',
    code: `import { createPet, getPet, listPets } from './hey-api';
import { client } from './hey-api/client.gen';
client.setConfig({ baseUrl: '${baseUrl}', auth: '${apiKey}' });
const listed = await listPets({ query: { status: 'available' } });
const created = await createPet({ body: { name: 'Bruno', categoryId: 3 } });
const read = await getPet({ path: { petId: 1 } });
${print}`,
  },
  {
    name: 'orval',
    version: '8.33.0',
    code: `import { createPet, getPet, listPets } from './orval';
const options = { headers: ${headers} };
const listed = await listPets({ status: 'available' }, options);
const created = await createPet({ name: 'Bruno', categoryId: 3 }, options);
const read = await getPet(1, options);
${print}`,
  },
].map((client, index) => ({ ...client, page: `page-${index}.ts` }));

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
  for (const { page, code } of clients) writeFileSync(join(project, page), code);
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
