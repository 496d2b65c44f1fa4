import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

/** What a page loads for some lines of code: bundled, minified and compressed, as most servers send it. */
async function bundled(code: string): Promise<{ text: string; bytes: number }> {
  const build = await rolldown({
    input: 'page',
    cwd: import.meta.dirname,
    platform: 'browser',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? 'page.ts' : null),
        load: (id) => (id === 'page.ts' ? { code, moduleType: 'ts' } : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const text = output[0].code;
  return { text, bytes: text.trim() === '' ? 0 : gzipSync(text, { level: 9 }).length };
}

const index = JSON.stringify(new URL('./index.ts', import.meta.url).pathname);

test('the client with its dependency is at most 5 kB', async () => {
  const { bytes } = await bundled(`import { createClient } from ${index};\nglobalThis.client = createClient;`);
  expect(bytes).toBeLessThanOrEqual(5000);
});

test('types are nothing at all', async () => {
  const { text } = await bundled(`import type { Pet } from ${index};\nexport type Name = Pet['name'];`);
  expect(text.replace(/export\s*\{\s*\};?/, '').trim()).toBe('');
});

test('what is not used is not there', async () => {
  const { text } = await bundled(`import { createClient } from ${index};\nglobalThis.client = createClient;`);
  for (const unused of ['is not documented', 'RefusedError', 'X-RateLimit-Limit/', 'rateLimitPlans'])
    expect(text).not.toContain(unused);
  expect(text).toContain('UnexpectedResponseError');
});
