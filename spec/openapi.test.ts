import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { redocly } from './rules/test/redocly-cli.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

test('the contract is ready for agents: 95 or more of 100', async () => {
  const { stdout } = await redocly(['score', 'openapi.yaml', '--config', 'redocly.yaml', '--format', 'json'], folder);
  const { agentReadiness } = JSON.parse(stdout) as { agentReadiness: number };
  expect(agentReadiness).toBeGreaterThanOrEqual(95);
});

test('the rules have nothing to say of the contract', async () => {
  const { stdout } = await redocly(['lint', 'openapi.yaml', '--config', 'redocly.yaml', '--format', 'json'], folder);
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
});
