import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFile } from '../cli/project.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { commonFiles } from './common-files.ts';

test('a handler can read a form in parts: it gets the boundary that the form was sent with', () => {
  const use = `import { readBody } from './server/request/body.ts';
const form = new FormData();
form.set('caption', 'Two lamps');
form.set('file', new Blob(['lamp']), 'lamp.txt');
const sent = new Request('http://localhost/lamps', { method: 'POST', body: form });
const description = { required: true, mediaTypes: ['multipart/form-data'] };
const { body, mediaType, contentType } = await readBody(sent, description, {});
const read = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
console.log(mediaType, read.get('caption'), await read.get('file').text());
`;
  const own = Object.entries(commonFiles).filter(([file]) => file.startsWith('server/'));
  const texts = own.map(([file, from]) => [file, readFileSync(projectFile(from), 'utf8')] as const);
  const folder = temporaryFolder({ ...Object.fromEntries(texts), 'use.ts': use, 'package.json': '{"type":"module"}' });
  const printed = execFileSync(process.execPath, [join(folder, 'use.ts')], { encoding: 'utf8' });
  expect(printed).toBe('multipart/form-data Two lamps lamp\n');
});
