import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Source } from '../openapi/source/source.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { replaceReleased, setVersion } from './release-files.ts';

test.each<[form: string, text: string, expected: string]>([
  ['a block', 'info:\n  title: 1.0.0\n  version: 1.0.0 # ours\n', 'info:\n  title: 1.0.0\n  version: 2.0.0 # ours\n'],
  ['one line', 'info: { title: 1.0.0, version: "1.0.0" }\n', 'info: { title: 1.0.0, version: "2.0.0" }\n'],
  ['JSON', '{\n  "info": { "version": "1.0.0" }\n}\n', '{\n  "info": { "version": "2.0.0" }\n}\n'],
])('a version in %s', async (_, text, expected) => {
  const file = join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml');
  await setVersion(new Source(file).locate('/info/version'), '1.0.0', '2.0.0', []);
  expect(readFileSync(file, 'utf8')).toBe(expected);
});

test('a version that stands elsewhere is left to the author', async () => {
  const file = join(temporaryFolder({ 'openapi.yaml': 'info:\n  version:\n    1.0.0\n' }), 'openapi.yaml');
  await expect(setVersion(new Source(file).locate('/info/version'), '1.0.0', '2.0.0', [])).rejects.toThrow(
    /^Set info\.version to 2\.0\.0 yourself: .*openapi\.yaml:2:3$/,
  );
});

const contract = (reference: string) => `openapi: 3.1.0
info: { title: T, version: 1.0.0 }
paths: {}
components: { schemas: { A: { $ref: ${reference} } } }
`;

test('the released contract is all of its files and the workflows beside it, and nothing else', async () => {
  const folder = temporaryFolder({
    'spec/openapi.yaml': contract('parts/a.yaml'),
    'spec/parts/a.yaml': 'type: string\n',
    'spec/rules.arazzo.yaml': 'arazzo: 1.0.1\n',
    'spec/notes.yaml': 'of no one\n',
    'spec/released/old.yaml': 'of the last release\n',
  });
  await replaceReleased(join(folder, 'spec/openapi.yaml'), join(folder, 'spec/released/openapi.yaml'));
  expect(readdirSync(join(folder, 'spec/released'), { recursive: true }).sort()).toEqual([
    'openapi.yaml',
    'parts',
    join('parts', 'a.yaml'),
    'rules.arazzo.yaml',
  ]);
});

test('a file that stands elsewhere cannot be released, and the last release stays', async () => {
  const folder = temporaryFolder({ 'spec/openapi.yaml': contract('../a.yaml'), 'a.yaml': 'type: string\n' });
  const released = join(folder, 'spec/released.yaml');
  writeFileSync(released, 'the last');
  await expect(replaceReleased(join(folder, 'spec/openapi.yaml'), released)).rejects.toThrow(
    /"\.\.\/a\.yaml" is not followed: it leads out of the folder/,
  );
  expect(readFileSync(released, 'utf8')).toBe('the last');
});
