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
    writeFileSync(join(copy, 'rules.arazzo.yaml'), readFileSync(file, 'utf8').replace('type: jsonpath', 'type: xpath'));
    expect((await lint(join(copy, 'rules.arazzo.yaml'))).problems.map(({ ruleId }) => ruleId)).toContain(
      'no-criteria-xpath',
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
});

/**
 * True when three conditions follow each other without parentheses:
 * Redocly respect reads `a && b && c` as `a && (b || c)`.
 */
function hasBareThree(condition: string): boolean {
  const inner = /[([][^()[\]]*[)\]]/;
  const [group] = inner.exec(condition) ?? [];
  if (/&&[^|]*&&/.test(group ?? condition)) return true;
  return group !== undefined && hasBareThree(condition.replace(group, ''));
}

test('three conditions of a JSONPath have parentheses', () => {
  const conditions = [...readFileSync(file, 'utf8').matchAll(/condition: '(\$\[.*)'/g)].map(
    ([, condition = '']) => condition,
  );
  expect(conditions.length).toBeGreaterThan(50);
  expect(conditions.filter(hasBareThree)).toEqual([]);
  expect(
    ['$[?@.a == 1 && @.b && @.c]', '$[?!@[?(@.a && @.b) && @.c && @.d]]', '$[?@.a && (@.b && @.c)]'].map(hasBareThree),
  ).toEqual([true, true, false]);
});
