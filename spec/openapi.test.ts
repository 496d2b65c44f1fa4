import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { redocly } from './rules/test/redocly-cli.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

test('the rules have nothing to say of the contract', async () => {
  const { stdout } = await redocly(['lint', 'openapi.yaml', '--config', 'redocly.yaml', '--format', 'json'], folder);
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
});
