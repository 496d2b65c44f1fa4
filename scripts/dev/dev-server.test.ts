import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectFile } from '../cli/project.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { DevServer } from './dev-server.ts';

let server: DevServer | undefined;
afterEach(() => server?.stop());

test('a key that is shown only once stays on the screen when the server starts anew', async () => {
  const said: string[] = [];
  const environment = {
    LOG_LEVEL: 'error',
    PORT: '0',
    DATABASE_URL: `file:${join(temporaryFolder(), 'data.sqlite')}`,
  };
  const own = new DevServer([projectFile('server/main.ts')], environment, () => said.push(own.said));
  server = own;
  await own.restart();
  await expect.poll(() => own.said).toMatch(/ is at http:\S+, .*\n.* only this once: \S+$/);
  const [, key = ''] = /only this once: (\S+)$/.exec(own.said) ?? [];

  said.length = 0;
  await own.restart();
  await expect.poll(() => said.at(-1)).toMatch(/ is at http:\S+, .*\n.* only this once: \S+$/);
  expect(own.said).toContain(key);
  expect(new Set(said)).toEqual(new Set([own.said]));
});
