import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectFile } from '../cli/project.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { DevServer } from './dev-server.ts';
import { projectSubject } from './project-subject.ts';

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

test('where the data has another server, what is given instead is started', async () => {
  const file = (name: string) => `file:${join(temporaryFolder(), name)}`;
  const environment = { LOG_LEVEL: 'error', PORT: '0', DATABASE_URL: file('data.sqlite') };
  const program = [projectFile('server/main.ts')];
  const first = new DevServer(program, environment, () => undefined);
  server = first;
  await first.restart();
  await expect.poll(() => first.said).toMatch(/ is at http:\S+/);
  const { instead } = projectServer();
  const second = new DevServer(program, environment, () => undefined, instead);
  try {
    await second.restart();
    await expect.poll(() => second.said).toMatch(/ is at http:\S+, its data in .*\n.* only this once: \S+$/);
    expect(second.said).not.toContain(environment.DATABASE_URL.slice('file:'.length));
  } finally {
    await second.stop();
  }
});

function projectServer() {
  const { server: served } = projectSubject(0);
  return 'url' in served ? { instead: undefined } : served;
}
