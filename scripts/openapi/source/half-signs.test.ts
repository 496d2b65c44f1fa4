import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { readContract } from '../read-contract.ts';

const textOf = (name: string) => `{ "openapi": "3.1.0", "info": { "title": "Lamps", "version": "1" }, "paths": {},
  "components": { "schemas": {
    "${name}": { "type": "object" } } } }
`;

test.each([
  ['openapi.json', 'JSON'],
  ['openapi.yaml', 'YAML'],
])('a key of %s with half a surrogate pair is refused at its line', async (file) => {
  const folder = temporaryFolder({ [file]: textOf(String.raw`\ud800s`) });
  await expect(readContract(join(folder, file))).rejects.toMatchObject({
    problems: [{ location: { line: 3, column: 5 }, message: expect.stringContaining('half a sign') as string }],
  });
});

test('a key with both halves is read', async () => {
  const folder = temporaryFolder({ 'openapi.json': textOf(String.raw`\ud83d\ude00`) });
  await expect(readContract(join(folder, 'openapi.json'))).resolves.toBeDefined();
});
