import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { readContract } from '../read-contract.ts';

const text = `openapi: 3.1.0
info: { title: Lamps, version: 1.0.0 }
paths: {}
`;

test.each([
  ['bare carriage returns', Buffer.from(text.replaceAll('\n', '\r'))],
  ['UTF-16, little endian, without a mark', Buffer.from(text, 'utf16le')],
  ['UTF-16, big endian, without a mark', Buffer.from(text, 'utf16le').swap16()],
])('a document of %s is read', async (_, bytes) => {
  const file = join(temporaryFolder(), 'openapi.yaml');
  writeFileSync(file, bytes);
  await expect(readContract(file)).resolves.toMatchObject({ document: { info: { title: 'Lamps' } }, mistakes: [] });
});

test('lines end with a carriage return', async () => {
  const file = join(temporaryFolder(), 'openapi.yaml');
  writeFileSync(file, `${text}paths: {}\n`.replaceAll('\n', '\r'));
  await expect(readContract(file)).rejects.toMatchObject({ problems: [{ location: { line: 4, column: 1 } }] });
});
