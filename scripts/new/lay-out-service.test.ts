import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { layOutService } from './lay-out-service.ts';

test('a contract is not overwritten by the list of waivers', async () => {
  const folder = temporaryFolder({
    'waivers.yaml': `openapi: 3.1.0
info: { title: Lamps, version: 1.0.0 }
paths: { /lamps: { get: { operationId: listLamps, responses: { '204': { description: None. } } } } }
`,
  });
  const service = join(folder, 'service');
  const laidOut = layOutService(join(folder, 'waivers.yaml'), service, { allowRemote: false });
  await expect(laidOut).rejects.toThrow(/^spec\/waivers\.yaml is the list of waivers of a service/);
  expect(existsSync(service)).toBe(false);
});
