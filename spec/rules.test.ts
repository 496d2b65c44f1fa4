import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { redocly } from './rules/test/redocly-cli.ts';

const file = fileURLToPath(new URL('rules.arazzo.yaml', import.meta.url));
const folder = dirname(file);

async function lint(rules: string): Promise<{ problems: { ruleId: string }[]; totals: object }> {
  const { stdout } = await redocly(
    ['lint', rules, '--config', join(folder, 'redocly.yaml'), '--format', 'json'],
    folder,
  );
  return JSON.parse(stdout) as { problems: { ruleId: string }[]; totals: object };
}

test('the lint has nothing to say of the rules', async () => {
  expect(await lint(file)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
});

test('it would say that a criterion is not one that every runner understands', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'rules-'));
  try {
    const other = 'context: $response.body, type: xpath, condition: //id';
    writeFileSync(join(copy, 'rules.arazzo.yaml'), readFileSync(file, 'utf8').replace(/condition: .* (?=\})/, other));
    expect((await lint(join(copy, 'rules.arazzo.yaml'))).problems.map(({ ruleId }) => ruleId)).toContain(
      'no-criteria-xpath',
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
});
